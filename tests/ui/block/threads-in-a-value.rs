use occupancy::launch_config;

// Shared memory grows with the block: the help has a smaller block with its own.
#[launch_config(name = Grows, arch = "h100", threads = 512, regs = 32, smem = 128 * threads, min_blocks = 4)]
// The value alone is too large.
#[launch_config(name = IsTooLarge, arch = "h100", threads = 512, regs = 32, smem = 1024 * threads)]
// No block asks for so little.
#[launch_config(name = NoBlock, arch = "h100", threads = auto, regs = 32, smem = 8192 * threads)]
// Only shared memory is searched with the block.
#[launch_config(name = RegistersOfASearchedBlock, arch = "h100", threads = auto, regs = threads / 4)]
fn kernel() {}
