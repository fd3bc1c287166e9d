use occupancy::launch_config;

const PARTIAL: u32 = 100;
const LARGE: usize = 1024;
const REGS: u32 = 96;
const MEMORY: usize = 300 * 1024;

#[launch_config(arch = "h100", threads = any(256, PARTIAL, LARGE * 2), regs = 32)]
fn sizes() {}

#[launch_config(arch = "h100", threads = any(128, 256, 1024), regs = REGS)]
fn registers_of_the_largest() {}

#[launch_config(arch = "h100", threads = any(128, 256, LARGE), regs = 64, smem = MEMORY)]
fn memory_of_all() {}

#[launch_config(arch = "h100", threads = any(128, LARGE), regs = auto, min_blocks = 3)]
fn launch_bounds() {}

#[launch_config(arch = "h100", threads = any(64, LARGE / 32), regs = 33)]
fn warnings() {}

fn main() {
    let _ = MemoryOfAllLaunch::for_compute_capability(9, 0).unwrap().for_elements(1);
    let _: u32 = SizesLaunch::for_threads(256).unwrap().shared_mem_bytes();
}
