use occupancy::launch_config;

const STAGES: usize = 3;
const TILE: usize = 128 * 64;

#[launch_config(
    arch = "rtx4090",
    threads = 256,
    regs = 64,
    smem = STAGES * TILE * size_of::<f64>(),
)]
fn kernel() {}
