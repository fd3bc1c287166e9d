use occupancy::launch_config;

#[launch_config(
    arch = "h100",
    threads = 256,
    regs = 64,
    smem = 100000,
    carveout = 101,
    min_blocks = 3,
)]
fn kernel() {}
