//! One GPU under its short and its full name; a compute capability as a number and as a target.

use occupancy::{Arch, compute_capabilities, devices, launch_config};

#[launch_config(arch = "rtx4090", threads = 256, regs = 64)]
fn short_name() {}

#[launch_config(arch = "NVIDIA GeForce RTX 4090", threads = 256, regs = 64)]
fn full_name() {}

#[launch_config(arch = r"RTX-4090", threads = 256, regs = 64)]
fn raw_string() {}

#[launch_config(arch = "9.0", threads = 256, regs = 64)]
fn compute_capability() {}

#[launch_config(arch = "compute capability 5.3", threads = 256, regs = 64)]
fn in_words() {}

// CUDA 13 compiles more than 48 KiB of static shared memory for it.
#[launch_config(arch = "sm_90a", threads = 256, regs = 64, static_smem = 64 * 1024)]
fn target() {}

const SPECIFIC: Arch = Arch::ComputeCapability(&compute_capabilities::SM_90A);
const DECLARED: u32 = 64 * 1024;

#[launch_config(arch = [SPECIFIC, "sm_100a"], threads = 256, regs = 64, static_smem = DECLARED)]
fn targets() {}

#[launch_config(arch = "compute_100f", threads = 256, regs = 64)]
fn virtual_target() {}

fn main() {
    assert_eq!(ShortNameLaunch::ARCHS, [Arch::Device(devices::RTX4090)]);
    assert_eq!(FullNameLaunch::ARCHS, ShortNameLaunch::ARCHS);
    assert_eq!(RawStringLaunch::ARCHS, ShortNameLaunch::ARCHS);
    assert_eq!(ShortNameLaunch::TARGET, "sm_89");
    let hopper = Arch::ComputeCapability(&compute_capabilities::SM_90);
    assert_eq!(ComputeCapabilityLaunch::ARCHS, [hopper]);
    assert_eq!(ComputeCapabilityLaunch::TARGET, "sm_90");
    assert_eq!(InWordsLaunch::TARGET, "sm_53");
    assert_eq!(TargetLaunch::ARCHS, [SPECIFIC]);
    assert_eq!(TargetsLaunch::ARCHS[1], Arch::find("sm_100a").unwrap());
    assert_eq!(TargetLaunch::TARGET, "sm_90a");
    assert_eq!(VirtualTargetLaunch::TARGET, "sm_100f");
}
