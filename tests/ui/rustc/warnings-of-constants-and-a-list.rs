#![deny(deprecated)]
use occupancy::launch_config;

const BLOCKS: u32 = 600;

#[launch_config(arch = ["h100", "a100"], threads = 256, regs = 64, grid = BLOCKS)]
fn last_wave() {}

#[launch_config(arch = ["h100", "a100"], threads = 256, regs = 64, elements = 4 * BLOCKS)]
fn idle_sms() {}

fn main() {
    // The items that the warnings name exist for a list, too.
    let _ = (LastWaveLaunch::configured().waves_on(132), IdleSmsLaunch::configured().waves_on(108));
}
