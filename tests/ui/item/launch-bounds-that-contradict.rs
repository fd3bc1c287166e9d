// A tool's attribute stands in for that of a kernel crate, which has the same name.
use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64)]
#[rustfmt::launch_bounds(256, 8)]
fn more_blocks_than_fit() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, min_blocks = 4)]
#[rustfmt::launch_bounds(256, 2)]
fn fewer_blocks_than_demanded() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, cluster = (2, 2))]
#[rustfmt::cluster_launch(4)]
fn another_cluster() {}

#[launch_config(arch = "h100", threads = 256, regs = 64)]
#[rustfmt::cluster_launch(2, 2, 1)]
fn no_cluster() {}
