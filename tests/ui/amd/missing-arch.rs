use occupancy::launch_config;

#[launch_config(threads = 256, hsaco = "../../kernels/gfx942.hsaco", kernel = "saxpy")]
#[launch_config(name = Mode, threads = 256, hsaco = "../../kernels/gfx1100-wave64-cu.hsaco", kernel = "saxpy")]
#[launch_config(name = Generic, threads = 256, hsaco = "../../kernels/gfx9-4-generic.hsaco", kernel = "saxpy")]
#[launch_config(name = Bundle, threads = 256, hsaco = "../../kernels/kernels.hipfb", kernel = "saxpy")]
#[launch_config(name = Cubin, threads = 256, cubin = "../../kernels/saxpy.cubin", kernel = "saxpy")]
#[launch_config(name = Older, threads = 256, cubin = "../../kernels/saxpy_sm_80.cubin", kernel = "saxpy")]
#[launch_config(name = Ptx, threads = 256, regs = 64, ptx = "../../kernels/saxpy.ptx", kernel = "saxpy")]
#[launch_config(name = Stated, threads = 256, vgprs = 64)]
#[launch_config(name = Both, threads = 256, regs = 64, vgprs = 64)]
#[launch_config(name = Beside, threads = 256, regs = 64, hsaco = "../../kernels/gfx942.hsaco", kernel = "saxpy")]
#[launch_config(name = Block, arch = "h100", cubin = "../../kernels/clusters.cubin", kernel = "exact")]
#[launch_config(name = Required, hsaco = "../../kernels/accumulates.gfx90a.hsaco", kernel = "accumulates")]
#[launch_config(name = Kernel, threads = 256, hsaco = "../../kernels/gfx942.hsaco", kernel = "saxpi")]
fn kernel() {}
