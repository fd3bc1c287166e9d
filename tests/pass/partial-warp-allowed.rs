//! `allow(partial_warp)` accepts idle lanes, and changes nothing where there are none.

use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 100, regs = 64, allow(partial_warp))]
fn ragged() {}

#[launch_config(arch = "h100", threads = (10, 10), regs = 64, allow(partial_warp,))]
fn ragged_plane() {}

#[launch_config(arch = "h100", threads = 1, regs = 64, allow(partial_warp))]
fn single() {}

#[launch_config(arch = "h100", threads = 128, regs = 64, allow(partial_warp))]
fn whole() {}

fn main() {
    assert_eq!(RaggedLaunch::THREADS_PER_BLOCK, 100);
    assert_eq!(RaggedLaunch::WARPS_PER_BLOCK, 4);
    assert_eq!(RaggedLaunch::BLOCKS_PER_SM, WholeLaunch::BLOCKS_PER_SM);
    assert_eq!(RaggedPlaneLaunch::THREADS_PER_BLOCK, 100);
    assert_eq!(SingleLaunch::WARPS_PER_BLOCK, 1);
}
