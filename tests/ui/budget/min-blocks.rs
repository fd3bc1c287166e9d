use occupancy::launch_config;

#[launch_config(name = MaxBlocksBelowMinBlocks, arch = "h100", threads = 256, regs = 64, min_blocks = 3, max_blocks = 2)]
#[launch_config(name = BoundByBarriers, arch = "h100", threads = 128, regs = 32, barriers = 16, min_blocks = 5)]
#[launch_config(name = BoundByBlockSlots, arch = "rtx4090", threads = 32, regs = 32, min_blocks = 25)]
#[launch_config(name = BoundByCarveout, arch = "h100", threads = 128, regs = 32, smem = 32 * 1024, carveout = 25, min_blocks = 3)]
#[launch_config(name = BoundByRegistersAndSharedMemory, arch = "h100", threads = 256, regs = 96, smem = 100 * 1024, min_blocks = 3)]
#[launch_config(name = BoundByRegistersAndWarps, arch = "h100", threads = 512, regs = 32, min_blocks = 8)]
#[launch_config(name = BoundBySharedMemory, arch = "h100", threads = 128, regs = 64, smem = 96 * 1024, min_blocks = 3)]
#[launch_config(name = BoundByStaticSmem, arch = "h100", threads = 128, regs = 64, static_smem = 40 * 1024, min_blocks = 6)]
#[launch_config(name = BoundByWarps, arch = "h100", threads = 512, regs = 24, min_blocks = 5)]
#[launch_config(name = FarBeyondReach, arch = "h100", threads = 1024, regs = 64, min_blocks = 4294967295)]
#[launch_config(name = OfOneBlockLaunchableOnlyOnce, arch = "h100", threads = 1024, regs = 64, min_blocks = 2)]
fn kernel() {}
