use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = (32, 32))]
fn tuple_for_integer() {}

#[launch_config(arch = "h100", threads = 256, regs = (64,))]
fn tuple_of_one_for_integer() {}
