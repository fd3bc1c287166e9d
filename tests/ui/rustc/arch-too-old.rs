use occupancy::launch_config;
const OLD: &str = "GeForce GTX 780 Ti";

#[launch_config(name = Board, arch = "k80", threads = 256, regs = 64)]
#[launch_config(name = TargetInAList, arch = ["sm_35", "h100"], threads = 256, regs = 64)]
#[launch_config(name = Constant, arch = OLD, threads = 256, regs = 64)]
fn kernel() {}

fn main() {}
