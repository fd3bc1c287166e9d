use occupancy::launch_config;
const FEW: u8 = 64;
const MANY: u64 = 512;

#[launch_config(name = Turned, arch = "h100", threads = auto(MANY..=FEW), regs = 64)]
#[launch_config(name = NothingPasses, arch = "h100", threads = auto(FEW..MANY), regs = 64, min_blocks = 24)]
#[launch_config(name = BesideAnotherFault, arch = "h100", threads = auto(FEW..=MANY), regs = 256)]
fn kernel() {}

fn main() {}
