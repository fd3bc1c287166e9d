use occupancy::launch_config;

const HALF: f32 = 0.5;

#[launch_config(arch = "h100", threads = 256, regs = 64, min_occupancy = HALF)]
fn saxpy() {}
