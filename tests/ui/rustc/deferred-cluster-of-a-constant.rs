use occupancy::launch_config;

const CLUSTER: u32 = 32;

#[launch_config(arch = "h100", threads = 256, regs = 64, cluster = CLUSTER)]
fn kernel() {}
