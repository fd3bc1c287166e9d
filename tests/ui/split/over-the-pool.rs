use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 384, regs = 168, setmaxnreg(40, 240, 240))]
fn kernel() {}
