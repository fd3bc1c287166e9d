use occupancy::launch_config;

#[launch_config(name = InList, arch = ["h100", "a100", "h100"], threads = 256, regs = 64)]
#[launch_config(name = UnderAnotherName, arch = ["h100", "H100 SXM5 80GB"], threads = 256, regs = 64)]
fn kernel() {}
