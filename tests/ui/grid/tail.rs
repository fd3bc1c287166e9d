use occupancy::launch_config;

#[launch_config(name = EfficiencyJustAboveWhatIsReached, arch = "h100", threads = 256, regs = 64, grid = 1000, tail_efficiency = 0.947)]
#[launch_config(name = EfficiencyOf2dGrid, arch = "h100", threads = 256, regs = 64, grid = (23, 23), tail_efficiency = 0.9)]
#[launch_config(name = EfficiencyOfElements, arch = "h100", threads = 256, regs = 64, elements = 150_000, tail_efficiency = 0.9)]
#[launch_config(name = EfficiencyOfElementsWithItems, arch = "h100", threads = 256, regs = 64, elements = 1 << 20, items_per_thread = 4, tail_efficiency = 98 %)]
#[launch_config(name = EfficiencyOfGridBelowOneWave, arch = "h100", threads = 256, regs = 64, grid = 100, tail_efficiency = 0.9)]
#[launch_config(name = EfficiencyOnEveryDeviceOfAList, arch = ["h100", "a100"], threads = 256, regs = 64, grid = 528, tail_efficiency = 0.9)]
#[launch_config(name = EfficiencyOverOne, arch = "h100", threads = 256, regs = 64, grid = 528, tail_efficiency = 1.01)]
#[launch_config(name = EfficiencyWithoutDeviceOfItsComputeCapability, arch = "10.3", threads = 256, regs = 64, grid = 528, tail_efficiency = 0.9)]
fn kernel() {}
