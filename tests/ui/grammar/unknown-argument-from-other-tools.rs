use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, maxrregcount = 64)]
fn saxpy() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, block_dim = 256)]
fn reduce() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, shared_mem_bytes = 4096)]
fn scan() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, gpu = "h100")]
fn gemm() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, minnctapersm = 2)]
fn stencil() {}
