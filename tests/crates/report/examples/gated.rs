//! An example that needs a feature.

use occupancy::launch_config;

#[launch_config(arch = "a100", threads = 512, regs = 40)]
fn of_a_gated_example() {}

fn main() {
    of_a_gated_example();
}
