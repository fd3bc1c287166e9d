use occupancy::launch_config;

#[launch_config(arch = ["h100", "a100", "h100"], threads = 256, regs = 64)]
fn in_list() {}

#[launch_config(arch = ["h100", "H100 SXM5 80GB"], threads = 256, regs = 64)]
fn under_another_name() {}
