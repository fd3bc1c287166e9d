use occupancy::launch_config;

const WARPS: u32 = 4;

#[launch_config(arch = "h100", num_warps = WARPS, regs = 64)]
fn kernel() {}
