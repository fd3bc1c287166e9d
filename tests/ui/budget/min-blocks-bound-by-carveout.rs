use occupancy::launch_config;

#[launch_config(
    arch = "h100",
    threads = 128,
    regs = 32,
    smem = 32 * 1024,
    carveout = 25,
    min_blocks = 3,
)]
fn kernel() {}
