//! Lists of GPUs: what is stated holds on every one of them.

use occupancy::launch_config;

#[launch_config(arch = ["h100", "a100", "rtx4090"], threads = 256, regs = 64, min_blocks = 4)]
fn three() {}

#[launch_config(arch = ["h100"], threads = 256, regs = 64)]
fn one() {}

#[launch_config(arch = ["9.0", "h100", "8.0",], threads = 256, regs = 32)]
fn devices_and_compute_capabilities() {}

#[launch_config(
    arch = ["h100", "a100"],
    threads = 256,
    regs = 64,
    grid = 432 * 11 * 132,
    tail_efficiency = 0.99,
)]
fn efficient_on_both() {}

// A constant list is written in place.
const LIST: [&str; 2] = ["h100", "a100"];

#[launch_config(arch = [LIST[0], LIST[1]], threads = 256, regs = 64)]
fn in_place() {}

fn main() {
    assert_eq!(InPlaceLaunch::ARCHS.len(), 2);
    assert_eq!(ThreeLaunch::ARCHS.len(), 3);
    assert_eq!(ThreeLaunch::BLOCKS_PER_SM, 4);
    assert_eq!(OneLaunch::persistent().grid_dim(), (528, 1, 1));
    assert_eq!(DevicesAndComputeCapabilitiesLaunch::BLOCKS_PER_SM, 8);
    assert_eq!(EfficientOnBothLaunch::configured().grid_dim().0, 627_264);
}
