//! Launches through NVIDIA's [cuda-core](https://docs.rs/cuda-core/0.4.0) 0.4: what
//! [`cuda_core`](https://docs.rs/occupancy/latest/occupancy/cuda_core) has for 0.5, for crates that are not
//! there yet. Both features can be on at once.
//!
//! 0.4 has two types by the name of `LaunchConfig`, with the same fields; a launch converts into both:
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

convert_through_opted_in!(simt::LaunchConfig);

/// For code that opts in itself.
impl From<OptedIn> for simt::LaunchConfig {
    #[inline]
    fn from(launch: OptedIn) -> Self {
        Self {
            grid_dim: launch.grid_dim(),
            block_dim: launch.block_dim(),
            shared_mem_bytes: launch.shared_mem_bytes(),
        }
    }
}
