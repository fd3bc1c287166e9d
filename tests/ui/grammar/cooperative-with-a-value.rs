use occupancy::launch_config;

#[launch_config(name = WithTrue, arch = "h100", threads = 256, regs = 64, cooperative = true)]
#[launch_config(name = WithFalse, arch = "h100", threads = 256, regs = 64, cooperative = false)]
#[launch_config(name = OfCuda, arch = "h100", threads = 256, regs = 64, cooperative_launch)]
#[launch_config(name = OfOneGpu, arch = ["h100", "b200"], threads = 256, regs = 64, on("b200", cooperative))]
fn kernel() {}
