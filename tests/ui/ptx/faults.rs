use occupancy::launch_config;

#[launch_config(name = BlockOverTheLaunchBounds, arch = "h100", threads = 512, regs = 32, ptx = "../../kernels/saxpy.ptx", kernel = "saxpy")]
#[launch_config(name = CutOff, arch = "h100", threads = 128, regs = 32, ptx = "../../kernels/cut_off.ptx", kernel = "saxpy")]
#[launch_config(name = EarlierArchitecture, arch = "a100", threads = 128, regs = 32, ptx = "../../kernels/saxpy.ptx", kernel = "saxpy")]
#[launch_config(name = KernelNotThere, arch = "h100", threads = 128, regs = 32, ptx = "../../kernels/shared.ptx", kernel = "gemm")]
#[launch_config(name = MoreBarriersThanDeclared, arch = "h100", threads = (32, 8), regs = 32, barriers = 0, ptx = "../../kernels/shared.ptx", kernel = "transpose")]
#[launch_config(name = NoPtx, arch = "h100", threads = 128, regs = 32, ptx = "../../kernels/saxpy.cu", kernel = "saxpy")]
#[launch_config(name = RegistersNotStated, arch = "h100", threads = 256, ptx = "../../kernels/saxpy.ptx", kernel = "saxpy")]
fn kernel() {}

#[launch_config(
    arch = ["a100", "h100"],
    threads = 256,
    cubin = "../../kernels/saxpy_sm_80.cubin",
    kernel = "saxpy",
    on("h100", ptx = "../../kernels/saxpy.ptx"),
)]
fn registers_not_stated_for_one_gpu() {}
