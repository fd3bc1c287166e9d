use occupancy::launch_config;

#[launch_config(name = Literal, arch = "h100", threads = 256, regs = 64, sms = 0)]
#[launch_config(name = Negative, arch = "sm_90", threads = 256, regs = 64, sms = -8)]
// 66 SMs hold 264 blocks: 300 take a second wave, though all 132 would hold them at once.
#[launch_config(name = Half, arch = "h100", threads = 256, regs = 64, sms = 66, grid = 300, tail_efficiency = 0.9)]
fn kernel() {}
