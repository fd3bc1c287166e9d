use occupancy::launch_config;

#[launch_config(arch = "rtx4090", threads = 32, regs = 32, min_occupancy = 60 %)]
fn bound_by_block_slots() {}

#[launch_config(arch = "h100", threads = 256, regs = 32, smem = 64 * 1024, min_occupancy = 0.5)]
fn bound_by_shared_memory() {}

#[launch_config(arch = "rtx4090", threads = 1024, regs = 32, min_occupancy = 3 / 4)]
fn bound_by_warps() {}

#[launch_config(arch = "h100", threads = 96, regs = 255, min_occupancy = 0.14063)]
fn just_above_what_is_reached() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, min_occupancy = 1.5)]
fn over_one() {}
