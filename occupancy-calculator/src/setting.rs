//! The arguments of one configuration, each by its name in the attribute.

use occupancy_core::kernel::{LatencyDemand, StatedTile};
use occupancy_core::{Arch, Carveout, Compiled, Configuration, Grid, Kernel, Ratio};

use crate::values::{self, Block, Dims, List};

/// An argument of a configuration, with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Setting {
    /// `threads`
    Threads(Block),
    /// `regs`
    Regs(u32),
    /// `smem`
    Smem(u32),
    /// `static_smem`
    StaticSmem(u32),
    /// `barriers`
    Barriers(u32),
    /// `cubin`: a path.
    Cubin(String),
    /// `ptx`: a path.
    Ptx(String),
    /// `kernel`
    Kernel(String),
    /// `carveout`
    Carveout(u32),
    /// `cluster`
    Cluster(Dims),
    /// `grid`
    Grid(Dims),
    /// `elements`
    Elements(u64),
    /// `items_per_thread`
    ItemsPerThread(u32),
    /// `sms`
    Sms(u32),
    /// `min_blocks`
    MinBlocks(u32),
    /// `max_blocks`
    MaxBlocks(u32),
    /// `min_occupancy`
    MinOccupancy(Ratio),
    /// `tail_efficiency`
    TailEfficiency(Ratio),
    /// `hides(…)`
    Hides(LatencyDemand),
    /// `tile(…)`
    Tile(StatedTile),
    /// The reason of `intent(low_occupancy, …)`.
    Intent(String),
}

impl Setting {
    /// Reads the value of the argument called `name`: `16x16` or `(16, 16)`, `0.5` or `50 %`, and what
    /// stands in the parentheses of `hides`, `tile` and `intent`.
    ///
    /// ```
    /// use occupancy_calculator::Setting;
    ///
    /// assert_eq!(Setting::parse("smem", "48 KiB").unwrap_err(), "`48 KiB` is no number, such as 256");
    /// assert_eq!(Setting::parse("sms", "66"), Ok(Setting::Sms(66)));
    /// ```
    ///
    /// # Errors
    ///
    /// What the value would have to be, or that no argument has this name.
    pub fn parse(name: &str, text: &str) -> Result<Self, String> {
        let number = || one(&values::numbers(text)?);
        let extent = || one(&values::extents(text)?);
        Ok(match name {
            "threads" => Self::Threads(one(&values::blocks(text)?)?),
            "regs" => Self::Regs(number()?),
            "smem" => Self::Smem(number()?),
            "static_smem" => Self::StaticSmem(number()?),
            "barriers" => Self::Barriers(number()?),
            "cubin" => Self::Cubin(unquoted(text)?),
            "ptx" => Self::Ptx(unquoted(text)?),
            "kernel" => Self::Kernel(unquoted(text)?),
            "carveout" => Self::Carveout(number()?),
            "cluster" => Self::Cluster(extent()?),
            "grid" => Self::Grid(extent()?),
            "elements" => Self::Elements(one(&values::large_numbers(text)?)?),
            "items_per_thread" => Self::ItemsPerThread(number()?),
            "sms" => Self::Sms(number()?),
            "min_blocks" => Self::MinBlocks(number()?),
            "max_blocks" => Self::MaxBlocks(number()?),
            "min_occupancy" => Self::MinOccupancy(values::ratio(text)?),
            "tail_efficiency" => Self::TailEfficiency(values::ratio(text)?),
            "hides" => Self::Hides(values::hides(text)?),
            "tile" => Self::Tile(values::tile(text)?),
            "intent" => Self::Intent(values::intent(text)?),
            _ => return Err(format!("there is no argument `{name}`")),
        })
    }

