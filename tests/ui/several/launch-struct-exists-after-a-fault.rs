//! The launch type still has all of its items: the only errors are those of the attributes.

use occupancy::launch_config;

#[launch_config(arch = "h100", threads = "256", regs = 64, elements = lots)]
fn grammar() {}

#[launch_config(arch = "h100", threads = 2048, regs = 64, grid = 528)]
fn block() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, grid = (1, 65536))]
fn grid() {}

#[launch_config(grid = 528)]
fn missing() {}

#[launch_config(arch = "toaster", threads = 256, regs = 64, grid = 528)]
fn unknown() {}

macro_rules! use_everything {
    ($launch:ident) => {
        const _: fn() -> u64 = || {
            const LAUNCH: Result<$launch, occupancy::GridError> = $launch::for_elements(1 << 20);
            let launch = $launch::persistent();
            let _: $launch = $launch::configured();
            let _ = $launch::for_grid((1, 2, 3)).or(LAUNCH);
            let _: (u32, u32, u32) = (launch.block_dim().0, launch.grid_dim().1, launch.shared_mem_bytes());
            let _: u32 = $launch::BLOCKS_PER_SM * $launch::THREADS_PER_BLOCK * $launch::SM_COUNT;
            let _: &[&str] = &$launch::DEFINES;
            let _: (&str, &str) = ($launch::LAUNCH_BOUNDS, $launch::TARGET);
            launch.waves().count()
        };
    };
}

use_everything!(GrammarLaunch);
use_everything!(BlockLaunch);
use_everything!(GridLaunch);
use_everything!(MissingLaunch);
use_everything!(UnknownLaunch);

fn main() {
    (grammar(), block(), grid(), missing(), unknown());
}
