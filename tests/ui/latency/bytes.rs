use occupancy::launch_config;

#[launch_config(name = TooFewForAllSlots, arch = "b200", threads = 256, regs = 32, hides(bytes = 4))]
#[launch_config(name = WithoutADevice, arch = "sm_90", threads = 256, regs = 64, hides(bytes = 16))]
fn kernel() {}
