use occupancy::launch_config;

#[launch_config(arch = ["a100", "h100"], threads = 256, regs = 64, on = "h100")]
fn equals() {}

#[launch_config(arch = ["a100", "h100"], threads = 256, regs = 64, on())]
fn empty() {}

#[launch_config(arch = ["a100", "h100"], threads = 256, regs = 64, on("h100", regs = 32), on("H100 SXM5 80GB", regs = 48))]
fn twice() {}

#[launch_config(arch = ["a100", "b200"], threads = 256, regs = 64, on("b200" threads = 512))]
fn comma_missing_behind_the_gpu() {}

#[launch_config(arch = ["a100", "b200"], threads = 256, regs = 64, on("b200", threads = 512, on("a100", threads = 128)))]
fn in_another_on() {}

#[launch_config(arch = ["a100", "h100", "b200"], threads = 256, regs = 64, on(["b200", "h100"], threads = 512))]
fn list_of_gpus() {}

#[launch_config(arch = ["a100", "b200"], threads = 256, regs = 64, on(arch = "b200", threads = 512))]
fn name_with_arch() {}

#[launch_config(arch = ["a100", "b200"], threads = 256, regs = 64, on(b200, threads = 512))]
fn name_without_quotes() {}

#[launch_config(arch = ["a100", "b200"], threads = 256, regs = 64, on(threads = 512))]
fn without_a_gpu() {}
