use occupancy::launch_config;

#[launch_config(arch = "h100", threads = any(32, 100, 2048), regs = 64)]
fn partial_and_too_large() {}

#[launch_config(arch = "h100", threads = any(256, 1024), regs = 96)]
fn one_size_does_not_fit() {}

#[launch_config(arch = "h100", threads = any(128, 256, 512), regs = 300)]
fn fault_that_all_share() {}

#[launch_config(arch = "h100", threads = any(128, 256, 512), regs = 64, min_blocks = 3)]
fn demand_that_one_breaks() {}

#[launch_config(arch = "h100", threads = any(256, 512), regs = 64, smem = 240 * threads)]
fn memory_of_the_larger() {}

#[launch_config(arch = "h100", threads = any(256, 512), regs = 64, smem = 1024 / (threads - 256))]
fn arithmetic_of_one() {}

#[launch_config(arch = ["h100", "a100"], threads = any(128, 256), regs = 64, on("a100", threads = any(512, 100)))]
fn on_one_gpu() {}
