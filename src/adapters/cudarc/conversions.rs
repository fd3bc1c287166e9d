//! Launches as cudarc's own.

use cudarc::driver::LaunchConfig;

use crate::OptedIn;

convert_through_opted_in!(LaunchConfig);

/// For code that opts in itself.
impl From<OptedIn> for LaunchConfig {
    #[inline]
    fn from(launch: OptedIn) -> Self {
        Self {
            grid_dim: launch.grid_dim(),
            block_dim: launch.block_dim(),
            shared_mem_bytes: launch.shared_mem_bytes(),
        }
    }
}
