//! The launch that cuda-core makes of a launch type.

use cuda_core::{
    BlockRequirement, DynamicSharedMemoryRequirement, KernelLaunchContract, LaunchConfig,
    LaunchConfig1D, LaunchConfig2D, LaunchConfig3D,
};
use occupancy::cuda_core::launch_contract;
use occupancy::launch_config;
use occupancy_cuda_core::{GemmContract, GemmLaunch, SaxpyLaunch};

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
fn the_numbers_of_a_launch_are_those_of_fewer_dimensions() {
    let ((blocks, ..), (threads, ..), bytes) = SaxpyLaunch::covering(1000).into();
    let config = LaunchConfig1D::new(blocks, threads, bytes);
    assert_eq!(config, LaunchConfig1D::new(4, 256, 0));

    let launch = GemmLaunch::for_grid((4, 6, 1)).unwrap();
    let ((x, y, 1), (width, height, 1), bytes) = launch.opted_in() else {
        panic!("of two dimensions");
    };
    let config = LaunchConfig2D::new((x, y), (width, height), bytes);
    assert_eq!(config, LaunchConfig2D::new((4, 6), (32, 8), 96 * 1024));
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
