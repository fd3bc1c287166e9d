use occupancy::launch_config;

const PRODUCER: u32 = 40;
const CONSUMER: u32 = 240;
const BELOW_ZERO: i64 = -8;

#[launch_config(arch = "h100", threads = 384, regs = 168, setmaxnreg(PRODUCER, CONSUMER, CONSUMER))]
fn over_the_pool() {}

#[launch_config(arch = "h100", threads = 384, regs = 168, setmaxnreg(24, CONSUMER, BELOW_ZERO))]
fn below_zero() {}

fn main() {}
