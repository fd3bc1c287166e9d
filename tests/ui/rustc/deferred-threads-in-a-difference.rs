use occupancy::launch_config;

const LEAST: usize = 256;

#[launch_config(arch = "h100", threads = 512, regs = 32, smem = (threads - 256) * 256, min_blocks = 4)]
fn of_a_number() {}

#[launch_config(arch = "h100", threads = 512, regs = 32, smem = (threads - LEAST) * 256, min_blocks = 4)]
fn of_a_constant() {}
