//! A launch configuration: the GPUs, the kernel, the grid, and the author's demands.

use super::{
    Argument, Arguments, Axis, Compiled, GridDim, GridError, Kernel, Tile, WarpGroups, of_gpus,
    saturate,
};
use crate::gpu::{Arch, Multiprocessor, Vendor, nvidia};
use crate::numbers::{min, or};
use crate::text::Ratio;

defaults! {
    /// A launch configuration and the author's demands, as one `#[launch_config(…)]` states them.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel, Rule};
    ///
    /// let archs = [Arch::find("h100").unwrap()];
    /// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 96)).with_min_blocks(3);
    /// let violations = configuration.check();
    /// assert!(violations.contains(Rule::MinBlocks));
    /// let message = configuration.message(violations.iter().next().unwrap()).to_string();
    /// assert!(message.contains("`regs = 80` keeps 3 blocks"));
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
    #[cfg_attr(feature = "serde", doc = include_str!("files.md"))]
    #[must_use]
    #[non_exhaustive]
    pub struct Configuration<'a> {
        /// The GPUs that the configuration has to work on, at least one.
        #[cfg_attr(feature = "serde", serde(skip))]
        pub archs: &'a [Arch] = &[],
        /// The resources that one block needs.
        pub kernel: Kernel = Kernel::NOTHING,
        /// The grid, if the author states it directly; [`stated_grid`](Self::stated_grid) is also that of a tile.
        pub grid: Option<Grid> = None,
        /// SMs that the kernel gets if it shares the GPU: those of a green context, of an MPS client's share, or those
        /// that other kernels leave free; `None` for all SMs. Waves, tails and grids of one wave count only these.
        ///
        /// ```
        /// use occupancy_core::{Arch, Configuration, Grid, Kernel};
        ///
        /// let archs = [Arch::find("h100").unwrap()];
        /// let mut half = Configuration::new(&archs, Kernel::new((256, 1, 1), 64))
        ///     .with_grid(Some(Grid::Blocks((264, 1, 1))));
        /// half.sms = Some(66);
        /// assert_eq!(half.sm_count(&archs[0]), Some(66));
        /// assert_eq!(half.waves(&archs[0]).unwrap().count(), 1);
        /// ```
        pub sms: Option<u32> = None,
        /// Elements that each thread works on, if a number of elements decides the grid.
        pub items_per_thread: u32 = 1,
        /// Threads that work on each element together, such as a warp, if a number of elements decides the grid. The
        /// threads of a block are a multiple of it.
        pub threads_per_item: u32 = 1,
        /// The demanded resident blocks per SM: at least this many.
        pub min_blocks: Option<u32> = None,
        /// The accepted resident blocks per SM: at most this many.
        pub max_blocks: Option<u32> = None,
        /// The demanded occupancy.
        pub min_occupancy: Option<Ratio> = None,
        /// The demanded tail efficiency of the grid.
        pub tail_efficiency: Option<Ratio> = None,
        /// Set if the whole grid has to be resident at once on every GPU, as that of a cooperative launch has to be.
        ///
        /// ```
        /// use occupancy_core::{Arch, Configuration, Grid, Kernel, Rule};
        ///
        /// let archs = [Arch::find("h100").unwrap()];
        /// let mut configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
        /// configuration.cooperative = true;
        /// // 132 SMs hold 4 blocks each.
        /// let of = |blocks| configuration.with_grid(Some(Grid::Blocks((blocks, 1, 1))));
        /// assert!(of(528).passes());
        /// assert!(of(529).check().contains(Rule::CooperativeGrid));
        /// ```
        pub cooperative: bool = false,
        /// The latency and the bytes in flight that the resident warps have to hide.
        pub hides: Option<LatencyDemand> = None,
        /// The tile of a matrix product that one block computes.
        pub tile: Option<Tile> = None,
        /// The registers of each warp group after `setmaxnreg`, if the kernel splits those that its block entered with.
        ///
        /// ```
        /// use occupancy_core::{Arch, Configuration, Kernel, Rule, kernel::WarpGroups};
        ///
        /// let archs = [Arch::find("h100").unwrap()];
        /// let mut configuration = Configuration::new(&archs, Kernel::new((384, 1, 1), 168));
        /// configuration.setmaxnreg = WarpGroups::new(&[24, 240, 240]);
        /// assert!(configuration.passes());
        /// configuration.setmaxnreg = WarpGroups::new(&[40, 240, 240]);
        /// assert!(configuration.check().contains(Rule::RegisterSplit));
        /// ```
        pub setmaxnreg: Option<WarpGroups> = None,
        /// Set if the registers are the most that launch bounds leave to [`min_blocks`](Self::min_blocks) blocks, 1 without,
        /// on every GPU, as `regs = auto` states: they follow when the block or that demand changes. Its number is the
        /// fewest threads of those bounds, where a kernel is compiled once for blocks of several sizes; 0 is the block
        /// alone.
        ///
        /// ```
        /// use occupancy_core::{Arch, Configuration, Kernel, kernel::Argument};
        ///
        /// let archs = [Arch::find("h100").unwrap()];
        /// let mut configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
        /// configuration.auto_registers = Some(0);
        /// let four = configuration.with_min_blocks(4);
        /// assert_eq!(four.kernel.registers_per_thread, 64);
        /// assert_eq!(four.with_block_dim((128, 1, 1)).kernel.registers_per_thread, 128);
        /// // A number of its own ends it.
        /// assert_eq!(four.with_integer(Argument::Registers, 32).auto_registers, None);
        /// ```
        pub auto_registers: Option<u32> = None,
        /// Likewise of the vector registers on the GPUs of AMD, as `vgprs = auto` states them.
        ///
        /// ```
        /// use occupancy_core::{Arch, Configuration, Kernel};
        ///
        /// let archs = [Arch::find("mi300x").unwrap(), Arch::find("h100").unwrap()];
        /// let mut configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
        /// configuration.auto_vgprs = Some(0);
        /// let four = configuration.with_min_blocks(4);
        /// assert_eq!(four.kernel.vgprs, 128);
        /// assert_eq!(four.kernel.registers_per_thread, 64);
        /// ```
        pub auto_vgprs: Option<u32> = None,
        /// The budgets of registers that are stated, also as 0 or as `auto`; empty if only the numbers tell.
        #[doc(hidden)]
        #[cfg_attr(feature = "serde", serde(skip))]
        pub budgets: Arguments = Arguments::NONE,
        /// Set if the author intends low occupancy.
        pub low_occupancy_intended: bool = false,
        /// Set if a constant of the program lists the GPUs: no `on(…)` can name one of them.
        pub gpus_are_constant: bool = false,
        /// Set if the author accepts a last warp with idle lanes.
        pub partial_warp_allowed: bool = false,
        /// The images of the compiled kernel; empty if they are not known. Each GPU runs
        /// [one of them](Self::compiled_on).
        #[cfg_attr(feature = "serde", serde(skip))]
        pub compiled: &'a [Compiled<'a>] = &[],
        /// The bytes of dynamic shared memory for blocks of 1, 2, 3 … warps of 32 threads; empty if they do not depend
        /// on the block. `u32::MAX` means unknown: no block of that size is suggested. The bytes of the kernel stay as
        /// they are until the block [changes](Self::with_block_dim).
        #[cfg_attr(feature = "serde", serde(skip))]
        pub shared_memory_by_warps: &'a [u32] = &[],
    }

    const NOTHING;
}

