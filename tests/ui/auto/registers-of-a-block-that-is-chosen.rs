use occupancy::launch_config;

#[launch_config(arch = "h100", threads = auto, regs = auto, min_blocks = 2)]
fn each_needs_the_other() {}

#[launch_config(arch = ["h100", "t4"], threads = 256, regs = auto, on("t4", threads = auto(64..=512)))]
fn on_one_gpu() {}

#[launch_config(arch = ["h100", "t4"], threads = auto, regs = auto, on("t4", min_blocks = 2))]
fn on_both() {}
