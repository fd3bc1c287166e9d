use occupancy::launch_config;

const FEW: u8 = 64;
const MANY: u64 = 512;

#[launch_config(arch = "h100", threads = auto(MANY..=FEW), regs = 64)]
fn turned() {}

#[launch_config(arch = "h100", threads = auto(FEW..MANY), regs = 64, min_blocks = 24)]
fn nothing_passes() {}

#[launch_config(arch = "h100", threads = auto(FEW..=MANY), regs = 256)]
fn beside_another_fault() {}

fn main() {}
