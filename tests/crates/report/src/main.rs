//! A binary of the same name as the library.

use occupancy::launch_config;
use occupancy_test_report::TILE;

#[launch_config(arch = "rtx4090", threads = TILE, regs = 40)]
fn of_a_binary() {}

fn main() {
    of_a_binary();
}
