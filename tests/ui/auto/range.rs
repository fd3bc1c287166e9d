use occupancy::launch_config;

#[launch_config(arch = "h100", threads = auto(128), regs = 64)]
fn of_one_number() {}

#[launch_config(arch = "h100", threads = auto(), regs = 40)]
fn of_nothing() {}

#[launch_config(arch = "h100", threads = auto(max = 512), regs = 40)]
fn of_a_key() {}

#[launch_config(arch = "h100", threads = auto(64..=), regs = 40)]
fn without_an_end() {}

#[launch_config(arch = "h100", threads = auto(-64..=0.5), regs = 40)]
fn of_other_numbers() {}

#[launch_config(arch = "h100", threads = auto(64, 512), regs = 64)]
fn with_a_comma() {}
