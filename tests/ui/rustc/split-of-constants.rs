use occupancy::launch_config;
const PRODUCER: u32 = 40;
const CONSUMER: u32 = 240;
const BELOW_ZERO: i64 = -8;

#[launch_config(name = OverThePool, arch = "h100", threads = 384, regs = 168, setmaxnreg(PRODUCER, CONSUMER, CONSUMER))]
#[launch_config(name = BelowZero, arch = "h100", threads = 384, regs = 168, setmaxnreg(24, CONSUMER, BELOW_ZERO))]
fn kernel() {}

fn main() {}
