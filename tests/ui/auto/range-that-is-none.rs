use occupancy::launch_config;

#[launch_config(arch = "h100", threads = auto(512..=64), regs = 40)]
fn turned() {}

#[launch_config(arch = "h100", threads = auto(few..=many), regs = 40)]
fn words() {}
