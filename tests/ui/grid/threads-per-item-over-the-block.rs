use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 128, regs = 64, threads_per_item = 256)]
fn row_sums() {}
