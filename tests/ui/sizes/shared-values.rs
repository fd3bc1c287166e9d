use occupancy::launch_config;

const ANY: [u32; 2] = [32, 64];

#[launch_config(name = LargestFirst, arch = "h100", threads = any(768, 1024), regs = 128)]
#[launch_config(name = OneBetweenPasses, arch = "h100", threads = any(1024, 32, 768), regs = 128)]
#[launch_config(name = RangesThatOverlap, arch = "h100", threads = any(32..=256, 128..=512), regs = 64)]
#[launch_config(name = TwoHuge, arch = "h100", threads = any(340282366920938463463374607431768211456, 1 << 126), regs = 64)]
#[launch_config(name = AutoOfARange, arch = "h100", threads = any(auto(64..=512), 32), regs = 64)]
#[launch_config(name = ElementOfAConstant, arch = "h100", threads = ANY[0], regs = 64)]
fn kernel() {}
