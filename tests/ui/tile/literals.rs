use occupancy::launch_config;

#[launch_config(name = AlongTwoAxes, arch = "h100", threads = 256, regs = 128, grid = (8, 8), tile(m = 128, n = 128, k = 64, stages = 2, a = 2, b = 2, problem = (4096, 4096)))]
#[launch_config(name = Elements, arch = "h100", threads = 256, regs = 128, elements = 4096, tile(m = 128, n = 128, k = 64, stages = 2, a = 2, b = 2, problem = (4096, 4096)))]
#[launch_config(name = RegistersBesideTensorMemory, arch = "b200", threads = 128, regs = 255, tile(m = 128, n = 128, k = 64, accumulator = tensor_memory, extra_regs = 300))]
#[launch_config(name = TensorMemoryNotDocumented, arch = "sm_110", threads = 256, regs = 168, tile(m = 128, n = 128, k = 64, stages = 4, a = 2, b = 2, accumulator = tensor_memory))]
#[launch_config(name = TensorMemoryOver512Columns, arch = "b200", threads = 256, regs = 168, tile(m = 256, n = 512, k = 32, stages = 2, a = 2, b = 2, accumulator = tensor_memory))]
fn kernel() {}
