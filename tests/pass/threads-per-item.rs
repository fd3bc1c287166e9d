//! Several threads work on each element together: a warp, a block, or a part of a warp.

use occupancy::launch_config;

const WARP: u32 = 32;

#[launch_config(name = Warp, arch = "h100", threads = 256, regs = 40, threads_per_item = WARP, elements = 10_000)]
#[launch_config(name = Block, arch = ["h100", "a100"], threads = 96, regs = 40, threads_per_item = threads)]
#[launch_config(name = Quad, arch = "h100", threads = (32, 2), regs = 40, threads_per_item = 4)]
fn row_sums() {}

fn main() {
    assert_eq!(Warp::THREADS_PER_ITEM, 32);
    assert_eq!(Warp::configured().grid_dim(), (1250, 1, 1));
    assert_eq!(Warp::for_elements(1_001).unwrap().grid_dim(), (126, 1, 1));
    assert_eq!(Block::for_elements(7).unwrap().grid_dim(), (7, 1, 1));
    assert_eq!(Block::VARIANTS[1].for_elements(7).unwrap().grid_dim(), (7, 1, 1));
    assert_eq!(Quad::for_elements(17).unwrap().grid_dim(), (2, 1, 1));
}
