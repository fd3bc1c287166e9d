use occupancy::launch_config;

#[launch_config(arch = ["a100", "b200"], threads = 256, regs = 64, on("b200", gridDim = 512, threads = 512))]
fn another_tools_word_for_what_is_the_same() {}

#[launch_config(arch = "a100", threads = 256, regs = 64, on("a100", regs = 32))]
fn every_gpu() {}

#[launch_config(arch = ["h100", "rtx4090"], threads = 256, regs = 64, on("rtx4090", smem = 1 << 32))]
fn out_of_range() {}

#[launch_config(arch = ["a100", "b200"], threads = 256, regs = 64, on("b200"))]
fn states_nothing() {}

#[launch_config(arch = ["a100", "b200"], threads = 256, regs = 64, on("b2000", threads = 512))]
fn unknown_gpu() {}

#[launch_config(arch = ["a100", "h100"], threads = 256, regs = 64, on("h100", grid = 528, name = X))]
fn what_is_the_same_for_all() {}
