use occupancy::launch_config;

#[launch_config(arch = "h100", threads = auto(2000..=3000), regs = 40)]
fn over() {}

#[launch_config(arch = "h100", threads = auto(33..=40), regs = 40)]
fn between_warps() {}
