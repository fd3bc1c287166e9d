use occupancy::launch_config;

#[launch_config(name = Over, arch = "mi300x", threads = 256, regs = 9999, vgprs = 96)]
#[launch_config(name = OfAmd, arch = "h100", threads = 256, regs = 64, vgprs = 9999, sgprs = 109)]
#[launch_config(name = Sizes, arch = "mi300x", threads = any(64, 128), regs = 256, vgprs = 96)]
fn kernel() {}