/// A grid as an author states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Grid {
    /// Blocks in x, y and z.
    Blocks((u32, u32, u32)),
    /// The number of elements: the grid has as many blocks as they need.
    Elements(u64),
}

defaults! {
    /// The latency that the resident warps have to hide, and the bytes that they have to keep in flight, as `hides(…)`
    /// states them.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel, Rule, kernel::LatencyDemand};
    ///
    /// let archs = [Arch::find("h100").unwrap()];
    /// // 4 blocks of 8 warps.
    /// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
    /// // 400 cycles, with 60 independent instructions before each wait: 28 warps hide them.
    /// let hidden = configuration.with_hides(Some(LatencyDemand::cycles(400, 60)));
    /// assert!(hidden.passes());
    /// // With 8 instructions, 204 do.
    /// let exposed = configuration.with_hides(Some(LatencyDemand::cycles(400, 8)));
    /// assert!(exposed.check().contains(Rule::HiddenLatency));
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
    pub struct LatencyDemand {
        /// `cycles`: the latency, from the issue of an instruction to its result; `None` demands no latency.
        pub cycles: Option<u32> = None,
        /// `instructions`: independent instructions that a warp issues before it waits, including the one that it waits
        /// for; `None` means 1.
        pub instructions: Option<u32> = None,
        /// `wait`: which of the instructions the warp waits for; `None` means the last.
        pub wait: Option<Wait> = None,
        /// `bytes`: bytes that each thread has requested from device memory and not yet received; `None` demands none.
        pub bytes: Option<u32> = None,
    }

    /// No demand.
    pub const NONE;
}

