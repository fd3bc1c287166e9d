//! GPUs by name, as compute capability and as target, and lists of them: the configuration holds on each.

use occupancy::{Arch, compute_capabilities, devices, launch_config};

const SPECIFIC: Arch = Arch::Multiprocessor(&compute_capabilities::SM_90A);
const DECLARED: u32 = 64 * 1024;

// A constant list is written in place.
const LIST: [&str; 2] = ["h100", "a100"];

// CUDA 13 compiles more than 48 KiB of static shared memory for 9.0a.
#[launch_config(name = FullName, arch = r"NVIDIA GeForce RTX-4090", threads = 256, regs = 64)]
#[launch_config(name = InWords, arch = "compute capability 5.3", threads = 256, regs = 64)]
#[launch_config(name = Target, arch = "sm_90a", threads = 256, regs = 64, static_smem = 64 * 1024)]
#[launch_config(name = Targets, arch = [SPECIFIC, "sm_100a"], threads = 256, regs = 64, static_smem = DECLARED)]
#[launch_config(name = Virtual, arch = "compute_100f", threads = 256, regs = 64)]
#[launch_config(name = One, arch = ["h100"], threads = 256, regs = 64)]
#[launch_config(name = Mixed, arch = ["9.0", "h100", "8.0",], threads = 256, regs = 32)]
#[launch_config(name = InPlace, arch = [LIST[0], LIST[1]], threads = 256, regs = 64, min_blocks = 4)]
#[launch_config(name = Efficient, arch = ["h100", "a100"], threads = 256, regs = 64, grid = 627_264, tail_efficiency = 0.99)]
fn kernel() {}

fn main() {
    assert_eq!(FullName::ARCHS, [Arch::Device(devices::RTX4090)]);
    assert_eq!((InWords::TARGET, Virtual::TARGET), ("sm_53", "sm_100f"));
    assert_eq!(Target::ARCHS, [SPECIFIC]);
    assert_eq!(Targets::ARCHS, [SPECIFIC, Arch::find("sm_100a").unwrap()]);
    assert_eq!(One::persistent().grid_dim(), (528, 1, 1));
    assert_eq!(Mixed::BLOCKS_PER_SM, 8);
    assert_eq!(InPlace::ARCHS.len(), 2);
    assert_eq!(Efficient::configured().grid_dim().0, 627_264);
}
