use occupancy::launch_config;

#[launch_config(arch = "h100", threads = auto(128), regs = 64)]
fn of_one_number() {}

#[launch_config(arch = "h100", threads = auto(few..=many), regs = 40)]
fn words() {}

#[launch_config(arch = "h100", threads = auto(64, 512), regs = 64)]
fn with_a_comma() {}
