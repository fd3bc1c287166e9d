//! The launch that cust makes of a launch type.

use cust::function::{BlockSize, GridSize};
use cust::module::ModuleJitOption;
use occupancy::cust::jit_options;
use occupancy::launch_config;
use occupancy_adapters::cust::AttentionLaunch;

#[launch_config(
    arch = ["a100", "rtx4090", "h100"],
    threads = (8, 4, 2),
    regs = 40,
    on("h100", threads = (16, 4, 2), regs = 80),
)]
mod stencil {}

#[test]
fn a_launch_struct_is_a_grid_and_a_block() {
    let launch = StencilLaunch::for_grid((5, 6, 7)).unwrap();
    assert_eq!(GridSize::from(launch), GridSize { x: 5, y: 6, z: 7 });
    assert_eq!(BlockSize::from(launch), BlockSize { x: 8, y: 4, z: 2 });
    let launch = AttentionLaunch::for_elements(1000).unwrap();
    let (grid, block, _) = launch.opted_in();
    assert_eq!(GridSize::from(grid), GridSize { x: 8, y: 1, z: 1 });
    assert_eq!(BlockSize::from(block), BlockSize { x: 128, y: 1, z: 1 });
}

#[test]
fn the_launch_of_a_variant_has_its_block_and_its_budget() {
    let variant = StencilLaunch::for_compute_capability(9, 0).unwrap();
    let launch = variant.for_grid((5, 6, 7)).unwrap();
    assert_eq!(GridSize::from(launch), GridSize { x: 5, y: 6, z: 7 });
    assert_eq!(BlockSize::from(launch), BlockSize { x: 16, y: 4, z: 2 });
    assert_eq!(
        jit_options(variant.kernel()),
        [ModuleJitOption::MaxRegisters(80)]
    );
}
