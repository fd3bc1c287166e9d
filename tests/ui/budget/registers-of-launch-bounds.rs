use occupancy::launch_config;

// Blocks that warps do not allow leave the registers of those that they allow.
#[launch_config(name = MoreThanWarpsAllow, arch = "h100", threads = 1024, min_blocks = 3, regs = auto)]
#[launch_config(name = MoreThanSharedMemoryAllows, arch = "h100", threads = 256, min_blocks = 4, smem = 100 * 1024, regs = auto)]
// More blocks leave fewer registers.
#[launch_config(name = Occupancy, arch = "h100", threads = 256, regs = auto, min_occupancy = 0.75)]
#[launch_config(name = AtMost, arch = "h100", threads = 256, min_blocks = 3, regs = auto, max_blocks = 2)]
#[launch_config(name = Tile, arch = "h100", threads = 128, min_blocks = 6, regs = auto, tile(m = 128, n = 128, k = 32, extra_regs = 0))]
// What launch bounds leave to one GPU alone would break the demand of the other.
#[launch_config(name = Several, arch = ["5.3", "t4"], threads = 256, regs = auto, min_occupancy = 0.5)]
fn kernel() {}
