use occupancy::launch_config;

#[launch_config(name = OfCuda, gpu = "h100", block_size = 256, maxrregcount = 64)]
#[launch_config(name = OfDim3, device = "a100", blockDim = (32, 8), max_regs = 64)]
#[launch_config(name = OfNvcc, sm = 90, block_dim = [32, 8], registers = 64)]
#[launch_config(name = OfALaunch, compute_capability = 9.0, threads = 256, regs = 64, gridDim = (64, 64))]
#[launch_config(name = OfLaunchBounds, arch = "h100", threads = 256, regs = 64, min_blocks_per_sm = 2, cluster_size = 2)]
#[launch_config(name = OfSharedMemory, arch = "h100", threads = 256, regs = 64, shared_mem = 48KB, static_shared_memory = 1024)]
#[launch_config(name = OfElements, arch = "h100", threads = 256, regs = 64, n = 1000000, items = 4)]
#[launch_config(name = OfNsight, arch = "h100", threads = 256, regs = 64, n = 1000000, occupancy = 50)]
#[launch_config(name = OfTriton, arch = "h100", regs = 64, BLOCK_M = 64, num_warps = 8, num_sms = 132)]
#[launch_config(name = OfAxes, arch = "h100", blockDim.x = 256, gridDim.y = 4, regs = 64)]
#[launch_config(name = OfTwoAxes, arch = "h100", blockDim.x = 16, blockDim.y = 16, regs = 64)]
#[launch_config(name = OfAnAxisOfItsOwn, arch = "h100", threads.x = 32, regs = 64)]
#[launch_config(name = OfTheCall, arch = "h100", threads = 256, regs = 64, stream = 0, persistent, cooperative = true)]
fn kernel() {}
