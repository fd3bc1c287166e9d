use occupancy::launch_config;

#[launch_config("h100", 256, 64)]
fn kernel() {}
