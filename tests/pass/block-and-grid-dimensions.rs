//! Blocks and grids of one, two and three dimensions.

use occupancy::launch_config;

const ROWS: u32 = 4;

#[launch_config(name = Line, arch = "a100", threads = 1024, regs = 64, grid = 2_147_483_647)]
#[launch_config(name = InParentheses, arch = "a100", threads = (512), regs = 64, grid = (108,))]
#[launch_config(name = Plane, arch = "a100", threads = (32, 8), regs = 64, grid = (1000, 65_535))]
#[launch_config(name = Volume, arch = "a100", threads = (8, 4 * 2, 16), regs = 64, grid = (3, 2, 65_535))]
#[launch_config(name = AlongZ, arch = "a100", threads = (1, 1, 64), regs = 255)]
#[launch_config(name = Array, arch = "a100", threads = [32, 8], regs = 64, grid = [216])]
#[launch_config(name = OfConstants, arch = "a100", threads = [32, ROWS, { ROWS / 2 }], regs = 64, grid = [64; 2])]
fn kernel() {}

fn main() {
    let found = [
        (Line::BLOCK_DIM, Line::configured().grid_dim()),
        (InParentheses::BLOCK_DIM, InParentheses::configured().grid_dim()),
        (Plane::BLOCK_DIM, Plane::configured().grid_dim()),
        (Volume::BLOCK_DIM, Volume::configured().grid_dim()),
        (Array::BLOCK_DIM, Array::configured().grid_dim()),
        (OfConstants::BLOCK_DIM, OfConstants::configured().grid_dim()),
    ];
    let expected = [
        ((1024, 1, 1), (2_147_483_647, 1, 1)),
        ((512, 1, 1), (108, 1, 1)),
        ((32, 8, 1), (1000, 65_535, 1)),
        ((8, 8, 16), (3, 2, 65_535)),
        ((32, 8, 1), (216, 1, 1)),
        ((32, 4, 2), (64, 64, 1)),
    ];
    assert_eq!(found, expected);
    assert_eq!(AlongZ::WARPS_PER_BLOCK, 2);
}
