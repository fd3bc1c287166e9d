use occupancy::launch_config;

#[launch_config(arch = "mi300x", threads = 256, vgprs = 64, sgprs = 200)]
fn kernel() {}
