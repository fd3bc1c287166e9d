use occupancy::launch_config;

#[launch_config(name = ThreadsOver1024In3d, arch = "h100", threads = (32, 8, 8), regs = 32)]
#[launch_config(name = XOver1024, arch = "h100", threads = (2048, 2), regs = 32)]
#[launch_config(name = YOver1024, arch = "h100", threads = (2, 2048), regs = 32)]
#[launch_config(name = EveryDimensionAtItsLargest, arch = "h100", threads = (4294967295, 4294967295, 4294967295), regs = 32)]
#[launch_config(name = ZeroInY, arch = "h100", threads = (32, 0), regs = 64)]
fn kernel() {}
