use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 128, regs = 32, cluster = 2, ptx = "../../kernels/bounds.ptx", kernel = "grid_of_clusters")]
fn kernel() {}
