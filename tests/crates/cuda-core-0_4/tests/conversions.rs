//! What a launch becomes in cuda-core 0.4; what it has in common with 0.5 is tested there.

use cuda_core::{
    KernelLaunchContract, LaunchConfig, LaunchConfig1D, LaunchConfig2D, LaunchConfig3D, simt,
};
use occupancy_cuda_core_0_4::{GemmContract, GemmLaunch, SaxpyLaunch, of_one_dimension};

#[test]
fn a_launch_is_both_launch_configs() {
    let launch = SaxpyLaunch::for_grid((5, 6, 7)).unwrap();
    let config = LaunchConfig::from(launch);
    assert_eq!(config.grid_dim, (5, 6, 7));
    assert_eq!(config.block_dim, (256, 1, 1));
    assert_eq!(config.shared_mem_bytes, 0);
    let config = simt::LaunchConfig::from(launch);
    assert_eq!(config.grid_dim, (5, 6, 7));
    assert_eq!(config.block_dim, (256, 1, 1));
    assert_eq!(config.shared_mem_bytes, 0);
    let config = LaunchConfig3D::new((5, 6, 7), (256, 1, 1), 0);
    assert_eq!(LaunchConfig3D::from(launch), config);
}

#[test]
fn a_launch_of_fewer_dimensions_is_that_of_fewer() {
    let launch = SaxpyLaunch::for_elements(1000).unwrap();
    assert_eq!(of_one_dimension(launch), Ok(LaunchConfig1D::new(4, 256, 0)));
    let launch = GemmLaunch::for_grid((4, 6, 1)).unwrap().opted_in();
    let config = LaunchConfig2D::new((4, 6), (32, 8), 96 * 1024);
    assert_eq!(LaunchConfig2D::try_from(launch), Ok(config));
    let error = LaunchConfig1D::try_from(launch).unwrap_err();
    assert_eq!((error.rank(), error.grid_dim()), (1, (4, 6, 1)));
}

#[test]
fn a_contract_is_the_configuration() {
    assert_eq!(GemmContract::SPEC.kernel_name(), "gemm");
    assert_eq!(GemmContract::SPEC.cluster(), Some((2, 1, 1)));
}
