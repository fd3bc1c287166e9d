//! Everything that the launch type has still exists: the only errors are the attribute's.

use occupancy::launch_config;

#[launch_config(arch = "h100", threads = "256", regs = 64, elements = lots)]
fn saxpy() {}

const LAUNCH: Result<SaxpyLaunch, occupancy::GridError> = SaxpyLaunch::for_elements(1 << 20);

fn launch() -> u64 {
    saxpy();
    let launch = SaxpyLaunch::persistent();
    let _: SaxpyLaunch = SaxpyLaunch::configured();
    let _ = SaxpyLaunch::for_grid((1, 2, 3)).or(LAUNCH);
    let _: (u32, u32, u32) = (launch.block_dim().0, launch.grid_dim().1, launch.shared_mem_bytes());
    let _: u32 = SaxpyLaunch::BLOCKS_PER_SM * SaxpyLaunch::THREADS_PER_BLOCK * SaxpyLaunch::SM_COUNT;
    let _: &[&str] = &SaxpyLaunch::DEFINES;
    let _: (&str, &str) = (SaxpyLaunch::LAUNCH_BOUNDS, SaxpyLaunch::TARGET);
    launch.waves().count()
}
