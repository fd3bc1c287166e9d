use occupancy::launch_config;

#[launch_config(arch = ["h100", "a100"], threads = 384, regs = 168, setmaxnreg(24, 240, 240))]
fn kernel() {}
