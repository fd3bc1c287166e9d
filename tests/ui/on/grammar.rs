use occupancy::launch_config;

#[launch_config(arch = ["a100", "h100"], threads = 256, regs = 64, on = "h100")]
fn equals() {}

#[launch_config(arch = ["a100", "h100"], threads = 256, regs = 64, on())]
fn empty() {}

#[launch_config(arch = ["a100", "h100"], threads = 256, regs = 64, on("h100", thread = 128))]
fn unknown() {}

#[launch_config(arch = ["a100", "h100"], threads = 256, regs = 64, on("h100", regs = 32), on("H100 SXM5 80GB", regs = 48))]
fn twice() {}
