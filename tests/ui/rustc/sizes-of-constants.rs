use occupancy::launch_config;
const PARTIAL: u32 = 100;
const LARGE: usize = 1024;
const REGS: u32 = 96;
const MEMORY: usize = 300 * 1024;

#[launch_config(name = OfSizes, arch = "h100", threads = any(256, PARTIAL, LARGE * 2), regs = 32)]
#[launch_config(name = RegistersOfTheLargest, arch = "h100", threads = any(128, 256, 1024), regs = REGS)]
#[launch_config(name = MemoryOfAll, arch = "h100", threads = any(128, 256, LARGE), regs = 64, smem = MEMORY)]
#[launch_config(name = LaunchBounds, arch = "h100", threads = any(128, LARGE), regs = auto, min_blocks = 3)]
#[launch_config(name = Warnings, arch = "h100", threads = any(64, LARGE / 32), regs = 33)]
fn kernel() {}

fn main() {
    let _ = MemoryOfAll::for_compute_capability(9, 0).unwrap().for_elements(1);
    let _: u32 = OfSizes::for_threads(256).unwrap().shared_mem_bytes();
}
