//! Calculations: what an SM holds of a kernel, what follows from it, and whether it is enough.
//!
//! [`Occupancy`] tells how many warps are resident. The models here answer what comes next:
//!
//! | question | model | what it bounds |
//! |---|---|---|
//! | do these warps hide the latency? | [`LatencyHiding`] | the share of cycles with an issue, from above |
//! | are enough bytes in flight? | [`BytesInFlight`] | the share of the memory bandwidth, from above |
//! | what does a tile of a matrix product take? | [`Tile`] | shared memory, registers, and the share of work that is useful |
//!
//! Others are in the crate `occupancy-models`: bank conflicts, schedules of blocks, mixes of instructions, peak rates.
//!
//! Each states its assumptions. All are exact, in integers, and none guesses: a figure of a GPU that no
//! source states is `None` or an error.

mod bytes_in_flight;
mod cluster;
mod cooperative;
mod facts;
mod latency_demand;
mod latency_hiding;
mod occupancy;
mod scheduler_load;
mod tensor_memory;
mod tile;
mod waves;

pub use self::bytes_in_flight::BytesInFlight;
pub(crate) use self::cluster::max_cluster_size;
pub use self::cooperative::CooperativeGridError;
pub(crate) use self::facts::Facts;
pub use self::latency_hiding::LatencyHiding;
pub use self::occupancy::{BindingLimits, InvalidKernel, Limits, Occupancy, Resource};
pub(crate) use self::occupancy::{binding_limits, most_warps};
pub use self::scheduler_load::SchedulerLoad;
pub(crate) use self::tensor_memory::MOST_COLUMNS;
pub use self::tensor_memory::{TensorMemory, TensorMemoryError};
pub use self::tile::{Tile, TileError, Tiling};
pub use self::waves::Waves;
pub use crate::gpu::nvidia::{
    MeasuredLatency, MemoryLatencies, Specifications, arithmetic_latency, memory_latencies,
    specifications,
};
pub use crate::kernel::Accumulator;
