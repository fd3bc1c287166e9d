//! An example.

use occupancy::launch_config;

#[launch_config(arch = "a100", threads = 256, regs = 40)]
fn of_an_example() {}

fn main() {
    of_an_example();
}
