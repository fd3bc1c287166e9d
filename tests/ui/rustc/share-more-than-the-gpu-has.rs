use occupancy::launch_config;
const SMS: u32 = 200;

#[launch_config(name = Kernel, arch = "h100", threads = 256, regs = 64, sms = 144)]
#[launch_config(name = Constant, arch = "h100", threads = 256, regs = 64, sms = SMS)]
#[launch_config(name = OfOneGpu, arch = ["h100", "a100"], threads = 256, regs = 64, sms = 120)]
fn kernel() {}

fn main() {}
