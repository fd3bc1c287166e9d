//! One change to a configuration.

use super::{Accumulator, Argument, Configuration, Grid, LatencyDemand, WarpGroups};
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
    /// `regs = …, smem = …`, or two other integers.
    Both((Argument, u64), (Argument, u64)),
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
    /// `setmaxnreg(…)`
    WarpGroups(WarpGroups),
    /// Leave `hides`, `min_occupancy`, `tail_efficiency`, `cooperative`, `cluster`, `setmaxnreg` or `tile` out.
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
            (Self::Both((one, value), (other, others_value)), _) => {
                let to = to.with_integer(one, value);
                return to.with_integer(other, others_value);
            }
            (Self::Grid(dims), _) => to.grid = Some(Grid::Blocks(dims)),
            (Self::AllowPartialWarp, _) => to.partial_warp_allowed = true,
            (Self::Hides(demand), _) => to.hides = Some(demand),
            (Self::Ratio(Argument::MinOccupancy, ratio), _) => to.min_occupancy = Some(ratio),
            (Self::Ratio(_, ratio), _) => to.tail_efficiency = Some(ratio),
            (Self::Cluster(dims), _) => to.kernel.cluster_dim = Some(dims),
            (Self::Accumulator(accumulator), Some(tile)) => tile.accumulator = accumulator,
            (Self::Problem(problem), Some(tile)) => tile.problem = Some(problem),
            (Self::WarpGroups(groups), _) => to.setmaxnreg = Some(groups),
            (Self::Without(Argument::Setmaxnreg), _) => to.setmaxnreg = None,
            (Self::Without(Argument::Hides), _) => to.hides = None,
            (Self::Without(Argument::MinOccupancy), _) => to.min_occupancy = None,
            (Self::Without(Argument::TailEfficiency), _) => to.tail_efficiency = None,
            (Self::Without(Argument::Cooperative), _) => to.cooperative = false,
            (Self::Without(Argument::Cluster), _) => to.kernel.cluster_dim = None,
            (Self::Without(Argument::Tile), _) => return to.with_tile(None),
            _ => {}
        }
        to
    }

    /// The same change to another number. A block changes in its outermost extent over one, and a grid in x.
    pub(crate) const fn with_number(self, number: u32) -> Self {
        match self {
            Self::Threads((x, y, z)) if z > 1 => Self::Threads((x, y, number)),
            Self::Threads((x, y, z)) if y > 1 => Self::Threads((x, number, z)),
            Self::Threads((_, y, z)) => Self::Threads((number, y, z)),
            Self::Grid((_, y, z)) => Self::Grid((number, y, z)),
            Self::Integer(argument, _) => Self::Integer(argument, number as u64),
            other => other,
        }
    }
}
