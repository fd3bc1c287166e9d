use occupancy::launch_config;

#[launch_config(name = PartialAndTooLarge, arch = "h100", threads = any(32, 100, 2048), regs = 64)]
#[launch_config(name = OneSizeDoesNotFit, arch = "h100", threads = any(256, 1024), regs = 96)]
#[launch_config(name = FaultThatAllShare, arch = "h100", threads = any(128, 256, 512), regs = 300)]
#[launch_config(name = DemandThatOneBreaks, arch = "h100", threads = any(128, 256, 512), regs = 64, min_blocks = 3)]
#[launch_config(name = MemoryOfTheLarger, arch = "h100", threads = any(256, 512), regs = 64, smem = 240 * threads)]
#[launch_config(name = ArithmeticOfOne, arch = "h100", threads = any(256, 512), regs = 64, smem = 1024 / (threads - 256))]
#[launch_config(name = OnOneGpu, arch = ["h100", "a100"], threads = any(128, 256), regs = 64, on("a100", threads = any(512, 100)))]
fn kernel() {}
