use occupancy::launch_config;

#[launch_config(arch = ["h100", "h100-pcie"], threads = 256, regs = 64, elements = 1 << 20, cooperative)]
fn of_elements() {}

#[launch_config(arch = "h100", threads = 1024, regs = 64, grid = (17, 8), cluster = (1, 8), cooperative)]
fn of_clusters() {}

#[launch_config(arch = "mi300x", threads = 256, vgprs = 128, grid = 2000, cooperative)]
fn on_amd() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, grid = 528, sms = 66, cooperative)]
fn on_a_share() {}
