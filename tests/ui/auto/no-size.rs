use occupancy::launch_config;

#[launch_config(name = BesideAnotherFault, arch = "h100", threads = auto, regs = 300)]
#[launch_config(name = DemandsThatExcludeEachOther, arch = "rtx3090", threads = auto, regs = 48, min_blocks = 12, min_occupancy = 0.83)]
#[launch_config(name = FillsTheLastWave, arch = "h100", threads = auto(128..=512), regs = 64, elements = 100000, tail_efficiency = 1)]
#[launch_config(name = KeepsTheBlocks, arch = "h100", threads = auto(256..=1024), regs = 128, min_blocks = 3)]
#[launch_config(name = Small, arch = "h100", threads = auto(64..=256), regs = 32, smem = 100000, min_occupancy = 0.5)]
#[launch_config(name = ReachesADemand, arch = "h100", threads = auto, regs = 64, min_occupancy = 0.75)]
#[launch_config(name = Over, arch = "h100", threads = auto(2000..=3000), regs = 40)]
#[launch_config(name = BetweenWarps, arch = "h100", threads = auto(33..=40), regs = 40)]
fn kernel() {}
