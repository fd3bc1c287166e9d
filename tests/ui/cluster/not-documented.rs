use occupancy::launch_config;

#[launch_config(
    arch = "b300",
    threads = 256,
    regs = 64,
    cluster = 16,
)]
fn kernel() {}
