use occupancy::launch_config;

const WARPS: u32 = 4;

#[launch_config(name = Argument, arch = "h100", threads = 256, regs = 64, colour = 3)]
#[launch_config(name = ArgumentBesideItsOwn, arch = "h100", thread = 3, threads = 256, regs = 64)]
#[launch_config(name = Saxpy, arch = "h100", threads = 256, regs = 64, maxrregcount = 64)]
#[launch_config(name = Reduce, arch = "h100", threads = 256, regs = 64, block_dim = 256)]
#[launch_config(name = Scan, arch = "h100", threads = 256, regs = 64, shared_mem_bytes = 4096)]
#[launch_config(name = Gemm, arch = "h100", threads = 256, regs = 64, gpu = "h100")]
#[launch_config(name = Stencil, arch = "h100", threads = 256, regs = 64, minnctapersm = 2)]
#[launch_config(name = ArgumentInCapitals, arch = "h100", threads = 256, regs = 64, MIN_BLOCKS = 2)]
#[launch_config(name = ArgumentInPercent, arch = "h100", threads = 256, regs = 64, occupancy = 50)]
#[launch_config(name = ArgumentInWarpsOfAConstant, arch = "h100", num_warps = WARPS, regs = 64)]
#[launch_config(name = ArgumentInWarps, arch = "h100", num_warps = 4, regs = 64)]
#[launch_config(name = ArgumentNotAscii, arch = "h100", threads = 256, regs = 64, größe = 2)]
#[launch_config(name = ArgumentOfStages, arch = "h100", threads = 256, regs = 64, num_stages = 3)]
#[launch_config(name = ArgumentStandsForAGrid, arch = "h100", threads = 256, regs = 64, grid_dim = 528, tail_efficiency = 0.9)]
#[launch_config(name = ArgumentThatIsLaunchBounds, arch = "h100", launch_bounds(256, 4), regs = 64)]
#[launch_config(name = ArgumentThatIsLaunchBoundsBesideThreads, arch = "h100", threads = 256, launch_bounds(256, 4), regs = 64)]
#[launch_config(name = ArgumentTwice, arch = "h100", block_size = 256, block_dim = 256, regs = 64)]
#[launch_config(name = ArgumentWithASlipInAnotherToolsName, arch = "h100", threads = 256, maxregcont = 64)]
#[launch_config(name = PathForName, arch = "h100", threads = 256, regs = 64, cuda::smem = 4096)]
fn kernel() {}

#[launch_config(
    arch = "h100",
    threads = 256,
    regs = 64,
    xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx = 1,
)]
fn argument_of_many_letters() {}
