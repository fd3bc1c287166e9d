//! The calculations: how much of a kernel an SM holds, what follows from that, and whether it is enough.
//!
//! [`Occupancy`] tells how many warps are resident. The models here answer the questions that come next:
//!
//! | question | model | what it bounds |
//! |---|---|---|
//! | do these warps hide the latency? | [`LatencyDemand`](crate::kernel::LatencyDemand) | the share of cycles with an issue, from above |
//! | are enough bytes in flight? | [`bytes_in_flight`] | the share of the memory bandwidth, from above |
//! | what does a tile of a matrix product take? | [`Tile`](crate::kernel::Tile) | shared memory, registers, and the share of work that is useful |
//!
//! [`OccupancyTables`] calculate many kernels on one GPU, and a [`Sweep`] of ranges finds the best of them.
//!
//! The crate `occupancy-models` has others: bank conflicts, schedules of blocks, mixes of instructions, peak rates.
//!
//! Each model states its assumptions. All are exact, in integers, and none guesses: a figure of a GPU that no source
//! states is `None` or an error.

mod cluster;
mod latency_demand;
#[allow(
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation,
    clippy::manual_checked_ops,
    reason = "each bound is beside what it bounds, and no divisor is 0"
)]
mod limits;
mod occupancy;
mod on_gpu;
mod sweep;
mod tables;
mod tile;
mod waves;

pub(crate) use self::cluster::max_cluster_size;
pub use self::latency_demand::bytes_in_flight;
pub(crate) use self::latency_demand::dealt;
#[doc(hidden)]
pub use self::limits::scalar_registers_per_warp;
pub(crate) use self::limits::{MOST_SCALAR_REGISTERS, most_warps};
pub use self::occupancy::{Limits, Occupancy, Resource};
pub(crate) use self::on_gpu::OnGpu;
pub use self::sweep::{Point, Sweep};
pub use self::tables::OccupancyTables;
pub(crate) use self::tile::MOST_COLUMNS;
pub use self::waves::Waves;
