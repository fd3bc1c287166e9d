use occupancy::launch_config;

#[launch_config(arch = "h100", threads = auto, regs = 300)]
fn beside_another_fault() {}

#[launch_config(arch = "rtx3090", threads = auto, regs = 48, min_blocks = 12, min_occupancy = 0.83)]
fn demands_that_exclude_each_other() {}

#[launch_config(arch = "h100", threads = auto(128..=512), regs = 64, elements = 100000, tail_efficiency = 1)]
fn fills_the_last_wave() {}

#[launch_config(arch = "h100", threads = auto(256..=1024), regs = 128, min_blocks = 3)]
fn keeps_the_blocks() {}

#[launch_config(arch = "h100", threads = auto(64..=256), regs = 32, smem = 100000, min_occupancy = 0.5)]
fn small() {}

#[launch_config(arch = "h100", threads = auto, regs = 64, min_occupancy = 0.75)]
fn reaches_a_demand() {}

#[launch_config(arch = "h100", threads = auto(2000..=3000), regs = 40)]
fn over() {}

#[launch_config(arch = "h100", threads = auto(33..=40), regs = 40)]
fn between_warps() {}
