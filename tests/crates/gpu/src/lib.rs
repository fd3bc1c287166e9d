//! Shared by the tests on a GPU: the GPU, kernels for it, launches, and rows of its answers.
//!
//! `cargo test --package occupancy-test-gpu` runs them wherever there is a GPU, a driver and NVRTC;
//! elsewhere each says in one line why it was skipped. With `OCCUPANCY_REQUIRE_GPU` set, it fails
//! instead.

mod gpu;
mod kernels;
mod launch;
mod rows;
mod schedule;

pub use self::gpu::{Gpu, say};
pub use self::kernels::{Source, compile, load, registers};
pub use self::launch::{attempt, launch};
pub use self::rows::{Recorded, Row, assert_predicted, read_all, record, write};
pub use self::schedule::{Run, Schedule};
