#![doc = include_str!("../README.md")]
//!
//! [`model`] answers whether the resident warps are enough to hide latency, and to keep memory busy.
//!
//! The results equal those of NVIDIA's `cuda_occupancy.h` (CUDA 13.5) for compute capability 5.0 to 12.1.
//! [`Occupancy`] lists the four places where they differ on purpose.
#![no_std]
#![forbid(unsafe_code)]
// Nothing panics or overflows, whatever the input: the calculation has no operator and no index that could, and each
// exception says why it cannot.
#![cfg_attr(
    not(test),
    deny(
        clippy::arithmetic_side_effects,
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]
#![doc(html_root_url = "https://docs.rs/occupancy-core/0.1.0")]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[macro_use]
mod polyfill;

pub mod build_script;
mod error;
pub mod gpu;
#[doc(hidden)]
pub mod judge;
pub mod kernel;
pub mod launch;
pub mod model;
#[doc(hidden)]
pub mod numbers;
pub mod rules;
pub mod search;
mod set;
#[doc(hidden)]
pub mod text;

pub use self::error::Error;
pub use self::gpu::{
    Arch, Device, Multiprocessor, UnknownArch, compute_capabilities, devices, targets,
};
pub use self::kernel::{Compiled, Configuration, Grid, GridDim, GridError, Kernel};
pub use self::model::{Occupancy, Resource, Waves};
pub use self::rules::{Lint, Rule};
pub use self::text::Ratio;
