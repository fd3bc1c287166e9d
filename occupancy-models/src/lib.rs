//! Models beside GPU occupancy: the limits of a kernel other than its resident warps, and the times of its blocks.
//!
//! [`Occupancy`](occupancy_core::Occupancy) tells how many warps are resident. The models here answer what comes next,
//! beside [`LatencyDemand`](occupancy_core::kernel::LatencyDemand) and
//! [`bytes_in_flight`](occupancy_core::model::bytes_in_flight) of the calculation itself:
//!
//! | question | model | its bound |
//! |---|---|---|
//! | which unit binds? | [`InstructionMix`] | the clocks of a mix of instructions, from below |
//! | does compute bind, or memory? | [`ridge`], [`attainable_mflop_per_s`] | the rates of a device, from above |
//! | what do uneven blocks cost? | [`makespan`], [`busy_share`] | the time of a grid, and the share of it that is work |
//! | where and when does each block run, also beside another kernel? | [`Schedule`], [`beside`] | one placement that is possible |
//! | what does a scheduler do in each cycle? | [`Timeline`] | the best case, cycle by cycle |
//! | do lanes meet in a bank of shared memory, and does a warp use the memory that it moves? | [`Access`] | wavefronts, sectors, and the padding or the [`Swizzle`] without conflicts |
//! | which block keeps the most threads resident? | [`max_potential_block_size`] | that of the CUDA function |
//! | how do warpgroups split their registers? | [`split_registers`], [`registers_beside`] | the numbers that `setmaxnreg` can take |
//! | what will the profiler show? | [`expected_profile`], [`demanded_profile`] | metrics of Nsight Compute |
//!
//! A GPU of AMD has an answer of [`beside`], [`Schedule`], [`makespan`], [`busy_share`], [`Timeline`] and [`max_potential_block_size`];
//! the others have NVIDIA's figures, and are an error, `None` or empty there.
//!
//! Each states its assumptions. All are exact, in integers, and none guesses: a figure of a GPU that no
//! source states is `None` or an [`Error`].
//!
//! The crate `occupancy` has them as `occupancy::models`, with its feature `models`.
#![forbid(unsafe_code)]
#![doc(html_root_url = "https://docs.rs/occupancy-models/0.1.0")]

#[macro_use]
mod worded;

mod access;
mod block_size;
mod error;
mod instruction_class;
mod instruction_mix;
mod peak_rates;
mod register_split;
mod residency;
mod schedule;
mod swizzle;
mod throughput;
mod timeline;

pub use self::access::{Access, BankConflict, Padding};
pub use self::block_size::max_potential_block_size;
pub use self::error::Error;
pub use self::instruction_class::InstructionClass;
pub use self::instruction_mix::{InstructionMix, MixClocks};
pub use self::peak_rates::{attainable_mflop_per_s, peak_mflop_per_s, peak_mflop_per_s_at, ridge};
pub use self::register_split::{registers_beside, split_registers};
pub use self::residency::beside;
pub use self::schedule::{Placement, Schedule, SmOrder, busy_share, makespan};
pub use self::swizzle::Swizzle;
pub use self::throughput::{dependent_issue_cycles, lanes_per_clock, tensor_cores};
pub use self::timeline::{Cycle, Policy, Program, Stall, Step, Timeline, WarpState};
pub use occupancy_report::{
    Metric, TensorOperands, demanded_profile, expected_profile, tensor_tflop_per_s,
};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
