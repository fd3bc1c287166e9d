use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 512, regs = 128, tile(m = 256, n = 256, k = 32, a = 2, b = 2, extra_regs = 1))]
fn accumulators_in_all_registers() {}

#[launch_config(arch = "h100", threads = auto(64..=128), regs = 255, tile(m = 256, n = 256, k = 32, a = 2, b = 2))]
fn auto_that_holds_none() {}

#[launch_config(arch = "h100", threads = 256, regs = 128, min_blocks = 3, tile(m = 128, n = 128, k = 64, stages = 2, a = 2, b = 2))]
fn blocks_of_fewer_registers() {}

#[launch_config(arch = "h100", threads = 256, regs = 80, min_blocks = 3, tile(m = 128, n = 128, k = 64, stages = 3, a = 2, b = 2))]
fn blocks_of_fewer_stages() {}

#[launch_config(arch = "h100", threads = 256, regs = 128, tile(m = 128, n = 65_537, k = 64))]
fn extent_over_the_most() {}

#[launch_config(arch = "a100", threads = 256, regs = 168, tile(m = 256, n = 128, k = 256, a = 2, b = 2))]
fn operands_over_a_block_in_one_stage() {}

#[launch_config(arch = ["a100", "h100"], threads = 256, regs = 168, tile(m = 256, n = 128, k = 64, stages = 4, a = 2, b = 2))]
fn operands_over_a_block_of_one_gpu() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, static_smem = 8192, tile(m = 64, n = 64, k = 32))]
fn operands_over_static_smem() {}
