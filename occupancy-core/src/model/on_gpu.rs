//! A configuration on one GPU: the figures that several rules need, calculated once.

use super::limits::MOST_SCALAR_REGISTERS;
use super::{Occupancy, Waves};
use crate::gpu::{Arch, CodeForm, DEFAULT_SHARED_MEMORY_PER_BLOCK, Multiprocessor, Suffix, Vendor};
use crate::kernel::{Axis, Compiled, Configuration, of_gpus};
use crate::numbers::{max, or};

/// A configuration on one GPU.
#[derive(Clone, Copy)]
pub(crate) struct OnGpu<'a> {
    pub(crate) arch: &'a Arch,
    pub(crate) sm: &'a Multiprocessor,
    /// Threads of the block.
    pub(crate) threads: u64,
    /// The first axis of the block that is over its limit.
    pub(crate) block_axis_over_limit: Option<Axis>,
    /// The block has threads, and breaks no limit.
    pub(crate) block_is_legal: bool,
    /// The registers per thread are at least 1, and break no limit.
    pub(crate) registers_are_legal: bool,
    /// The scalar registers of a warp, if the GPU counts them, break no limit.
    pub(crate) scalar_registers_are_legal: bool,
    /// The code that the GPU runs.
    pub(crate) code: Option<&'a Compiled<'a>>,
    /// Static shared memory that ptxas accepts, bytes. For PTX, it is that of the target that the text names.
    pub(crate) static_shared_memory_of_target: u32,
    /// Static shared memory that compiles, bytes: machine code has compiled with as much as it declares.
    pub(crate) static_shared_memory_that_compiles: u32,
    /// The occupancy, if no rule about launching is broken.
    pub(crate) launched: Option<Occupancy>,
}

impl<'a> OnGpu<'a> {
    pub(crate) const fn of(configuration: &Configuration<'a>, arch: &'a Arch) -> Self {
        let sm = arch.multiprocessor();
        let kernel = &configuration.kernel;
        let threads = kernel.threads_per_block();
        let block_axis_over_limit = block_axis_over_limit(sm, kernel.block_dim);
        let is_of_threads = threads > 0 && threads <= sm.max_threads_per_block as u64;
        let block_is_legal = block_axis_over_limit.is_none() && is_of_threads;
        let registers = kernel.registers_on(sm);
        let registers_are_legal = registers > 0 && registers <= sm.max_registers_per_thread;
        let scalar_registers_are_legal =
            kernel.sgprs <= MOST_SCALAR_REGISTERS || matches!(sm.vendor, Vendor::Nvidia);
        let code = configuration.compiled_on(arch);
        let (of_target, in_code) = match code {
            Some(code) => static_shared_memory_of(sm, code),
            None => (sm.static_shared_memory_per_block, 0),
        };
        let that_compiles = max(in_code, of_target);
        let is_legal = block_is_legal
            && registers_are_legal
            && scalar_registers_are_legal
            && kernel.static_shared_memory <= that_compiles;
        let launched = match Occupancy::of(sm, kernel) {
            Some(occupancy) if is_legal && occupancy.blocks_per_sm > 0 => Some(occupancy),
            _ => None,
        };
        Self {
            arch,
            sm,
            threads,
            block_axis_over_limit,
            block_is_legal,
            registers_are_legal,
            scalar_registers_are_legal,
            code,
            static_shared_memory_of_target: of_target,
            static_shared_memory_that_compiles: that_compiles,
            launched,
        }
    }
}

