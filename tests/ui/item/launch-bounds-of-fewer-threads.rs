// A tool's attribute stands in for that of a kernel crate, which has the same name.
use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64)]
#[rustfmt::launch_bounds(128)]
fn kernel() {}

fn main() {}
