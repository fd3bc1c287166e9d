use occupancy::launch_config;

#[launch_config(
    arch = "h100",
    threads = 256,
    regs = 64,
    static_smem = 64 * 1024,
    smem = 200 * 1024,
)]
fn kernel() {}
