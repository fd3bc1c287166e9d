use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, max_blocks = 4_294_967_296)]
fn of_a_number() {}

const MOST: u64 = 1 << 32;

#[launch_config(arch = "h100", threads = 256, regs = 64, max_blocks = MOST)]
fn of_a_constant() {}

// More than the block slots of the SM, which no rule refuses.
#[launch_config(arch = "h100", threads = 256, regs = 64, max_blocks = 33)]
fn over_the_block_slots() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, max_blocks = MOST - 1)]
fn the_most() {}

fn main() {}
