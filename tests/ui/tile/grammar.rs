use occupancy::launch_config;

#[launch_config(name = Grammar, arch = "h100", threads = 256, regs = 64, tile(m = 128, n = 128, depth = 64, accumulator = tmem, problem = 4096))]
#[launch_config(name = ExtentsMissing, arch = "h100", threads = 256, regs = 64, tile(m = 64))]
#[launch_config(name = Form, arch = "h100", threads = 256, regs = 64, tile = 128)]
#[launch_config(name = Nothing, arch = "h100", threads = 256, regs = 64, tile())]
#[launch_config(name = OutOfRange, arch = "h100", threads = 256, regs = 64, tile(m = 5_000_000_000, n = 128, k = 64, stages = -1))]
#[launch_config(name = Twice, arch = "h100", threads = 256, regs = 64, tile(m = 64, n = 64, k = 32, m = 64))]
fn kernel() {}