/// The instruction that a warp waits for, of those that it issues before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Wait {
    /// The first: a load, then work that does not need it, and its first use.
    First,
    /// The last: a use follows at once.
    Last,
}

impl Wait {
    /// The instruction with this number among the words of the argument.
    pub(super) const fn at(number: i128) -> Self {
        match number {
            0 => Self::First,
            _ => Self::Last,
        }
    }

    /// The name in `hides(wait = …)`.
    ///
    /// ```
    /// use occupancy_core::kernel::Wait;
    ///
    /// assert_eq!(Wait::First.name(), "first");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Last => "last",
        }
    }
}

impl LatencyDemand {
    setters! {
        /// Sets which of the instructions a warp waits for.
        ///
        /// ```
        /// use occupancy_core::compute_capabilities::SM_90;
        /// use occupancy_core::kernel::{LatencyDemand, Wait};
        ///
        /// // Both in the order of the code: a load at the end of 60 instructions, and one at their beginning.
        /// let last = LatencyDemand::cycles(400, 60);
        /// assert_eq!(last.warps_per_sm(&SM_90), Some(32));
        /// assert_eq!(last.with_wait(Wait::First).warps_per_sm(&SM_90), Some(28));
        /// ```
        #[must_use]
        with_wait(wait: Wait => Some);
    }

    /// Returns `true` if one of its numbers is 0, which demands nothing.
    pub(crate) const fn has_zero(self) -> bool {
        matches!(self.cycles, Some(0))
            || matches!(self.instructions, Some(0))
            || matches!(self.bytes, Some(0))
    }

    /// Demands to hide a latency in cycles, with the independent instructions that a warp issues before it waits for
    /// the last of them.
    pub const fn cycles(cycles: u32, instructions: u32) -> Self {
        Self {
            cycles: Some(cycles),
            instructions: Some(instructions),
            ..Self::NONE
        }
    }

    /// Demands bytes in flight per thread, which keep the memory of the GPU busy.
    pub const fn bytes(bytes: u32) -> Self {
        Self {
            bytes: Some(bytes),
            ..Self::NONE
        }
    }
}

impl<'a> Configuration<'a> {
    /// Makes a configuration that only demands that the block can launch.
    pub const fn new(archs: &'a [Arch], kernel: Kernel) -> Self {
        Self {
            archs,
            kernel,
            ..Self::NOTHING
        }
    }

