use occupancy::launch_config;

#[launch_config(name = EachNeedsTheOther, arch = "h100", threads = auto, regs = auto, min_blocks = 2)]
#[launch_config(name = OnOneGpu, arch = ["h100", "t4"], threads = 256, regs = auto, on("t4", threads = auto(64..=512)))]
#[launch_config(name = OnBoth, arch = ["h100", "t4"], threads = auto, regs = auto, on("t4", min_blocks = 2))]
fn kernel() {}