    /// The name of the argument.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Threads(_) => "threads",
            Self::Regs(_) => "regs",
            Self::Smem(_) => "smem",
            Self::StaticSmem(_) => "static_smem",
            Self::Barriers(_) => "barriers",
            Self::Cubin(_) => "cubin",
            Self::Ptx(_) => "ptx",
            Self::Kernel(_) => "kernel",
            Self::Carveout(_) => "carveout",
            Self::Cluster(_) => "cluster",
            Self::Grid(_) => "grid",
            Self::Elements(_) => "elements",
            Self::ItemsPerThread(_) => "items_per_thread",
            Self::Sms(_) => "sms",
            Self::MinBlocks(_) => "min_blocks",
            Self::MaxBlocks(_) => "max_blocks",
            Self::MinOccupancy(_) => "min_occupancy",
            Self::TailEfficiency(_) => "tail_efficiency",
            Self::Hides(_) => "hides",
            Self::Tile(_) => "tile",
            Self::Intent(_) => "intent",
        }
    }

    /// Whether one GPU of a list can have a value of its own, in `on(…)`.
    pub const fn is_of_one_gpu(&self) -> bool {
        !matches!(
            self,
            Self::Grid(_) | Self::Elements(_) | Self::TailEfficiency(_)
        )
    }
}

/// The arguments of one configuration. By default, a block of one warp, and no registers stated.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Values {
    /// `threads`
    pub threads: Block,
    /// `regs`; `None` where the kernel's machine code states them.
    pub regs: Option<u32>,
    /// `smem`
    pub smem: u32,
    /// `static_smem`; `None` for that of the kernel's file, or none.
    pub static_smem: Option<u32>,
    /// `barriers`; `None` for those of the kernel's file, or none.
    pub barriers: Option<u32>,
    /// `cubin`, a path.
    pub cubin: Option<String>,
    /// `ptx`, a path.
    pub ptx: Option<String>,
    /// `kernel`
    pub kernel: Option<String>,
    /// `carveout`
    pub carveout: Option<u32>,
    /// `cluster`
    pub cluster: Option<Dims>,
    /// `grid` or `elements`
    pub grid: Option<Grid>,
    /// `items_per_thread`
    pub items_per_thread: u32,
    /// `sms`
    pub sms: Option<u32>,
    /// `min_blocks`
    pub min_blocks: Option<u32>,
    /// `max_blocks`
    pub max_blocks: Option<u32>,
    /// `min_occupancy`
    pub min_occupancy: Option<Ratio>,
    /// `tail_efficiency`
    pub tail_efficiency: Option<Ratio>,
    /// `hides(…)`
    pub hides: Option<LatencyDemand>,
    /// `tile(…)`, which gives `smem` where neither shared memory nor a file is stated.
    pub tile: Option<StatedTile>,
    /// The reason of `intent(low_occupancy, …)`.
    pub intent: Option<String>,
}

impl Default for Values {
    fn default() -> Self {
        Self {
            threads: Block::Dims((32, 1, 1)),
            regs: None,
            smem: 0,
            static_smem: None,
            barriers: None,
            cubin: None,
            ptx: None,
            kernel: None,
            carveout: None,
            cluster: None,
            grid: None,
            items_per_thread: 1,
            sms: None,
            min_blocks: None,
            max_blocks: None,
            min_occupancy: None,
            tail_efficiency: None,
            hides: None,
            tile: None,
            intent: None,
        }
    }
}

impl Values {
    /// Sets one argument. `cubin` and `ptx` take the place of each other, and so do `grid` and `elements`.
    pub fn apply(&mut self, setting: &Setting) {
        match setting {
            Setting::Threads(block) => self.threads = *block,
            Setting::Regs(registers) => self.regs = Some(*registers),
            Setting::Smem(bytes) => self.smem = *bytes,
            Setting::StaticSmem(bytes) => self.static_smem = Some(*bytes),
            Setting::Barriers(barriers) => self.barriers = Some(*barriers),
            Setting::Cubin(path) => (self.cubin, self.ptx) = (Some(path.clone()), None),
            Setting::Ptx(path) => (self.cubin, self.ptx) = (None, Some(path.clone())),
            Setting::Kernel(name) => self.kernel = Some(name.clone()),
            Setting::Carveout(percent) => self.carveout = Some(*percent),
            Setting::Cluster(dims) => self.cluster = Some(*dims),
            Setting::Grid(dims) => self.grid = Some(Grid::Blocks(*dims)),
            Setting::Elements(elements) => self.grid = Some(Grid::Elements(*elements)),
            Setting::ItemsPerThread(items) => self.items_per_thread = *items,
            Setting::Sms(sms) => self.sms = Some(*sms),
            Setting::MinBlocks(blocks) => self.min_blocks = Some(*blocks),
            Setting::MaxBlocks(blocks) => self.max_blocks = Some(*blocks),
            Setting::MinOccupancy(ratio) => self.min_occupancy = Some(*ratio),
            Setting::TailEfficiency(ratio) => self.tail_efficiency = Some(*ratio),
            Setting::Hides(demand) => self.hides = Some(*demand),
            Setting::Tile(tile) => self.tile = Some(*tile),
            Setting::Intent(reason) => self.intent = Some(reason.clone()),
        }
    }

