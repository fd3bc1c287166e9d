//! The last value that each limit admits.

use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 255)]
fn registers() {}

#[launch_config(arch = "h100", threads = 1024, regs = 64, min_blocks = 1)]
fn register_file() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = 227 * 1024)]
fn shared_memory() {}

#[launch_config(arch = "gtx1080", threads = 256, regs = 64, smem = 48 * 1024)]
fn shared_memory_without_opt_in() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, static_smem = 48 * 1024, smem = 179 * 1024)]
fn static_and_dynamic() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, barriers = 16, carveout = 0)]
fn barriers() {}

#[launch_config(
    arch = "h100",
    threads = 32,
    regs = 64,
    min_blocks = 32,
    min_occupancy = 0.5
)]
fn block_slots() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, elements = 2_147_483_647 * 256)]
fn blocks() {}

fn main() {
    assert_eq!(RegistersLaunch::BLOCKS_PER_SM, 1);
    assert_eq!(RegisterFileLaunch::BLOCKS_PER_SM, 1);
    assert_eq!(SharedMemoryLaunch::BLOCKS_PER_SM, 1);
    assert!(SharedMemoryLaunch::NEEDS_SHARED_MEMORY_OPTIN);
    assert!(!SharedMemoryWithoutOptInLaunch::NEEDS_SHARED_MEMORY_OPTIN);
    assert!(StaticAndDynamicLaunch::NEEDS_SHARED_MEMORY_OPTIN);
    assert_eq!(BarriersLaunch::CONFIGURATION.kernel.barriers, 16);
    assert_eq!(BlockSlotsLaunch::BLOCKS_PER_SM, 32);
    assert_eq!(BlocksLaunch::configured().grid_dim().0, 2_147_483_647);
}
