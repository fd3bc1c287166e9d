//! The launch that cuda-core makes of a launch type.

use cuda_core::{
    BlockRequirement, DynamicSharedMemoryRequirement, KernelLaunchContract, LaunchConfig,
    LaunchConfig1D, LaunchConfig2D, LaunchConfig3D,
};
use occupancy::cuda_core::launch_contract;
use occupancy::launch_config;
use occupancy_cuda_core::{GemmContract, SaxpyLaunch, of_one_dimension};

#[launch_config(
    arch = ["a100", "h100"],
    threads = (8, 4, 2),
    regs = 40,
    smem = 2048,
    on("h100", threads = (16, 4, 2), regs = 80),
)]
mod stencil {}

#[test]
fn a_launch_struct_is_every_launch_config() {
    let launch = StencilLaunch::for_grid((5, 6, 7)).unwrap();
    let config = LaunchConfig::from(launch);
    assert_eq!(config.grid_dim, (5, 6, 7));
    assert_eq!(config.block_dim, (8, 4, 2));
    assert_eq!(config.shared_mem_bytes, 2048);
    let config = LaunchConfig3D::new((5, 6, 7), (8, 4, 2), 2048);
    assert_eq!(LaunchConfig3D::from(launch), config);
}

#[test]
fn a_launch_of_fewer_dimensions_is_that_of_fewer() {
    let launch = SaxpyLaunch::for_elements(1000).unwrap();
    assert_eq!(of_one_dimension(launch), Ok(LaunchConfig1D::new(4, 256, 0)));
    let config = LaunchConfig2D::new((4, 1), (256, 1), 0);
    assert_eq!(LaunchConfig2D::try_from(launch), Ok(config));

    let launch = SaxpyLaunch::for_grid((4, 6, 1)).unwrap();
    let config = LaunchConfig2D::new((4, 6), (256, 1), 0);
    assert_eq!(LaunchConfig2D::try_from(launch), Ok(config));
    let error = LaunchConfig1D::try_from(launch).unwrap_err();
    assert_eq!(error.rank, 1);
    assert_eq!(error.grid_dim, (4, 6, 1));
    assert_eq!(error.block_dim, (256, 1, 1));
}

#[test]
fn each_dimension_over_the_rank_is_refused() {
    for grid in [(4, 2, 1), (4, 1, 2)] {
        let launch = SaxpyLaunch::for_grid(grid).unwrap();
        assert_eq!(of_one_dimension(launch).unwrap_err().grid_dim, grid);
        assert_eq!(LaunchConfig2D::try_from(launch).is_ok(), grid.2 == 1);
    }
    let launch = StencilLaunch::for_grid((5, 1, 1)).unwrap();
    let error = LaunchConfig2D::try_from(launch).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a grid of (5, 1, 1) blocks of (8, 4, 2) threads has more dimensions than \
         `LaunchConfig2D`; convert into `LaunchConfig3D`"
    );
}

#[test]
fn the_launch_of_a_variant_has_its_block() {
    let variant = StencilLaunch::for_compute_capability(9, 0).unwrap();
    let launch = variant.for_grid((5, 6, 7)).unwrap();
    let config = LaunchConfig3D::new((5, 6, 7), (16, 4, 2), 2048);
    assert_eq!(LaunchConfig3D::from(launch), config);
}

#[test]
fn a_contract_is_the_configuration() {
    let contract = GemmContract::SPEC;
    assert_eq!(contract.kernel_name(), "gemm");
    assert_eq!(contract.block(), BlockRequirement::Exact((32, 8, 1)));
    assert_eq!(
        contract.dynamic_shared_memory(),
        DynamicSharedMemoryRequirement::Exact {
            bytes: 96 * 1024,
            min_alignment: 16
        }
    );
    assert_eq!(contract.cluster(), Some((2, 1, 1)));
    assert!(!contract.cooperative());
    assert_eq!(contract.min_compute_capability(), Some((9, 0)));
}

#[test]
fn a_contract_of_several_gpus_is_for_the_least_of_them() {
    let contract = launch_contract("stencil", &StencilLaunch::CONFIGURATION, 4);
    assert_eq!(contract.min_compute_capability(), Some((8, 0)));
    assert_eq!(contract.cluster(), None);
}

#[test]
#[should_panic = "an alignment is a power of two"]
fn an_alignment_is_checked() {
    let _ = launch_contract("stencil", &StencilLaunch::CONFIGURATION, 12);
}
