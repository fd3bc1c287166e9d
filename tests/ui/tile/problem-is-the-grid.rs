use occupancy::launch_config;

#[launch_config(name = Tail, arch = "h100", threads = 256, regs = 128, tail_efficiency = 0.9, tile(m = 256, n = 128, k = 64, a = 2, b = 2, stages = 4, problem = (4352, 1024)))]
#[launch_config(name = Clusters, arch = "h100", threads = 256, regs = 128, cluster = (2, 1), tile(m = 128, n = 128, k = 64, stages = 2, a = 2, b = 2, problem = (4096, 4224)))]
#[launch_config(name = Rows, arch = "h100", threads = 256, regs = 128, tile(m = 16, n = 128, k = 64, stages = 2, a = 2, b = 2, problem = (1_048_577, 4096)))]
fn kernel() {}
