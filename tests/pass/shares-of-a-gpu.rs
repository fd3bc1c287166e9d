//! `sms`: waves, tails and persistent grids of a share of a GPU.

use occupancy::launch_config;

const SMS: usize = 132 / 2;

// With `sms`, a compute capability has a number of SMs.
#[launch_config(name = Half, arch = "h100", threads = 256, regs = 64, sms = 66, grid = 264, tail_efficiency = 1.0)]
#[launch_config(name = OfAConstant, arch = "h100", threads = 256, regs = 64, sms = SMS)]
#[launch_config(name = OfAComputeCapability, arch = "sm_90", threads = 256, regs = 64, sms = 8)]
#[launch_config(name = OfTwoGpus, arch = ["h100", "a100"], threads = 256, regs = 64, sms = 32, on("a100", sms = 54))]
fn kernel() {}

fn main() {
    assert_eq!(Half::SM_COUNT, 66);
    assert_eq!(Half::configured().waves().count(), 1);
    assert_eq!(Half::persistent().grid_dim(), (264, 1, 1));
    assert_eq!(OfAConstant::persistent().grid_dim(), (264, 1, 1));
    assert_eq!(OfAComputeCapability::SM_COUNT, 8);
    assert_eq!(OfAComputeCapability::TARGET, "sm_90");
    assert_eq!(OfAComputeCapability::persistent().waves().count(), 1);
    assert_eq!(OfTwoGpus::CONFIGURATION.sms, Some(32));
}
