use occupancy::launch_config;

#[launch_config(
    arch = "h100",
    threads = 256,
    regs = 64,
    elements = 1 << 20,
    items_per_thread = 4,
    tail_efficiency = 98 %,
)]
fn kernel() {}
