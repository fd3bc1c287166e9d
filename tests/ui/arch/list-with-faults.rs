use occupancy::launch_config;

#[launch_config(arch = ["gtx1080", "h100"], threads = 256, regs = 64, smem = 96 * 1024, min_blocks = 3)]
fn failing_differently() {}

#[launch_config(arch = ["h100", "rtx4090", "rtx3090"], threads = 256, regs = 128, min_blocks = 8)]
fn with_every_one_failing() {}

#[launch_config(arch = ["a100", "h100", "rtx4090"], threads = 256, regs = 32, min_blocks = 8)]
fn with_one_failing() {}

#[launch_config(arch = ["h100", "rtx4090", "rtx3090"], threads = 256, regs = 32, min_blocks = 8)]
fn with_two_failing() {}
