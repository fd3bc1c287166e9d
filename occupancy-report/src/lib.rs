//! Tables and drawings of GPU occupancy, from a [`Page`], as Markdown, HTML and SVG.
//!
//! The `occupancy` crate's `#[launch_config]` attribute draws the page of a launch type with it, and the
//! page that lists every launch configuration of a crate. Every figure is calculated by
//! [`occupancy_core`].
//!
//! ```
//! use occupancy_core::{Arch, Configuration, Kernel};
//! use occupancy_report::{Page, Variant};
//!
//! let archs = [Arch::find("h100")?];
//! let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
//! let page = Page::new("saxpy", vec![Variant::new(configuration)]);
//! assert_eq!(
//!     page.sentence("`saxpy`"),
//!     "Launch parameters of `saxpy`: H100 SXM5 80GB, 4 blocks of 256 threads per SM, 50 % occupancy; \
//!      registers bind."
//! );
//! assert!(page.markdown(true).contains("<svg"));
//! # Ok::<(), occupancy_core::UnknownArch>(())
//! ```
#![forbid(unsafe_code)]
#![doc(html_root_url = "https://docs.rs/occupancy-report/0.1.0")]

#[cfg(feature = "calculator")]
pub mod calculator;
mod charts;
#[doc(hidden)]
pub mod compiler;
#[doc(hidden)]
pub mod escape;
mod format;
mod gpu;
#[cfg(test)]
#[path = "../tests/it/hostile.rs"]
mod hostile;
pub mod index;
mod lines;
mod outcome;
mod page;
mod peaks;
mod profile;
pub mod record;

pub use self::charts::drawings;
#[doc(hidden)]
pub use self::charts::svg;
#[doc(hidden)]
pub use self::format::{counted, worded};
pub use self::gpu::gpu_lines;
pub use self::lines::{Line, lines};
pub use self::page::{Page, Variant};
#[doc(hidden)]
pub use self::peaks::ridge_of;
pub use self::peaks::{TensorOperands, tensor_tflop_per_s};
pub use self::profile::{Metric, demanded_profile, expected_profile};
