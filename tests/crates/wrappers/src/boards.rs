//! Boards that no table has, and GPUs that several programs share.

use occupancy::{Arch, Device, compute_capabilities, devices, launch_config};

/// An embedded board with half of the SMs.
pub const EMBEDDED: Device = Device::new("Our Orin", &compute_capabilities::SM_87, 8);

/// The GPU of the cluster.
const CLUSTER_GPU: Arch = Arch::Device(devices::H200);

/// Resizes a frame of a camera.
#[launch_config(arch = EMBEDDED, threads = (32, 8), regs = 40, grid = (60, 135))]
pub fn resize() {}

/// Beside another program, with half of the SMs.
#[launch_config(arch = CLUSTER_GPU, threads = 256, regs = 64, sms = 132 / 2, elements = 1 << 24)]
pub fn beside() {}

/// On a slice of a GPU.
#[launch_config(arch = "h100:1g.10gb", threads = 256, regs = 64, min_blocks = LEAST)]
pub fn sliced() {}

const LEAST: u32 = 2;
