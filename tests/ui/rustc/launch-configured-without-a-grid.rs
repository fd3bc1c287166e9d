use occupancy::launch_config;

const REGS: u32 = 64;

#[launch_config(arch = "h100", threads = 256, regs = 64)]
fn of_numbers() {}

#[launch_config(arch = "h100", threads = 256, regs = REGS)]
fn of_constants() {}

fn main() {
    let _ = OfNumbersLaunch::configured();
    let _ = OfConstantsLaunch::configured();
}
