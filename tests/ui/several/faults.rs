use occupancy::launch_config;

#[launch_config(
    arch = "h100",
    threads = 256,
    regs = 128,
    min_blocks = 3,
    min_occupancy = 0.5,
    elements = 150_000,
    tail_efficiency = 0.9,
)]
fn of_demands() {}

#[launch_config(name = FaultOfGrammarHidesOnlyWhatFollowsFromIt, arch = "h100", threads = 256, regs = "96", min_blocks = 30, barriers = 17)]
#[launch_config(name = OfGrammarAndOfTheBlock, arch = "toaster", threads = 2048, regs = 300, smem = TILE)]
#[launch_config(name = OfGrammar, gpu = "h100", threads = "256", regs = -1, regs = 64, smem = 1 / 0, min_occupancy = yes, allow(spills), 7)]
#[launch_config(name = OfTheBlock, arch = "h100", threads = (48, 0, 128), regs = 300, static_smem = 50_000, barriers = 20, carveout = 200)]
fn kernel() {}
