use occupancy::launch_config;

#[launch_config]
fn saxpy() {}

#[launch_config()]
fn reduce() {}

#[launch_config(name = Arch, threads = 256, regs = 64)]
#[launch_config(name = RegsLeavesRoomForMinBlocks, arch = "h100", threads = 256, min_blocks = 3)]
#[launch_config(name = Threads, arch = "h100", regs = 64)]
fn kernel() {}
