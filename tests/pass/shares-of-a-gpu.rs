//! `sms`: waves, tails and persistent grids of a share of a GPU.

use occupancy::launch_config;

const SMS: usize = 132 / 2;

#[launch_config(arch = "h100", threads = 256, regs = 64, sms = 66, grid = 264, tail_efficiency = 1.0)]
fn half() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, sms = SMS)]
fn of_a_constant() {}

// The number of SMs is known then.
#[launch_config(arch = "sm_90", threads = 256, regs = 64, sms = 8)]
fn of_a_compute_capability() {}

#[launch_config(arch = ["h100", "a100"], threads = 256, regs = 64, sms = 32, on("a100", sms = 54))]
fn of_two_gpus() {}

fn main() {
    assert_eq!(HalfLaunch::SM_COUNT, 66);
    assert_eq!(HalfLaunch::configured().waves().count(), 1);
    assert_eq!(HalfLaunch::persistent().grid_dim(), (264, 1, 1));
    assert_eq!(OfAConstantLaunch::persistent().grid_dim(), (264, 1, 1));
    assert_eq!(OfAComputeCapabilityLaunch::SM_COUNT, 8);
    assert_eq!(OfAComputeCapabilityLaunch::TARGET, "sm_90");
    assert_eq!(OfAComputeCapabilityLaunch::persistent().waves().count(), 1);
    assert_eq!(OfTwoGpusLaunch::CONFIGURATION.sms, Some(32));
}
