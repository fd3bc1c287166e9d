use occupancy::launch_config;

#[launch_config(
    arch = "h100",
    threads = 256,
    regs = 64,
    smem = 170141183460469231731687303715884105727 + 1,
)]
fn kernel() {}
