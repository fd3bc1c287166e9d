use occupancy::launch_config;

#[launch_config(
    arch = "h100",
    threads = (48, 0, 128),
    regs = 300,
    static_smem = 50_000,
    barriers = 20,
    carveout = 200,
)]
fn kernel() {}
