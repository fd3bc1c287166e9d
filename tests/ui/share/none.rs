use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, sms = 0)]
fn literal() {}

#[launch_config(arch = "sm_90", threads = 256, regs = 64, sms = -8)]
fn negative() {}
