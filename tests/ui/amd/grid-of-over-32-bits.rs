use occupancy::launch_config;

#[launch_config(arch = "mi300x", threads = 256, vgprs = 64, grid = 20_000_000)]
fn kernel() {}
