use occupancy::launch_config;

#[launch_config(name = Regs, arch = "mi300x", threads = 256, regs = 64)]
#[launch_config(name = Vgprs, arch = "h100", threads = 256, vgprs = 96)]
#[launch_config(name = On, arch = ["h100", "mi355x"], threads = 256, regs = 64, on("mi355x", threads = 512))]
#[launch_config(name = Auto, arch = "mi300x", threads = 256, regs = auto)]
#[launch_config(name = Zero, arch = "mi300x", threads = 256, regs = 0)]
#[launch_config(name = Own, arch = "mi300x", threads = 256, regs = auto, vgprs = 0)]
fn kernel() {}
