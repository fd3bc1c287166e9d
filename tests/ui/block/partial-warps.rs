use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 1023, regs = 32)]
fn warp_at_the_largest_block() {}

#[launch_config(arch = "h100", threads = 16, regs = 64)]
fn warp_below_one_warp() {}

#[launch_config(arch = "h100", threads = (10, 10), regs = 64)]
fn warp_in_2d() {}

#[launch_config(arch = "h100", threads = (5, 5, 5), regs = 64)]
fn warp_in_3d() {}
