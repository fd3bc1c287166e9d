use occupancy::launch_config;

#[launch_config(arch = ["h100", "rtx4090"], threads = 256, regs = 64, on("rtx4090", smem = 1 << 32))]
fn kernel() {}
