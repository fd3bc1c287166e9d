use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, threads_per_item = 96, elements = 1000)]
fn row_norms() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, threads_per_item = 0)]
fn row_maxima() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, threads_per_item = 32, items_per_thread = 4)]
fn row_minima() {}
