use occupancy::{Device, devices::MI300X, launch_config};

const GPU: Device = MI300X;
const WAVES: u32 = 4;

#[launch_config(name = Cdna, arch = "mi300x", threads = 256, vgprs = 64, waves_per_simd = 4)]
#[launch_config(name = Rdna, arch = "gfx1100", threads = 256, vgprs = 64, amdgpu_waves_per_eu(4, 8))]
#[launch_config(name = Mixed, arch = ["gfx1100", "mi300x"], threads = 256, vgprs = 64, waves_per_eu = 4, on("mi300x", waves_per_eu = 4))]
#[launch_config(name = Constant, arch = GPU, threads = 256, vgprs = 64, min_waves_per_eu = WAVES)]
#[launch_config(name = Bounds, arch = "mi300x", vgprs = 64, launch_bounds(256, 2))]
#[launch_config(name = Wavefronts, arch = "mi300x", wavefronts = 4, vgprs = 64)]
#[launch_config(name = Agprs, arch = "mi300x", threads = 256, vgprs = 64, agprs = 32)]
#[launch_config(name = Lds, arch = "mi300x", threads = 256, vgpr = 64, lds = 16 * 1024)]
#[launch_config(name = Mode, arch = "gfx1100", threads = 256, vgprs = 64, wave64 = true)]
#[launch_config(name = Nothing, arch = "rx7900xtx", threads = 256, vgprs = 64, waves_per_simd = 17)]
#[launch_config(name = Two, arch = "mi300x", threads = 256, vgprs = 64, waves_per_eu = WAVES)]
fn kernel() {}
