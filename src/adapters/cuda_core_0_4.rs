//! Launches through NVIDIA's [cuda-core](https://docs.rs/cuda-core/0.4.0) 0.4, as
//! [`cuda_core`](https://docs.rs/occupancy/latest/occupancy/cuda_core) does for 0.5. Both features can be
//! on at once.
//!
//! 0.4 has two types named `LaunchConfig`, with the same fields. A launch converts into both:
//!
//! ```
//! # use cuda_core_0_4 as cuda_core;
//! use cuda_core::{LaunchConfig, simt};
//! use occupancy::launch_config;
//!
//! #[launch_config(arch = "h100", threads = 256, regs = 64)]
//! fn saxpy() {}
//!
//! let launch = SaxpyLaunch::for_elements(1 << 20)?;
//! assert_eq!(LaunchConfig::from(launch).grid_dim, (4096, 1, 1));
//! assert_eq!(simt::LaunchConfig::from(launch).grid_dim, (4096, 1, 1));
//! # Ok::<(), occupancy::GridError>(())
//! ```

use cuda_core_0_4::simt;

launch_through!(cuda_core_0_4);

convert_into_launch_config!(simt::LaunchConfig);
