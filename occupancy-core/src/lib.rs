//! GPU architecture limits and exact CUDA occupancy, as `no_std` `const fn`s without dependencies.
//!
//! You name a GPU, and need not have it. The crate answers how many blocks of a kernel are resident on one SM, which
//! resource decides that, how a grid falls into waves, and what to change to fit one more block. The
//! `#[launch_config]` attribute of `occupancy` uses this calculation for its checks, its constants and all that it does
//! at run time.
//!
//! ```
//! use occupancy_core::{devices::H100, GridDim, Kernel, Occupancy, Waves};
//!
//! // 256 threads of 64 registers, 32 KiB of dynamic shared memory a block.
//! const KERNEL: Kernel = Kernel::new((256, 1, 1), 64).with_dynamic_shared_memory(32 * 1024);
//!
//! let occupancy = Occupancy::new(H100.multiprocessor(), &KERNEL)?;
//! assert_eq!(occupancy.blocks_per_sm, 4);
//! assert_eq!(occupancy.binding().to_string(), "registers");
//! assert_eq!(occupancy.limits.shared_memory, Some(6));
//!
//! let waves = Waves::new(GridDim::new((1000, 1, 1))?, H100.sm_count(), occupancy.blocks_per_sm);
//! assert_eq!(waves.unwrap().tail_efficiency().to_string(), "94.7 %");
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
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
