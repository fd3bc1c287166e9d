use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, colour = 3)]
fn argument() {}

#[launch_config(arch = "h100", thread = 3, threads = 256, regs = 64)]
fn argument_beside_its_own() {}

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

#[launch_config(arch = "h100", threads = 256, regs = 64, MIN_BLOCKS = 2)]
fn argument_in_capitals() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, occupancy = 50)]
fn argument_in_percent() {}

const WARPS: u32 = 4;

#[launch_config(arch = "h100", num_warps = WARPS, regs = 64)]
fn argument_in_warps_of_a_constant() {}

#[launch_config(arch = "h100", num_warps = 4, regs = 64)]
fn argument_in_warps() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, größe = 2)]
fn argument_not_ascii() {}

#[launch_config(
    arch = "h100",
    threads = 256,
    regs = 64,
    xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx = 1,
)]
fn argument_of_many_letters() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, num_stages = 3)]
fn argument_of_stages() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, grid_dim = 528, tail_efficiency = 0.9)]
fn argument_stands_for_a_grid() {}

#[launch_config(arch = "h100", launch_bounds(256, 4), regs = 64)]
fn argument_that_is_launch_bounds() {}

#[launch_config(arch = "h100", threads = 256, launch_bounds(256, 4), regs = 64)]
fn argument_that_is_launch_bounds_beside_threads() {}

#[launch_config(arch = "h100", block_size = 256, block_dim = 256, regs = 64)]
fn argument_twice() {}

#[launch_config(arch = "h100", threads = 256, maxregcont = 64)]
fn argument_with_a_slip_in_another_tools_name() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, cuda::smem = 4096)]
fn path_for_name() {}
