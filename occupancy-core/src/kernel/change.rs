//! One change to a configuration.

use super::{Accumulator, Argument, Configuration, Grid, LatencyDemand};
use crate::gpu::Device;
use crate::text::Ratio;

/// One change to a configuration, in terms of the attribute's arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Change {
    /// `regs = …`, or another [integer](Argument::INTEGERS).
    Integer(Argument, u64),
    /// `threads = …`
    Threads((u32, u32, u32)),
    /// `regs = …, smem = …`
    RegistersAndDynamicSharedMemory(u32, u32),
    /// `static_smem = 0, smem = …`
    DynamicInsteadOfStatic(u32),
    /// `grid = …`
    Grid((u32, u32, u32)),
    /// `allow(partial_warp)`
    AllowPartialWarp,
    /// `min_occupancy = …`
    MinOccupancy(Ratio),
    /// `tail_efficiency = …`
    TailEfficiency(Ratio),
    /// `hides(…)`
    Hides(LatencyDemand),
    /// `arch = …`: a device of the same compute capability.
    Device(Device),
    /// `cluster = …`
    Cluster((u32, u32, u32)),
    /// `accumulator = …` of `tile(…)`
    Accumulator(Accumulator),
    /// `problem = …` of `tile(…)`
    Problem((u32, u32)),
    /// Leave `hides`, `min_occupancy`, `tail_efficiency`, `cluster` or `tile` out.
    Without(Argument),
}

impl Change {
    /// The configuration with the change made. [`Change::Device`] leaves it as it is, because the
    /// configuration only borrows its list of GPUs.
    #[must_use = "returns the changed configuration"]
    pub const fn apply<'a>(self, configuration: &Configuration<'a>) -> Configuration<'a> {
        let same = *configuration;
        let kernel = configuration.kernel;
        match self {
            Self::Integer(argument, value) => same.with_integer(argument, value),
            Self::Threads(block_dim) => same.with_block_dim(block_dim),
            Self::RegistersAndDynamicSharedMemory(registers, bytes) => same.with_kernel(
                kernel
                    .with_registers(registers)
                    .with_dynamic_shared_memory(bytes),
            ),
            Self::DynamicInsteadOfStatic(bytes) => same.with_kernel(
                kernel
                    .with_static_shared_memory(0)
                    .with_dynamic_shared_memory(bytes),
            ),
            Self::Grid(dims) => same.with_grid(Some(Grid::Blocks(dims))),
            Self::AllowPartialWarp => same.with_partial_warp_allowed(true),
            Self::Hides(demand) => same.with_hides(Some(demand)),
            Self::MinOccupancy(ratio) => same.with_min_occupancy(ratio),
            Self::TailEfficiency(ratio) => same.with_tail_efficiency(Some(ratio)),
            Self::Device(_) => same,
            Self::Cluster(dims) => same.with_kernel(kernel.with_cluster_dim(Some(dims))),
            Self::Accumulator(_) | Self::Problem(_) => self.apply_to_tile(configuration),
            Self::Without(argument) => Self::leave_out(argument, configuration),
        }
    }

    const fn leave_out<'a>(
        argument: Argument,
        configuration: &Configuration<'a>,
    ) -> Configuration<'a> {
        let mut without = *configuration;
        match argument {
            Argument::Hides => without.hides = None,
            Argument::MinOccupancy => without.min_occupancy = None,
            Argument::TailEfficiency => without.tail_efficiency = None,
            Argument::Cluster => without.kernel.cluster_dim = None,
            Argument::Tile => return without.without_tile(),
            _ => {}
        }
        without
    }

    const fn apply_to_tile<'a>(self, configuration: &Configuration<'a>) -> Configuration<'a> {
        let Some(mut tile) = configuration.tile else {
            return *configuration;
        };
        match self {
            Self::Accumulator(accumulator) => tile.accumulator = accumulator,
            Self::Problem(problem) => tile.problem = Some(problem),
            _ => {}
        }
        configuration.with_tile(Some(tile))
    }

    /// The same change to another number: the last, of those that have several; the outermost extent over one, of a
    /// block, and blocks along x, of a grid.
    pub(crate) const fn with_number(self, number: u32) -> Self {
        match self {
            Self::Threads((x, y, z)) if z > 1 => Self::Threads((x, y, number)),
            Self::Threads((x, y, z)) if y > 1 => Self::Threads((x, number, z)),
            Self::Threads((_, y, z)) => Self::Threads((number, y, z)),
            Self::Grid((_, y, z)) => Self::Grid((number, y, z)),
            Self::Integer(argument, _) => Self::Integer(argument, number as u64),
            Self::RegistersAndDynamicSharedMemory(registers, _) => {
                Self::RegistersAndDynamicSharedMemory(registers, number)
            }
            other => other,
        }
    }
}
