use occupancy::launch_config;

#[launch_config(name = OfOneNumber, arch = "h100", threads = auto(128), regs = 64)]
#[launch_config(name = OfNothing, arch = "h100", threads = auto(), regs = 40)]
#[launch_config(name = OfAKey, arch = "h100", threads = auto(max = 512), regs = 40)]
#[launch_config(name = WithoutAnEnd, arch = "h100", threads = auto(64..=), regs = 40)]
#[launch_config(name = OfOtherNumbers, arch = "h100", threads = auto(-64..=0.5), regs = 40)]
#[launch_config(name = WithAComma, arch = "h100", threads = auto(64, 512), regs = 64)]
fn kernel() {}
