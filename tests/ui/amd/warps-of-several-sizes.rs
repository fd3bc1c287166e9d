use occupancy::{Device, devices::MI300X, launch_config};

const GPU: Device = MI300X;

#[launch_config(arch = ["h100", "mi300x"], threads = 256, regs = 64, vgprs = 64, smem = 100 * warps)]
#[launch_config(name = Constant, arch = GPU, threads = 256, vgprs = 64, smem = 100 * warps)]
fn kernel() {}
