use occupancy::launch_config;

#[launch_config(gpu = "h100", block_size = 256, maxrregcount = 64)]
fn of_cuda() {}

#[launch_config(device = "a100", blockDim = (32, 8), max_regs = 64)]
fn of_dim3() {}

#[launch_config(sm = 90, block_dim = [32, 8], registers = 64)]
fn of_nvcc() {}

#[launch_config(compute_capability = 9.0, threads = 256, regs = 64, gridDim = (64, 64))]
fn of_a_launch() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, min_blocks_per_sm = 2, cluster_size = 2)]
fn of_launch_bounds() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, shared_mem = 48KB, static_shared_memory = 1024)]
fn of_shared_memory() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, n = 1000000, items = 4)]
fn of_elements() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, n = 1000000, occupancy = 50)]
fn of_nsight() {}
