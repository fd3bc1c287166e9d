use occupancy::launch_config;

#[launch_config]
fn saxpy() {}

#[launch_config()]
fn reduce() {}
