use occupancy::launch_config;

const FEW: u8 = 64;
const MANY: u64 = 512;
const SMEM: usize = 96 * 1024;
const REGS: u32 = 200;

#[launch_config(name = Turned, arch = "h100", threads = auto(MANY..=FEW), regs = 64)]
#[launch_config(name = NothingPasses, arch = "h100", threads = auto(FEW..MANY), regs = 64, min_blocks = 24)]
#[launch_config(name = BesideAnotherFault, arch = "h100", threads = auto(FEW..=MANY), regs = 256)]
#[launch_config(name = ReachesNoDemand, arch = "h100", threads = auto, regs = 64, smem = SMEM, min_occupancy = 0.75)]
#[launch_config(name = LaunchesNothing, arch = "h100", threads = auto(512..=1024), regs = REGS)]
#[launch_config(name = HasNoWholeWarp, arch = "h100", threads = auto(33..=40), regs = REGS)]
fn kernel() {}

fn main() {}
