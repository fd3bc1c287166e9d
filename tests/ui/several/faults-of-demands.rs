use occupancy::launch_config;

#[launch_config(
    arch = "h100",
    threads = 256,
    regs = 128,
    min_blocks = 3,
    min_occupancy = 0.5,
    elements = 150_000,
    tail_efficiency = 0.9,
)]
fn kernel() {}