    /// Sets the GPUs.
    pub const fn with_archs<'b>(self, archs: &'b [Arch]) -> Configuration<'b>
    where
        'a: 'b,
    {
        Configuration { archs, ..self }
    }

    /// The configuration without what it borrows: the GPUs, and the images of the kernel. Where dynamic shared memory
    /// follows from the block, that of other blocks is unknown.
    #[doc(hidden)]
    pub const fn detached(&self) -> Configuration<'static> {
        Configuration {
            archs: &[],
            gpus_are_constant: self.gpus_are_constant,
            kernel: self.kernel,
            grid: self.grid,
            sms: self.sms,
            items_per_thread: self.items_per_thread,
            threads_per_item: self.threads_per_item,
            auto_registers: self.auto_registers,
            auto_vgprs: self.auto_vgprs,
            budgets: self.budgets,
            min_blocks: self.min_blocks,
            max_blocks: self.max_blocks,
            min_occupancy: self.min_occupancy,
            tail_efficiency: self.tail_efficiency,
            cooperative: self.cooperative,
            hides: self.hides,
            tile: self.tile,
            setmaxnreg: self.setmaxnreg,
            low_occupancy_intended: self.low_occupancy_intended,
            partial_warp_allowed: self.partial_warp_allowed,
            compiled: &[],
            shared_memory_by_warps: match self.shared_memory_by_warps {
                [] => &[],
                _ => &[u32::MAX],
            },
        }
    }

    setters! {
        /// Sets the kernel.
        with_kernel(kernel: Kernel);

        /// Sets the grid.
        with_grid(grid: Option<Grid>);

        /// Sets the latency and the bytes in flight that the resident warps have to hide.
        with_hides(hides: Option<LatencyDemand>);

        /// Sets the demanded occupancy.
        with_min_occupancy(min_occupancy: Ratio => Some);

        /// Sets the demanded tail efficiency; `None` demands none.
        with_tail_efficiency(tail_efficiency: Option<Ratio>);

        /// Sets whether the author accepts a partial last warp.
        with_partial_warp_allowed(partial_warp_allowed: bool);
    }

    /// Sets the demanded resident blocks per SM, and the [registers](Self::auto_registers) that follow from it.
    pub const fn with_min_blocks(mut self, min_blocks: u32) -> Self {
        self.min_blocks = Some(min_blocks);
        self.with_budget()
    }

    /// Sets the registers of each vendor if they follow from the block and the demanded blocks.
    pub(crate) const fn with_budget(mut self) -> Self {
        // Plain, because each call costs the compiler.
        if let (None, None) = (self.auto_registers, self.auto_vgprs) {
            return self;
        }
        each!(Argument::BUDGETS.as_slice(), |argument| {
            if let Some((threads, blocks)) = self.bounds_of_budget(*argument) {
                let most = of_gpus!(self, <, arch: true = argument.is_read_on(arch) =>
                    arch.multiprocessor().most_registers(threads, blocks));
                if let Some(most) = most {
                    self.set_integer(*argument, most as u64);
                }
            }
        });
        self
    }

    /// The threads and the blocks of the launch bounds that leave the registers of an argument, if those follow from them.
    pub(crate) const fn bounds_of_budget(&self, argument: Argument) -> Option<(u64, u32)> {
        let fewest = known!(match argument {
            Argument::Registers => self.auto_registers,
            Argument::Vgprs => self.auto_vgprs,
            _ => None,
        }) as u64;
        let threads = self.kernel.threads_per_block();
        let threads = if threads < fewest { fewest } else { threads };
        Some((threads, or(self.min_blocks, 1)))
    }

    /// Returns `true` if the registers that an argument states follow from launch bounds.
    #[doc(hidden)]
    pub const fn is_auto(&self, argument: Argument) -> bool {
        self.bounds_of_budget(argument).is_some()
    }

    /// Returns `true` if none of the GPUs reads the argument.
    pub(crate) const fn reads_nowhere(&self, argument: Argument) -> bool {
        of_gpus!(self, first, arch: true = argument.is_read_on(arch) => ()).is_none()
    }

    /// Returns `true` if a budget of registers is stated, but none of this GPU's vendor.
    pub(crate) const fn states_only_other_budget(&self, sm: &Multiprocessor) -> bool {
        let (own, other) = match sm.vendor {
            Vendor::Nvidia => (Argument::Registers, Argument::Vgprs),
            Vendor::Amd => (Argument::Vgprs, Argument::Registers),
        };
        match self.budgets {
            Arguments::NONE => {
                let has_other = self.is_auto(other) || matches!(self.integer(other), Some(1..));
                has_other && !self.is_auto(own)
            }
            stated => !stated.contains(own),
        }
    }

    /// Returns `true` if the launch needs the shared-memory opt-in on one of the GPUs:
    /// [`Kernel::needs_shared_memory_optin`] on those of NVIDIA. AMD has none.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel};
    ///
    /// let kernel = Kernel::new((256, 1, 1), 64).with_vgprs(64).with_dynamic_shared_memory(56 * 1024);
    /// let needs = |name| Configuration::new(&[Arch::find(name).unwrap()], kernel).needs_shared_memory_optin();
    /// assert_eq!(["h100", "mi300x"].map(needs), [true, false]);
    /// ```
    pub const fn needs_shared_memory_optin(&self) -> bool {
        self.kernel.needs_shared_memory_optin()
            && (self.archs.is_empty() || self.is_for(Vendor::Nvidia))
    }

    /// Returns `true` if one of the GPUs is the vendor's.
    #[doc(hidden)]
    pub const fn is_for(&self, vendor: Vendor) -> bool {
        of_gpus!(self, first, arch: true = arch.multiprocessor().is_of(vendor) => ()).is_some()
    }

    /// The number of SMs of `arch` that the kernel gets: the [stated](Self::sms) one, or that of the whole GPU. `None`
    /// if neither is known.
    pub const fn sm_count(&self, arch: &Arch) -> Option<u32> {
        match self.sms {
            Some(sms) => Some(sms),
            None => arch.sm_count(),
        }
    }

    /// Sets the tile of a matrix product that one block computes, and the dynamic shared memory that it
    /// [gives](Tile::gives_shared_memory). `None` takes away what the last one gave.
    pub const fn with_tile(mut self, tile: Option<Tile>) -> Self {
        if tile.is_none() && self.tile_gives_shared_memory() {
            self.kernel.dynamic_shared_memory = 0;
        }
        self.tile = tile;
        if let Some(tile) = &self.tile
            && tile.gives_shared_memory
        {
            self.kernel.dynamic_shared_memory = saturate(tile.shared_memory());
        }
        self
    }

    /// Returns `true` if the tile gives the dynamic shared memory.
    pub(crate) const fn tile_gives_shared_memory(&self) -> bool {
        matches!(self.tile, Some(tile) if tile.gives_shared_memory)
    }

    /// Sets the block, and the dynamic shared memory and the [registers](Self::auto_registers) of a block of its size.
    ///
    /// ```
    /// use occupancy_core::{Configuration, Kernel};
    ///
    /// // A float for each thread.
    /// let by_warps: [u32; 32] = core::array::from_fn(|warps| 32 * 4 * (warps as u32 + 1));
    /// let mut configuration = Configuration::new(&[], Kernel::new((32, 1, 1), 64));
    /// configuration.shared_memory_by_warps = &by_warps;
    /// let configuration = configuration.with_block_dim((256, 1, 1));
    /// assert_eq!(configuration.kernel.dynamic_shared_memory, 1024);
    /// ```
    pub const fn with_block_dim(mut self, block_dim: (u32, u32, u32)) -> Self {
        self.kernel.block_dim = block_dim;
        let mut left = self.shared_memory_by_warps;
        let (step, mut threads) = (nvidia::WARP_SIZE as u64, self.kernel.threads_per_block());
        while let [bytes, others @ ..] = left {
            self.kernel.dynamic_shared_memory = *bytes;
            if threads <= step {
                break;
            }
            (left, threads) = (others, threads.saturating_sub(step));
        }
        self.with_budget()
    }

    /// Warps of the block, on the GPU whose warps have the fewest threads; zero if no GPU is named.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel};
    ///
    /// let archs = [Arch::find("h100")?];
    /// let configuration = Configuration::new(&archs, Kernel::new((32, 8, 1), 64));
    /// assert_eq!(configuration.warps_per_block(), 8);
    /// # Ok::<(), occupancy_core::UnknownArch>(())
    /// ```
    pub const fn warps_per_block(&self) -> u64 {
        let kernel = &self.kernel;
        or(
            of_gpus!(self, >, arch => Some(kernel.warps_per_block(arch.multiprocessor()))),
            0,
        )
    }

    /// Elements that one block works on: threads × items per thread / threads per item.
    ///
    /// ```
    /// use occupancy_core::{Configuration, Kernel};
    ///
    /// // A warp for each row of a matrix.
    /// let mut configuration = Configuration::new(&[], Kernel::new((256, 1, 1), 64));
    /// configuration.threads_per_item = 32;
    /// assert_eq!(configuration.elements_per_block(), 8);
    /// ```
    pub const fn elements_per_block(&self) -> u64 {
        let threads = self.kernel.threads_per_block();
        let items = threads.saturating_mul(self.items_per_thread as u64);
        or(items.checked_div(self.threads_per_item as u64), items)
    }

    /// The grid that the author stated: `grid` or `elements`, or else a block for each [tile](Tile::tiles) of a
    /// problem, with columns along x and rows along y. `None` if neither is stated, or a tile is refused.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Grid, Kernel, kernel::Tile};
    ///
    /// let archs = [Arch::find("h100").unwrap()];
    /// let tile = Tile { problem: Some((2176, 1024)), ..Tile::new(128, 128, 32) };
    /// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 168)).with_tile(Some(tile));
    /// assert_eq!(configuration.stated_grid(), Some(Grid::Blocks((8, 17, 1))));
    /// assert_eq!(configuration.waves(&archs[0]).unwrap().count(), 2);
    /// ```
    pub const fn stated_grid(&self) -> Option<Grid> {
        if let (None, Some(tile)) = (self.grid, self.tile)
            && let Some((rows, columns)) = tile.tiles()
        {
            return Some(Grid::Blocks((columns, rows, 1)));
        }
        self.grid
    }

    /// Checks the [stated grid](Self::stated_grid); `None` if none is stated. It may have parts of clusters:
    /// [`GridDim::check_cluster`] refuses those.
    ///
    /// # Errors
    ///
    /// [`GridError`] if the grid cannot be launched.
    pub const fn grid_dim(&self) -> Option<Result<GridDim, GridError>> {
        Some(self.on_gpus(known!(self.counted_grid())))
    }

    /// The stated grid, whatever the GPUs are: rules that do not read them count its blocks.
    pub(crate) const fn counted_grid(&self) -> Option<Result<GridDim, GridError>> {
        Some(match known!(self.stated_grid()) {
            Grid::Blocks(dims) => GridDim::new(dims),
            Grid::Elements(elements) => GridDim::for_elements(elements, self.elements_per_block()),
        })
    }

    /// The most blocks of a grid along each axis, on every GPU: AMD counts their threads in 32 bits.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel};
    ///
    /// let most = |name| {
    ///     let archs = [Arch::find(name).unwrap()];
    ///     Configuration::new(&archs, Kernel::new((256, 1, 1), 64).with_vgprs(64)).most_blocks()
    /// };
    /// assert_eq!(most("h100"), (2_147_483_647, 65_535, 65_535));
    /// assert_eq!(most("mi300x"), (16_777_215, 65_535, 65_535));
    /// ```
    pub const fn most_blocks(&self) -> (u32, u32, u32) {
        let ((x, y, z), (in_x, in_y, in_z)) = (nvidia::MAX_GRID_DIM, self.kernel.block_dim);
        if !self.is_for(Vendor::Amd) {
            return (x, y, z);
        }
        // An empty block has a rule of its own.
        (
            min(x, or(u32::MAX.checked_div(in_x), x)),
            min(y, or(u32::MAX.checked_div(in_y), y)),
            min(z, or(u32::MAX.checked_div(in_z), z)),
        )
    }

    /// Refuses a grid with [more blocks](Self::most_blocks) than one of the GPUs launches.
    pub(crate) const fn on_gpus(
        &self,
        grid: Result<GridDim, GridError>,
    ) -> Result<GridDim, GridError> {
        if !self.is_for(Vendor::Amd) {
            return grid;
        }
        let all = self.most_blocks();
        each!(Axis::ALL.as_slice(), |axis| {
            let (axis, most) = (*axis, axis.of(all));
            let blocks = match grid {
                Ok(grid) => axis.of(grid.dims()) as u64,
                Err(GridError::Dimension { axis: of, blocks }) if of as u8 == axis as u8 => blocks,
                Err(GridError::SmCount { blocks }) if matches!(axis, Axis::X) => blocks,
                Err(_) => 0,
            };
            if blocks > most as u64 {
                return Err(GridError::Workgroups { axis, blocks, most });
            }
        });
        grid
    }

    /// The extents in x, y and z of the block, the cluster or the grid, or the rows and columns of a tile's problem.
    /// `None` if the argument is left out, for a grid from a number of elements, and for any other argument.
    pub const fn extents(&self, argument: Argument) -> Option<(u32, u32, u32)> {
        match (argument, self.grid) {
            (Argument::Threads, _) => Some(self.kernel.block_dim),
            (Argument::Cluster, _) => self.kernel.cluster_dim,
            (Argument::Grid, Some(Grid::Blocks(blocks))) => Some(blocks),
            (Argument::Problem, _) => {
                let (m, n) = known!(known!(self.tile).problem);
                Some((m, n, 1))
            }
            _ => None,
        }
    }

    /// The ratio that an argument demands; `None` if it is left out, and for an argument that is not a ratio.
    pub const fn ratio(&self, argument: Argument) -> Option<Ratio> {
        match argument {
            Argument::MinOccupancy => self.min_occupancy,
            Argument::TailEfficiency => self.tail_efficiency,
            _ => None,
        }
    }

    /// The argument that states the grid.
    pub(crate) const fn grid_argument(&self) -> Argument {
        match self.grid {
            Some(Grid::Elements(_)) => Argument::Elements,
            None if self.extents(Argument::Problem).is_some() => Argument::Problem,
            _ => Argument::Grid,
        }
    }
}
