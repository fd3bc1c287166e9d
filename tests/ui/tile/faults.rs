use occupancy::launch_config;

#[launch_config(name = AccumulatorsInAllRegisters, arch = "h100", threads = 512, regs = 128, tile(m = 256, n = 256, k = 32, a = 2, b = 2, extra_regs = 1))]
#[launch_config(name = AutoThatHoldsNone, arch = "h100", threads = auto(64..=128), regs = 255, tile(m = 256, n = 256, k = 32, a = 2, b = 2))]
#[launch_config(name = BlocksOfFewerRegisters, arch = "h100", threads = 256, regs = 128, min_blocks = 3, tile(m = 128, n = 128, k = 64, stages = 2, a = 2, b = 2))]
#[launch_config(name = BlocksOfFewerStages, arch = "h100", threads = 256, regs = 80, min_blocks = 3, tile(m = 128, n = 128, k = 64, stages = 3, a = 2, b = 2))]
#[launch_config(name = ExtentOverTheMost, arch = "h100", threads = 256, regs = 128, tile(m = 128, n = 65_537, k = 64))]
#[launch_config(name = OperandsOverABlockInOneStage, arch = "a100", threads = 256, regs = 168, tile(m = 256, n = 128, k = 256, a = 2, b = 2))]
#[launch_config(name = OperandsOverABlockOfOneGpu, arch = ["a100", "h100"], threads = 256, regs = 168, tile(m = 256, n = 128, k = 64, stages = 4, a = 2, b = 2))]
#[launch_config(name = OperandsOverStaticSmem, arch = "h100", threads = 256, regs = 64, static_smem = 8192, tile(m = 64, n = 64, k = 32))]
fn kernel() {}
