use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, cooperative = true)]
fn with_true() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, cooperative = false)]
fn with_false() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, cooperative_launch)]
fn of_cuda() {}

#[launch_config(arch = ["h100", "b200"], threads = 256, regs = 64, on("b200", cooperative))]
fn of_one_gpu() {}
