use occupancy::launch_config;

#[launch_config(name = AutoThatCannotHide, arch = "h100", threads = auto, regs = 64, hides(cycles = 400, instructions = 30))]
#[launch_config(name = BeyondAllSlots, arch = "h100", threads = 256, regs = 64, hides(cycles = 400, instructions = 5))]
#[launch_config(name = OfOneGpu, arch = ["h100", "b200"], threads = 256, regs = 64, on("b200", hides(cycles = 400, instructions = 30)))]
#[launch_config(name = OfOneWarpForEachScheduler, arch = "h100", threads = 128, regs = 64, smem = 200 * 1024, hides(cycles = 400))]
#[launch_config(name = OfSeveralGpus, arch = ["rtx4090", "h100"], threads = 256, regs = 32, hides(cycles = 400, instructions = 30))]
#[launch_config(name = Blocks, arch = "h100", threads = 256, regs = 64, grid = 132, hides(cycles = 400, instructions = 60))]
#[launch_config(name = Elements, arch = "h100", threads = 256, regs = 64, elements = 50_000, hides(bytes = 16))]
fn kernel() {}
