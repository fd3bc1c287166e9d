//! One change to a configuration.

use super::{Accumulator, Argument, Configuration, Grid, LatencyDemand};
use crate::gpu::Device;
use crate::text::Ratio;

/// A change to a configuration, in terms of the attribute's arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Change {
    /// `regs = …`, or another [integer](Argument::is_integer).
    Integer(Argument, u64),
    /// `threads = …`
    Threads((u32, u32, u32)),
    /// `regs = …, smem = …`, or the registers of another vendor.
    RegistersAndDynamicSharedMemory(Argument, u32, u32),
    /// `regs = …, vgprs = …`
    RegistersOfBoth(u64, u64),
    /// `static_smem = 0, smem = …`
    DynamicInsteadOfStatic(u32),
    /// `grid = …`
    Grid((u32, u32, u32)),
    /// `allow(partial_warp)`
    AllowPartialWarp,
    /// `min_occupancy = …` or `tail_efficiency = …`
    Ratio(Argument, Ratio),
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
    /// Applies the change. [`Change::Device`] leaves the configuration as it is, because that only borrows its list of
    /// GPUs.
    pub const fn apply<'a>(self, configuration: &Configuration<'a>) -> Configuration<'a> {
        let mut to = *configuration;
        match (self, &mut to.tile) {
            (Self::Integer(argument, value), _) => return to.with_integer(argument, value),
            (Self::Threads(block_dim), _) => return to.with_block_dim(block_dim),
            (Self::RegistersAndDynamicSharedMemory(argument, registers, bytes), _) => {
                to = to.with_integer(argument, registers as u64);
                to.kernel.dynamic_shared_memory = bytes;
            }
            (Self::RegistersOfBoth(registers, vgprs), _) => {
                let to = to.with_integer(Argument::Registers, registers);
                return to.with_integer(Argument::Vgprs, vgprs);
            }
            (Self::DynamicInsteadOfStatic(bytes), _) => {
                to.kernel.static_shared_memory = 0;
                to.kernel.dynamic_shared_memory = bytes;
            }
            (Self::Grid(dims), _) => to.grid = Some(Grid::Blocks(dims)),
            (Self::AllowPartialWarp, _) => to.partial_warp_allowed = true,
            (Self::Hides(demand), _) => to.hides = Some(demand),
            (Self::Ratio(Argument::MinOccupancy, ratio), _) => to.min_occupancy = Some(ratio),
            (Self::Ratio(_, ratio), _) => to.tail_efficiency = Some(ratio),
            (Self::Cluster(dims), _) => to.kernel.cluster_dim = Some(dims),
            (Self::Accumulator(accumulator), Some(tile)) => tile.accumulator = accumulator,
            (Self::Problem(problem), Some(tile)) => tile.problem = Some(problem),
            (Self::Without(Argument::Hides), _) => to.hides = None,
            (Self::Without(Argument::MinOccupancy), _) => to.min_occupancy = None,
            (Self::Without(Argument::TailEfficiency), _) => to.tail_efficiency = None,
            (Self::Without(Argument::Cluster), _) => to.kernel.cluster_dim = None,
            (Self::Without(Argument::Tile), _) => return to.with_tile(None),
            _ => {}
        }
        to
    }

    /// The same change to another number. A block changes in its outermost extent over one, a grid in x, and registers
    /// with shared memory in the bytes.
    pub(crate) const fn with_number(self, number: u32) -> Self {
        match self {
            Self::Threads((x, y, z)) if z > 1 => Self::Threads((x, y, number)),
            Self::Threads((x, y, z)) if y > 1 => Self::Threads((x, number, z)),
            Self::Threads((_, y, z)) => Self::Threads((number, y, z)),
            Self::Grid((_, y, z)) => Self::Grid((number, y, z)),
            Self::Integer(argument, _) => Self::Integer(argument, number as u64),
            Self::RegistersAndDynamicSharedMemory(argument, registers, _) => {
                Self::RegistersAndDynamicSharedMemory(argument, registers, number)
            }
            other => other,
        }
    }
}
