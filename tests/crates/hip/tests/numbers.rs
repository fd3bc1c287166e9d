//! The launches that the crates make of a launch type.

use occupancy_hip::rocm_rs::AttentionLaunch;
use occupancy_hip::rocmrc::{SaxpyLaunch, config};
use rocm_rs::hip::Dim3;

#[test]
fn a_launch_has_the_numbers_of_its_variant() {
    let variant = SaxpyLaunch::for_target("gfx1100", 48).unwrap();
    let config = config(variant.for_elements(1_000).unwrap());
    assert_eq!(
        (config.grid_dim, config.block_dim),
        ((2, 1, 1), (512, 1, 1))
    );
    assert_eq!(config.shared_mem_bytes, 0);

    let (grid, block, bytes) = AttentionLaunch::covering(1_000).into();
    let (grid, block) = (Dim3::from(grid), Dim3::from(block));
    assert_eq!((grid.x, block.x, block.y, bytes), (2, 256, 1, 160 * 1024));
}
