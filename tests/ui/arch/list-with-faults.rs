use occupancy::launch_config;

#[launch_config(name = FailingDifferently, arch = ["gtx1080", "h100"], threads = 256, regs = 64, smem = 96 * 1024, min_blocks = 3)]
#[launch_config(name = WithEveryOneFailing, arch = ["h100", "rtx4090", "rtx3090"], threads = 256, regs = 128, min_blocks = 8)]
#[launch_config(name = WithOneFailing, arch = ["a100", "h100", "rtx4090"], threads = 256, regs = 32, min_blocks = 8)]
#[launch_config(name = WithTwoFailing, arch = ["h100", "rtx4090", "rtx3090"], threads = 256, regs = 32, min_blocks = 8)]
fn kernel() {}
