use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = 1267650600228229401496703205376)]
fn kernel() {}
