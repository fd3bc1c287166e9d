//! The launch that cudarc 0.19.0 makes of a launch type.

use cudarc::driver::LaunchConfig;
use occupancy_adapters::cudarc::{ReduceLaunch, SaxpyLaunch, saxpy_options};

#[test]
fn a_launch_struct_is_a_launch_config() {
    let config = LaunchConfig::from(SaxpyLaunch::for_elements(1000).unwrap());
    assert_eq!(config.grid_dim, (4, 1, 1));
    assert_eq!(config.block_dim, (256, 1, 1));
    assert_eq!(config.shared_mem_bytes, 0);
    let launch = ReduceLaunch::for_grid((5, 6, 7)).unwrap();
    assert_eq!(launch.opted_in(), ((5, 6, 7), (256, 1, 1), 64 * 1024));
    // The conversions of the adapters leave this one.
    let (grid_dim, _, _) = SaxpyLaunch::covering(1000).into();
    assert_eq!(grid_dim, (4, 1, 1));
}

#[test]
fn nvrtc_is_told_the_configuration() {
    let options = saxpy_options();
    assert_eq!(options.arch, Some("sm_90"));
    assert_eq!(options.options[0], "-DTHREADS_PER_BLOCK=256");
    assert_eq!(options.maxrregcount, None);
}
