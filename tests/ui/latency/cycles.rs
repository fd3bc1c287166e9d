use occupancy::launch_config;

#[launch_config(arch = "h100", threads = auto, regs = 64, hides(cycles = 400, instructions = 30))]
fn auto_that_cannot_hide() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, hides(cycles = 400, instructions = 5))]
fn beyond_all_slots() {}

#[launch_config(arch = ["h100", "b200"], threads = 256, regs = 64, on("b200", hides(cycles = 400, instructions = 30)))]
fn of_one_gpu() {}

#[launch_config(arch = "h100", threads = 128, regs = 64, smem = 200 * 1024, hides(cycles = 400))]
fn of_one_warp_for_each_scheduler() {}

#[launch_config(arch = ["rtx4090", "h100"], threads = 256, regs = 32, hides(cycles = 400, instructions = 30))]
fn of_several_gpus() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, grid = 132, hides(cycles = 400, instructions = 60))]
fn blocks() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, elements = 50_000, hides(bytes = 16))]
fn elements() {}
