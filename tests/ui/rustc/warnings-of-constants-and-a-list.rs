#![deny(deprecated)]
use occupancy::launch_config;
const BLOCKS: u32 = 600;

#[launch_config(name = LastWave, arch = ["h100", "a100"], threads = 256, regs = 64, grid = BLOCKS)]
#[launch_config(name = IdleSms, arch = ["h100", "a100"], threads = 256, regs = 64, elements = 4 * BLOCKS)]
fn kernel() {}

fn main() {
    // The items that the warnings name exist for a list, too.
    let _ = (LastWave::configured().waves_on(132), IdleSms::configured().waves_on(108));
}
