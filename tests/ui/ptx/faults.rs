use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 512, regs = 32, ptx = "../../kernels/saxpy.ptx", kernel = "saxpy")]
fn block_over_the_launch_bounds() {}

#[launch_config(arch = "h100", threads = 128, regs = 32, ptx = "../../kernels/cut_off.ptx", kernel = "saxpy")]
fn cut_off() {}

#[launch_config(arch = "a100", threads = 128, regs = 32, ptx = "../../kernels/saxpy.ptx", kernel = "saxpy")]
fn earlier_architecture() {}

#[launch_config(arch = "h100", threads = 128, regs = 32, ptx = "../../kernels/shared.ptx", kernel = "gemm")]
fn kernel_not_there() {}

#[launch_config(arch = "h100", threads = (32, 8), regs = 32, barriers = 0, ptx = "../../kernels/shared.ptx", kernel = "transpose")]
fn more_barriers_than_declared() {}

#[launch_config(arch = "h100", threads = 128, regs = 32, ptx = "../../kernels/saxpy.cu", kernel = "saxpy")]
fn no_ptx() {}

#[launch_config(arch = "h100", threads = 256, ptx = "../../kernels/saxpy.ptx", kernel = "saxpy")]
fn registers_not_stated() {}

#[launch_config(
    arch = ["a100", "h100"],
    threads = 256,
    cubin = "../../kernels/saxpy_sm_80.cubin",
    kernel = "saxpy",
    on("h100", ptx = "../../kernels/saxpy.ptx"),
)]
fn registers_not_stated_for_one_gpu() {}