impl Configuration<'_> {
    /// The waves of the stated grid on `arch`; `None` if the grid or the SM count is not known, or no block fits.
    ///
    /// It counts blocks as if they were not in clusters: if clusters do not fill the SMs of a GPC, a wave holds fewer
    /// blocks. Only `cudaOccupancyMaxActiveClusters` on the GPU tells how many.
    pub const fn waves(&self, arch: &Arch) -> Option<Waves> {
        self.waves_with(arch, &known!(self.occupancy_on(arch)))
    }

    /// Like [`waves`](Self::waves), for an occupancy on `arch` that is already known.
    pub(crate) const fn waves_with(&self, arch: &Arch, occupancy: &Occupancy) -> Option<Waves> {
        match (self.sm_count(arch), self.counted_grid()) {
            (Some(sm_count), Some(Ok(grid))) => Waves::new(grid, sm_count, occupancy.blocks_per_sm),
            _ => None,
        }
    }

    /// The occupancy on the arch where it is lowest, whatever the order of the list; `None` if no arch is named or the
    /// block has no threads. A carve-out over 100 percent, which [`Rule::Carveout`](crate::Rule::Carveout) refuses,
    /// counts as 100.
    ///
    /// Another arch may hold fewer blocks: see [`fewest_blocks_per_sm`](Self::fewest_blocks_per_sm).
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel};
    ///
    /// // A T4 has half as many warp slots as an H100.
    /// let archs = [Arch::find("t4")?, Arch::find("h100")?];
    /// let configuration = Configuration::new(&archs, Kernel::new((512, 1, 1), 40));
    /// assert_eq!(configuration.least_occupancy().unwrap().ratio().to_string(), "75 %");
    /// assert_eq!(configuration.fewest_blocks_per_sm(), Some(2));
    /// # Ok::<(), occupancy_core::UnknownArch>(())
    /// ```
    pub const fn least_occupancy(&self) -> Option<Occupancy> {
        of_gpus!(self, lowest, arch => self.occupancy_on(arch))
    }

    /// The resident blocks per SM on the arch where the fewest are resident; `None` if no arch is named or the block
    /// has no threads.
    pub const fn fewest_blocks_per_sm(&self) -> Option<u32> {
        of_gpus!(self, <, arch: Some(occupancy) = self.occupancy_on(arch) => occupancy.blocks_per_sm)
    }

    /// The occupancy on one arch. A carve-out that is refused counts as 100 percent, so that a check reports the faults
    /// of the demands as well.
    pub(crate) const fn occupancy_on(&self, arch: &Arch) -> Option<Occupancy> {
        Occupancy::of(arch.multiprocessor(), &self.kernel)
    }

    /// Static and dynamic shared memory that a block may use on `arch`, bytes.
    pub(crate) const fn shared_memory_allowed(&self, arch: &Arch) -> u32 {
        let sm = arch.multiprocessor();
        if self.kernel.shared_memory_optin {
            sm.shared_memory_per_block_optin
        } else {
            sm.shared_memory_per_block
        }
    }

    /// The occupancy on `arch`, if no rule about launching is broken.
    pub(crate) const fn launchable_occupancy(&self, arch: &Arch) -> Option<Occupancy> {
        OnGpu::of(self, arch).launched
    }
}

/// The first axis of the block that is over its limit.
const fn block_axis_over_limit(sm: &Multiprocessor, (x, y, z): (u32, u32, u32)) -> Option<Axis> {
    let ((max_x, max_y, max_z), most) = (sm.max_block_dim, sm.max_threads_per_block);
    // A block of 2048 × 1 × 1 is over the limit of threads as well, which is reported.
    if z > max_z {
        Some(Axis::Z)
    } else if x > max_x && (x <= most || y > 1 || z > 1) {
        Some(Axis::X)
    } else if y > max_y && (y <= most || x > 1 || z > 1) {
        Some(Axis::Y)
    } else {
        None
    }
}

/// Static shared memory that ptxas accepts for the code's target, and that the code has compiled with, in bytes.
const fn static_shared_memory_of(sm: &Multiprocessor, code: &Compiled<'_>) -> (u32, u32) {
    match (code.form, code.suffix, sm.architecture_specific()) {
        (CodeForm::Ptx, Suffix::Architecture, Some((_, specific))) => {
            (specific.static_shared_memory_per_block, 0)
        }
        (CodeForm::Ptx, ..) => (DEFAULT_SHARED_MEMORY_PER_BLOCK, 0),
        _ => (
            sm.static_shared_memory_per_block,
            or(code.static_shared_memory, 0),
        ),
    }
}
