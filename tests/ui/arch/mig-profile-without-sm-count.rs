use occupancy::launch_config;

#[launch_config(arch = "b200:2g.45gb", threads = 256, regs = 64)]
fn unknown_count() {}

#[launch_config(arch = "h100:2g.10gb", threads = 256, regs = 64)]
fn unknown_profile() {}

#[launch_config(arch = "rtx4090:1g.10gb", threads = 256, regs = 64)]
fn board_without_mig() {}
