use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, tile(m = 128, n = 128, depth = 64, accumulator = tmem, problem = 4096))]
fn grammar() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, tile(m = 64))]
fn extents_missing() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, tile = 128)]
fn form() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, tile())]
fn nothing() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, tile(m = 5_000_000_000, n = 128, k = 64, stages = -1))]
fn out_of_range() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, tile(m = 64, n = 64, k = 32, m = 64))]
fn twice() {}
