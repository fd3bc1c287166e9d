use occupancy::launch_config;

const SMS: u32 = 200;

#[launch_config(arch = "h100", threads = 256, regs = 64, sms = 144)]
fn kernel() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, sms = SMS)]
fn constant() {}

#[launch_config(arch = ["h100", "a100"], threads = 256, regs = 64, sms = 120)]
fn of_one_gpu() {}

fn main() {}
