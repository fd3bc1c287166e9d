//! Blocks and grids of one, two and three dimensions.

use occupancy::launch_config;

#[launch_config(arch = "a100", threads = 1024, regs = 64, grid = 2_147_483_647)]
fn line() {}

#[launch_config(arch = "a100", threads = (512), regs = 64, grid = (108,))]
fn line_in_parentheses() {}

#[launch_config(arch = "a100", threads = (32, 8), regs = 64, grid = (1000, 65_535))]
fn plane() {}

#[launch_config(arch = "a100", threads = (8, 4 * 2, 16), regs = 64, grid = (3, 2, 65_535))]
fn volume() {}

#[launch_config(arch = "a100", threads = (1, 1, 64), regs = 255)]
fn along_z() {}

#[launch_config(arch = "a100", threads = [32, 8], regs = 64, grid = [100])]
fn array() {}

const ROWS: u32 = 4;

#[launch_config(arch = "a100", threads = [32, ROWS, { ROWS / 2 }], regs = 64, grid = [64; 2])]
fn array_of_constants() {}

fn main() {
    assert_eq!(LineLaunch::BLOCK_DIM, (1024, 1, 1));
    assert_eq!(LineLaunch::configured().grid_dim(), (2_147_483_647, 1, 1));
    assert_eq!(LineInParenthesesLaunch::BLOCK_DIM, (512, 1, 1));
    assert_eq!(
        LineInParenthesesLaunch::configured().grid_dim(),
        (108, 1, 1)
    );
    assert_eq!(PlaneLaunch::BLOCK_DIM, (32, 8, 1));
    assert_eq!(PlaneLaunch::configured().grid_dim(), (1000, 65_535, 1));
    assert_eq!(VolumeLaunch::BLOCK_DIM, (8, 8, 16));
    assert_eq!(VolumeLaunch::THREADS_PER_BLOCK, 1024);
    assert_eq!(VolumeLaunch::configured().grid_dim(), (3, 2, 65_535));
    assert_eq!(AlongZLaunch::WARPS_PER_BLOCK, 2);
    assert_eq!(ArrayLaunch::BLOCK_DIM, (32, 8, 1));
    assert_eq!(ArrayLaunch::configured().grid_dim(), (100, 1, 1));
    assert_eq!(ArrayOfConstantsLaunch::BLOCK_DIM, (32, 4, 2));
    assert_eq!(
        ArrayOfConstantsLaunch::configured().grid_dim(),
        (64, 64, 1)
    );
}
