//! Calculations: what an SM holds of a kernel, what follows from it, and whether it is enough.
//!
//! [`Occupancy`] tells how many warps are resident. The models here answer what comes next:
//!
//! | question | model | what it bounds |
//! |---|---|---|
//! | do these warps hide the latency? | [`LatencyHiding`] | the share of cycles with an issue, from above |
//! | are enough bytes in flight? | [`BytesInFlight`] | the share of the memory bandwidth, from above |
//! | which unit binds? | [`InstructionMix`] | the clocks of a mix of instructions, from below |
//! | does compute bind, or memory? | [`PeakRates`] | the rates of a device, from above |
//! | what does a tile of a matrix product take? | [`Tile`] | shared memory, registers, and the share of work that is useful |
//! | what do uneven blocks cost, and in which order? | [`BlockSchedule`] | where and when each block runs |
//! | what does a scheduler do in each cycle? | [`Timeline`] | the best case, cycle by cycle |
//! | do lanes meet in a bank of shared memory? | [`SharedAccess`] | wavefronts of an access, and the padding without conflicts |
//! | does a warp use the memory that it moves? | [`GlobalAccess`] | sectors of an access, and their efficiency |
//! | what will the profiler show? | [`ExpectedProfile`] | metrics of Nsight Compute |
//!
//! Each states its assumptions. All are exact, in integers, and none guesses: a figure of a GPU that no
//! source states is `None` or an error.

mod bytes_in_flight;
mod cluster;
mod cooperative;
mod facts;
mod global_access;
mod instruction_mix;
mod lanes;
mod latency_demand;
mod latency_hiding;
mod occupancy;
mod peak_rates;
mod profile;
mod register_split;
mod room;
mod schedule;
mod scheduler_load;
mod shared_access;
mod swizzle;
mod tensor_memory;
mod tile;
mod timeline;
mod waves;

pub use self::bytes_in_flight::{BytesInFlight, MeasuredBandwidth};
pub(crate) use self::cluster::max_cluster_size;
pub use self::cooperative::CooperativeGridError;
pub(crate) use self::facts::Facts;
pub use self::global_access::GlobalAccess;
pub use self::instruction_mix::{BindingMixLimits, InstructionMix, MixClocks, MixLimit};
pub use self::lanes::AccessError;
pub use self::latency_hiding::LatencyHiding;
pub use self::occupancy::{BindingLimits, InvalidKernel, Limits, Occupancy, Resource};
pub(crate) use self::occupancy::{binding_limits, most_warps};
pub use self::peak_rates::{PeakRates, Precision};
pub use self::profile::{ExpectedProfile, Metric, MetricValue, Relation};
pub use self::register_split::{RegisterChange, RegisterSplit, RegisterSplitError, WARPGROUP_SIZE};
pub use self::schedule::{
    BlockSchedule, Placement, ScheduleError, ScheduledBlock, ScheduledSm, SmOrder, longest_first,
    makespan_at_least,
};
pub use self::scheduler_load::{SchedulerLoad, barrier_exposure};
pub use self::shared_access::{BankConflict, Padding, SharedAccess};
pub use self::swizzle::Swizzle;
pub(crate) use self::tensor_memory::MOST_COLUMNS;
pub use self::tensor_memory::{TensorMemory, TensorMemoryError};
pub use self::tile::{Tile, TileError, Tiling};
pub use self::timeline::{Cycle, MAX_TIMELINE_WARPS, Policy, Step, Timeline, WarpState};
pub use self::waves::Waves;
pub use crate::gpu::nvidia::{
    BoardLayout, InstructionClass, Throughput, ThroughputError, board_layout,
};
pub use crate::kernel::Accumulator;
