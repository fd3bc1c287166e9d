use occupancy::launch_config;
const SMEM: usize = 96 * 1024;
const REGS: u32 = 200;

#[launch_config(name = ReachesNoDemand, arch = "h100", threads = auto, regs = 64, smem = SMEM, min_occupancy = 0.75)]
#[launch_config(name = LaunchesNothing, arch = "h100", threads = auto(512..=1024), regs = REGS)]
#[launch_config(name = HasNoWholeWarp, arch = "h100", threads = auto(33..=40), regs = REGS)]
fn kernel() {}

fn main() {}
