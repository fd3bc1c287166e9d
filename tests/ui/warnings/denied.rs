use occupancy::launch_config;

#[launch_config(
    arch = "h100",
    threads = 256,
    regs = 33,
    grid = 1100,
    min_blocks = 2,
    deny(register_cliff, last_wave, min_blocks),
)]
fn kernel() {}
