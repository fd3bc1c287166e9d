use occupancy::launch_config;

#[launch_config(name = BoundByBlockSlots, arch = "rtx4090", threads = 32, regs = 32, min_occupancy = 60 %)]
#[launch_config(name = BoundBySharedMemory, arch = "h100", threads = 256, regs = 32, smem = 64 * 1024, min_occupancy = 0.5)]
#[launch_config(name = BoundByWarps, arch = "rtx4090", threads = 1024, regs = 32, min_occupancy = 3 / 4)]
#[launch_config(name = JustAboveWhatIsReached, arch = "h100", threads = 96, regs = 255, min_occupancy = 0.14063)]
#[launch_config(name = OverOne, arch = "h100", threads = 256, regs = 64, min_occupancy = 1.5)]
fn kernel() {}
