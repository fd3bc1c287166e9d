use occupancy::launch_config;

#[launch_config(arch = "h100", threads = auto(few..=many), regs = 40)]
fn words() {}
