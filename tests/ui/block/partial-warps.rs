use occupancy::launch_config;

#[launch_config(name = WarpAtTheLargestBlock, arch = "h100", threads = 1023, regs = 32)]
#[launch_config(name = WarpBelowOneWarp, arch = "h100", threads = 16, regs = 64)]
#[launch_config(name = WarpIn2d, arch = "h100", threads = (10, 10), regs = 64)]
#[launch_config(name = WarpIn3d, arch = "h100", threads = (5, 5, 5), regs = 64)]
fn kernel() {}
