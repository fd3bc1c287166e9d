use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, min_blocks = 3, max_blocks = 2)]
fn max_blocks_below_min_blocks() {}

#[launch_config(arch = "h100", threads = 128, regs = 32, barriers = 16, min_blocks = 5)]
fn bound_by_barriers() {}

#[launch_config(arch = "rtx4090", threads = 32, regs = 32, min_blocks = 25)]
fn bound_by_block_slots() {}

#[launch_config(arch = "h100", threads = 128, regs = 32, smem = 32 * 1024, carveout = 25, min_blocks = 3)]
fn bound_by_carveout() {}

#[launch_config(arch = "h100", threads = 256, regs = 96, smem = 100 * 1024, min_blocks = 3)]
fn bound_by_registers_and_shared_memory() {}

#[launch_config(arch = "h100", threads = 512, regs = 32, min_blocks = 8)]
fn bound_by_registers_and_warps() {}

#[launch_config(arch = "h100", threads = 128, regs = 64, smem = 96 * 1024, min_blocks = 3)]
fn bound_by_shared_memory() {}

#[launch_config(arch = "h100", threads = 128, regs = 64, static_smem = 40 * 1024, min_blocks = 6)]
fn bound_by_static_smem() {}

#[launch_config(arch = "h100", threads = 512, regs = 24, min_blocks = 5)]
fn bound_by_warps() {}

#[launch_config(arch = "h100", threads = 1024, regs = 64, min_blocks = 4294967295)]
fn far_beyond_reach() {}

#[launch_config(arch = "h100", threads = 1024, regs = 64, min_blocks = 2)]
fn of_one_block_launchable_only_once() {}