    /// The arguments that differ from their defaults, and `threads`, in the order in which the attribute
    /// is written.
    pub fn settings(&self) -> Vec<Setting> {
        let grid = self.grid.map(|grid| match grid {
            Grid::Blocks(dims) => Setting::Grid(dims),
            Grid::Elements(elements) => Setting::Elements(elements),
        });
        let items = (self.items_per_thread != 1).then_some(self.items_per_thread);
        [
            Some(Setting::Threads(self.threads)),
            self.regs.map(Setting::Regs),
            (self.smem != 0).then_some(Setting::Smem(self.smem)),
            self.static_smem.map(Setting::StaticSmem),
            self.barriers.map(Setting::Barriers),
            self.cubin.clone().map(Setting::Cubin),
            self.ptx.clone().map(Setting::Ptx),
            self.kernel.clone().map(Setting::Kernel),
            self.carveout.map(Setting::Carveout),
            self.cluster.map(Setting::Cluster),
            grid,
            items.map(Setting::ItemsPerThread),
            self.sms.map(Setting::Sms),
            self.min_blocks.map(Setting::MinBlocks),
            self.max_blocks.map(Setting::MaxBlocks),
            self.min_occupancy.map(Setting::MinOccupancy),
            self.tail_efficiency.map(Setting::TailEfficiency),
            self.hides.map(Setting::Hides),
            self.tile.map(Setting::Tile),
            self.intent.clone().map(Setting::Intent),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// The configuration on these GPUs, with what `compiled`, the code of each GPU, states of arguments that
    /// are left out. Where the block is to be chosen, it is one of one thread.
    pub fn configuration<'a>(
        &self,
        archs: &'a [Arch],
        compiled: &'a [Compiled<'a>],
    ) -> Configuration<'a> {
        let most =
            |figure: fn(&Compiled<'_>) -> Option<u32>| compiled.iter().filter_map(figure).max();
        let block_dim = match self.threads {
            Block::Dims(dims) => dims,
            Block::Auto(..) => (1, 1, 1),
        };
        let registers = self.regs.or_else(|| most(|code| code.registers));
        let static_smem = self
            .static_smem
            .or_else(|| most(|code| code.static_shared_memory));
        let barriers = self.barriers.or_else(|| most(|code| code.barriers));
        let kernel = Kernel::new(block_dim, registers.unwrap_or(1))
            .with_dynamic_shared_memory(self.smem)
            .with_static_shared_memory(static_smem.unwrap_or(0))
            .with_barriers(barriers.unwrap_or(0))
            .with_carveout(self.carveout.map_or(Carveout::Default, Carveout::Percent))
            .with_cluster_dim(self.cluster);
        let tile = self.tile.map(|mut tile| {
            tile.gives_shared_memory = self.smem == 0
                && self.static_smem.is_none()
                && self.cubin.is_none()
                && self.ptx.is_none();
            tile
        });
        let mut configuration = Configuration::new(archs, kernel)
            .with_compiled(compiled)
            .with_grid(self.grid)
            .with_sms(self.sms)
            .with_items_per_thread(self.items_per_thread)
            .with_tail_efficiency(self.tail_efficiency)
            .with_hides(self.hides)
            .with_tile(tile)
            .with_low_occupancy_intended(self.intent.is_some());
        configuration.min_blocks = self.min_blocks;
        configuration.max_blocks = self.max_blocks;
        configuration.min_occupancy = self.min_occupancy;
        configuration
    }
}

/// The value of an argument that has one.
fn one<T: Copy>(list: &List<T>) -> Result<T, String> {
    match *list.0 {
        [value] => Ok(value),
        _ => Err("it has one value here".to_owned()),
    }
}

/// Text, with the quotation marks of Rust or without.
fn unquoted(text: &str) -> Result<String, String> {
    let text = text.trim();
    let inner = text
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    match inner.unwrap_or(text) {
        "" => Err("it is empty".to_owned()),
        text => Ok(text.to_owned()),
    }
}
