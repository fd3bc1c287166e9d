use occupancy::launch_config;

const DEVICE: occupancy::Device = occupancy::devices::H100;
const BYTES: u32 = 8;

#[launch_config(arch = DEVICE, threads = 256, regs = 64, hides(bytes = BYTES))]
fn kernel() {}
