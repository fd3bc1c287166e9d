use occupancy::launch_config;

// Shared memory grows with the block: the help has a smaller block with its own.
#[launch_config(arch = "h100", threads = 512, regs = 32, smem = 128 * threads, min_blocks = 4)]
fn grows() {}

// The value alone is too large.
#[launch_config(arch = "h100", threads = 512, regs = 32, smem = 1024 * threads)]
fn is_too_large() {}

// No block asks for so little.
#[launch_config(arch = "h100", threads = auto, regs = 32, smem = 8192 * threads)]
fn no_block() {}

// Only shared memory is searched with the block.
#[launch_config(arch = "h100", threads = auto, regs = threads / 4)]
fn registers_of_a_searched_block() {}
