use occupancy::launch_config;
const UNKNOWN: &str = "8.4..";
const TURNED: &str = "9.0..8.0";
const RANGE: &str = "8.0..=9.0";

#[launch_config(name = Unknown, arch = UNKNOWN, threads = 256, regs = 64)]
#[launch_config(name = Turned, arch = TURNED, threads = 100, regs = 64)]
#[launch_config(name = InAList, arch = ["h100", RANGE], threads = 256, regs = 64)]
#[launch_config(name = OnSome, arch = RANGE, threads = 256, regs = 64, smem = 100 * 1024)]
fn kernel() {}

fn main() {}
