//! Prepares, verifies and launches loaded functions, whichever crate calls the CUDA driver. A launch on AMD needs no opt-in:
//! HIP takes its [numbers](crate::launch_config#crates-that-launch).
//!
//! The features `cudarc-0_19`, `cust-0_3` and `cuda-core-0_5` turn this module on and implement [`DriverFunction`] for
//! the functions of their crate. So a launch type has [`prepare`](crate::Launch::prepare) and
//! [`verify`](crate::Launch::verify) for each of them, [`Prepared`] launches the function, and an error of the driver
//! comes back as a [`LaunchError`].
//!
//! A program that learns the block when it runs needs no attribute: [`Checked::of_function`](crate::Checked::of_function)
//! asks for the registers, the static shared memory and the cluster of a loaded function, and for its GPU.
//!
//! For another crate, or for bindings of your own, turn on the feature `driver` and implement [`DriverDevice`] and
//! [`DriverFunction`]:
//!
//! ```
//! use occupancy::driver::{DriverDevice, DriverFunction};
//! use occupancy::launch_config;
//!
//! /// A function, as bindings of your own have it.
//! #[derive(Debug)]
//! struct Function;
//!
//! /// A `CUresult` other than `CUDA_SUCCESS`.
//! #[derive(Debug)]
//! struct DriverError(u32);
//!
//! impl DriverDevice for Function {
//!     type Error = DriverError;
//!
//!     fn device_attribute(&self, attribute: i32) -> Result<i32, DriverError> {
//!         // `cuDeviceGetAttribute`
//! #       Ok(match attribute { 75 => 7, 76 => 5, _ => 40 })
//!     }
//! }
//!
//! impl DriverFunction for Function {
//!     const LAUNCHES_IN_CLUSTERS: bool = false;
//!
//!     fn attribute(&self, attribute: i32) -> Result<i32, DriverError> {
//!         // `cuFuncGetAttribute`
//! #       let _ = attribute;
//! #       Ok(0)
//!     }
//!
//!     fn set_attribute(&self, attribute: i32, value: i32) -> Result<(), DriverError> {
//!         // `cuFuncSetAttribute`
//! #       assert_eq!((attribute, value), (8, 98_304));
//! #       Err(DriverError(1))
//!     }
//!
//!     fn blocks_per_sm(&self, threads: u32, dynamic_bytes: u32) -> Result<u32, DriverError> {
//!         // `cuOccupancyMaxActiveBlocksPerMultiprocessor`
//! #       let _ = (threads, dynamic_bytes);
//! #       Ok(0)
//!     }
//!
//!     fn error_number(error: &DriverError) -> u32 {
//!         error.0
//!     }
//! }
//!
//! #[launch_config(arch = "h100", threads = 256, regs = 64, smem = 96 * 1024)]
//! fn gemm() {}
//!
//! // The GPU at hand is a T4, whose blocks have at most 64 KiB.
//! let error = GemmLaunch::prepare(&Function).unwrap_err();
//! assert_eq!(error.rules().next(), Some(occupancy::Rule::SharedMemory));
//! ```

mod chosen;
mod function;
mod launch_error;
mod prepared;
mod verified;

pub use self::function::{DriverDevice, DriverFunction};
pub use self::launch_error::LaunchError;
pub use self::prepared::{Prepared, prepare};
pub use self::verified::{VerifyError, loaded, verify};
