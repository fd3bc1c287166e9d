use occupancy::launch_config;

#[launch_config(
    gpu = "h100",
    threads = "256",
    regs = -1,
    regs = 64,
    smem = 1 / 0,
    min_occupancy = yes,
    allow(spills),
    7,
)]
fn kernel() {}
