use occupancy::targets::GFX942;
use occupancy::{Arch, Device, devices, launch_config};

const OURS: Device = Device::new("MI300X of ours", &GFX942, 228);
const GPUS: &[Arch] = &[devices::H100.arch(), OURS.arch()];
const H100: Device = devices::H100;
const REGISTERS: u32 = 64;
const ALONE: &[Arch] = &[OURS.arch()];
const HOPPER: Device = devices::H100;
const ZERO: u32 = 0;

#[launch_config(name = OfNvidia, arch = OURS, threads = 256, regs = REGISTERS)]
#[launch_config(name = OfAList, arch = GPUS, threads = 256, vgprs = REGISTERS)]
#[launch_config(name = Beside, arch = ["h100", OURS], threads = 256, regs = 64)]
#[launch_config(name = Least, arch = OURS, threads = 256, vgprs = REGISTERS, min_blocks = 9)]
#[launch_config(name = Missing, arch = H100, threads = 256)]
#[launch_config(name = Cubin, arch = OURS, threads = 256, regs = REGISTERS, cubin = "../../kernels/saxpy.cubin", kernel = "saxpy")]
#[launch_config(name = Auto, arch = OURS, threads = 256, regs = auto)]
#[launch_config(name = AutoOfAList, arch = ALONE, threads = 256, regs = auto)]
#[launch_config(name = AutoOfNvidia, arch = HOPPER, threads = 256, vgprs = auto)]
#[launch_config(name = AutoOfThreads, arch = "mi300x", threads = { 4 * REGISTERS }, regs = auto)]
#[launch_config(name = Zero, arch = OURS, threads = 256, regs = 0)]
#[launch_config(name = ZeroOfAConstant, arch = "mi300x", threads = 256, regs = ZERO)]
#[launch_config(name = ZeroOfNvidia, arch = "h100", threads = 256, vgprs = ZERO)]
#[launch_config(name = ZeroOfItsOwn, arch = OURS, threads = 256, vgprs = 0)]
#[launch_config(name = Over, arch = OURS, threads = 256, regs = 9999, vgprs = 64)]
#[launch_config(name = OverOfNvidia, arch = HOPPER, threads = 256, regs = 64, vgprs = 9999, sgprs = 109)]
#[launch_config(name = OverAll, arch = OURS, threads = 256, vgprs = 99_999_999_999)]
#[launch_config(name = Tail, arch = "gfx942", threads = 256, vgprs = 64, grid = { 100 * ZERO + 229 }, tail_efficiency = 0.9)]
#[launch_config(name = Items, arch = OURS, threads = 256, vgprs = 64, threads_per_item = 100, elements = 1000)]
#[launch_config(name = Grid, arch = OURS, threads = 256, vgprs = 64, grid = (1, 70000, 1))]
#[launch_config(name = CodeObject, arch = HOPPER, threads = 256, hsaco = "../../kernels/gfx942.hsaco", kernel = "saxpy")]
#[launch_config(name = CubinOfAList, arch = GPUS, threads = 256, cubin = "../../kernels/saxpy.cubin", kernel = "saxpy")]
fn kernel() {}

fn main() {}
