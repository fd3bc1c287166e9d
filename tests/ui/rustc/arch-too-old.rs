use occupancy::launch_config;

#[launch_config(arch = "k80", threads = 256, regs = 64)]
fn board() {}

#[launch_config(arch = ["sm_35", "h100"], threads = 256, regs = 64)]
fn target_in_a_list() {}

const OLD: &str = "GeForce GTX 780 Ti";

#[launch_config(arch = OLD, threads = 256, regs = 64)]
fn constant() {}

fn main() {}
