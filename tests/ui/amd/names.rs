use occupancy::launch_config;

#[launch_config(name = Board, arch = "mi355", threads = 256, vgprs = 64)]
#[launch_config(name = Target, arch = "gfx943", threads = 256, vgprs = 64)]
#[launch_config(name = Unquoted, arch = mi300x, threads = 256, vgprs = 64)]
#[launch_config(name = Mode, arch = "gfx942:wave64", threads = 256, vgprs = 64)]
#[launch_config(name = Partition, arch = "mi300x:cpxx", threads = 256, vgprs = 64)]
#[launch_config(name = Twice, arch = ["mi300x", "MI300X", "gfx942:xnack+", "gfx942"], threads = 256, vgprs = 64)]
#[launch_config(name = Range, arch = "gfx1100..=gfx1104", threads = 256, vgprs = 64)]
#[launch_config(name = OfBoth, arch = "8.0..=gfx1100", threads = 256, regs = 64, vgprs = 64)]
#[launch_config(name = On, arch = ["h100", "mi300x"], threads = 256, regs = 64, vgprs = 64, on("gfx942", vgprs = 96))]
fn kernel() {}
