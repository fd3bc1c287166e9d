use occupancy::launch_config;

#[launch_config(name = CarveoutOver100BesideADemand, arch = "h100", threads = 256, regs = 64, smem = 100000, carveout = 101, min_blocks = 3)]
#[launch_config(name = RegisterFileBelowOneBlockIn2d, arch = "rtx4090", threads = (32, 32), regs = 128)]
#[launch_config(name = RegistersZero, arch = "h100", threads = 256, regs = 0)]
#[launch_config(name = SmemOverLimitWithoutOptIn, arch = "gtx1080", threads = 256, regs = 64, smem = 64 * 1024)]
#[launch_config(name = SmemWithStaticOverOptIn, arch = "h100", threads = 256, regs = 64, static_smem = 32 * 1024, smem = 200 * 1024)]
#[launch_config(name = StaticAndDynamicSmemOverLimits, arch = "h100", threads = 256, regs = 64, static_smem = 64 * 1024, smem = 200 * 1024)]
fn kernel() {}
