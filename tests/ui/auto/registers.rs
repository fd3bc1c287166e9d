use occupancy::launch_config;

#[launch_config(name = OfARange, arch = "h100", threads = 256, regs = auto(64..=128))]
#[launch_config(name = OfAText, arch = "h100", threads = 256, regs = "auto")]
#[launch_config(name = OfACapital, arch = "h100", threads = 256, regs = Auto)]
#[launch_config(name = OfAnotherName, arch = "h100", threads = 256, registers = auto)]
#[launch_config(name = Twice, arch = "h100", threads = 256, regs = auto, regs = 64)]
// No number follows from a block or a demand with a fault.
#[launch_config(name = OfNoBlock, arch = "h100", threads = 0, regs = auto, min_occupancy = 0.9)]
#[launch_config(name = OfNegativeBlocks, arch = "h100", threads = 256, min_blocks = -1, regs = auto, min_occupancy = 0.1)]
#[launch_config(name = OfTooManyBlocks, arch = "h100", threads = 256, min_blocks = 4_294_967_296, regs = auto, min_occupancy = 0.9)]
#[launch_config(name = OfNoGpu, arch = "größe", threads = 256, regs = auto, min_occupancy = 0.1)]
fn kernel() {}
