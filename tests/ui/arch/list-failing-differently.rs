use occupancy::launch_config;

#[launch_config(
    arch = ["gtx1080", "h100"],
    threads = 256,
    regs = 64,
    smem = 96 * 1024,
    min_blocks = 3,
)]
fn kernel() {}
