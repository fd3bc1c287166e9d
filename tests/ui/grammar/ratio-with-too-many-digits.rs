use occupancy::launch_config;

#[launch_config(
    arch = "h100",
    threads = 256,
    regs = 64,
    min_occupancy = 0.1234567890123456789012345,
)]
fn kernel() {}
