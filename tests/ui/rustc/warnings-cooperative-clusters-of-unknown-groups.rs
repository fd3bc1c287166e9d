use occupancy::launch_config;

#[launch_config(arch = "b200", threads = 256, regs = 64, cluster = 2, grid = 148, cooperative)]
#[deny(deprecated)]
fn of_unknown_groups() {}

fn main() {}
