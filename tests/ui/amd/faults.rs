use occupancy::launch_config;

#[launch_config(name = Wgp, arch = "rx7900xtx", threads = 256, vgprs = 300)]
#[launch_config(name = Workgroups, arch = "mi300x", threads = 256, vgprs = 96, min_blocks = 6)]
#[launch_config(name = Lds, arch = "mi300x", threads = 256, vgprs = 64, smem = 80 * 1024)]
#[launch_config(name = Wavefronts, arch = "mi300x", threads = 96, vgprs = 64)]
#[launch_config(name = Occupancy, arch = "gfx1100:wave64", threads = 256, vgprs = 128, min_occupancy = 50 %)]
#[launch_config(name = Both, arch = ["h100", "mi355x"], threads = 1024, regs = 80, vgprs = 144)]
#[launch_config(name = Auto, arch = "mi300x", threads = auto, vgprs = auto)]
#[launch_config(name = Cubin, arch = "mi300x", threads = 256, vgprs = 64, cubin = "../../kernels/saxpy.cubin", kernel = "saxpy")]
#[launch_config(name = Budget, arch = "mi300x", threads = 256, vgprs = "auto")]
#[launch_config(name = States, arch = ["h100", "mi300x"], threads = 256, regs = 64, vgprs = 64, on("mi300x", vgprs = 513))]
fn kernel() {}
