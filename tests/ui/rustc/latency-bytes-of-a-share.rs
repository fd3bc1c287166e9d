use occupancy::launch_config;

const SMS: u32 = 66;

#[launch_config(arch = "h100", threads = 256, regs = 64, sms = 66, hides(bytes = 16))]
fn literal() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, sms = SMS, hides(bytes = 16))]
fn constant() {}
