use occupancy::launch_config;

#[launch_config(name = RowNorms, arch = "h100", threads = 256, regs = 64, threads_per_item = 96, elements = 1000)]
#[launch_config(name = RowMaxima, arch = "h100", threads = 256, regs = 64, threads_per_item = 0)]
#[launch_config(name = RowMinima, arch = "h100", threads = 256, regs = 64, threads_per_item = 32, items_per_thread = 4)]
fn kernel() {}
