use occupancy::launch_config;

#[launch_config(threads = 256, regs = 64)]
fn arch() {}

#[launch_config]
fn saxpy() {}

#[launch_config()]
fn reduce() {}

#[launch_config(arch = "h100", threads = 256, min_blocks = 3)]
fn regs_leaves_room_for_min_blocks() {}

#[launch_config(arch = "h100", regs = 64)]
fn threads() {}
