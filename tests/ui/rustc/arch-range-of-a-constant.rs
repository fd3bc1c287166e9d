use occupancy::launch_config;

const UNKNOWN: &str = "8.4..";
const TURNED: &str = "9.0..8.0";
const RANGE: &str = "8.0..=9.0";

#[launch_config(arch = UNKNOWN, threads = 256, regs = 64)]
fn unknown() {}

#[launch_config(arch = TURNED, threads = 100, regs = 64)]
fn turned() {}

#[launch_config(arch = ["h100", RANGE], threads = 256, regs = 64)]
fn in_a_list() {}

#[launch_config(arch = RANGE, threads = 256, regs = 64, smem = 100 * 1024)]
fn on_some() {}

fn main() {}
