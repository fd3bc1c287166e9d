//! A kernel's code object of AMD states what the attribute leaves out, and is compared with the rest.

#![deny(warnings)]
#![allow(dead_code)]

use occupancy::gpu::{CodeForm, Suffix};
use occupancy::{Device, devices, launch_config, targets::GFX1100};

#[launch_config(arch = "mi300x", threads = 256, min_blocks = 8, hsaco = "../kernels/gfx942.hsaco")]
fn saxpy() {}

#[launch_config(arch = "mi300x", threads = 1024, vgprs = 32, sgprs = 96, hsaco = "../kernels/gfx942.hsaco")]
fn reduce() {}

#[launch_config(
    arch = ["h100", "mi300x"],
    threads = 256,
    cubin = "../kernels/saxpy.cubin",
    kernel = "saxpy",
    on("mi300x", hsaco = "../kernels/gfx942.hsaco"),
)]
fn file_of_each() {}

// What a GPU has for itself does not make it one that the file of the other vendor is for.
#[launch_config(
    arch = ["h100", "mi300x"],
    threads = 256,
    cubin = "../kernels/saxpy.cubin",
    kernel = "saxpy",
    on("mi300x", vgprs = 16),
)]
fn cubin_beside() {}

#[launch_config(
    arch = ["h100", "mi300x"],
    threads = 256,
    regs = 40,
    hsaco = "../kernels/gfx942.hsaco",
    kernel = "saxpy",
    on("mi300x", smem = 1024),
)]
fn hsaco_beside() {}

#[launch_config(
    arch = [devices::MI300X, "h100"],
    threads = 256,
    regs = 40,
    hsaco = "../kernels/gfx942.hsaco",
    kernel = "saxpy",
    on("h100", regs = 32),
)]
fn hsaco_of_a_constant_beside() {}

// GPUs, and values, that only the compiler knows.
const BOARD: Device = Device::new("our board", &GFX1100, 48);

const THREADS: u32 = 64;
const VGPRS: u32 = 8;
#[launch_config(name = Spills, arch = "mi300x", threads = 256, hsaco = "../kernels/spills.hsaco", kernel = "outer", allow(spills))]
#[launch_config(name = Mode, arch = "rx7900xtx:wave64:cu", threads = 256, hsaco = "../kernels/gfx1100-wave64-cu.hsaco", kernel = "saxpy")]
// Each GPU runs its own code of a bundle, and those of NVIDIA do without.
#[launch_config(name = Bundle, arch = ["mi300x", "rx7900xtx"], threads = 256, hsaco = "../kernels/kernels.hipfb", kernel = "saxpy")]
#[launch_config(name = Beside, arch = ["h100", "mi300x"], threads = 256, regs = 32, hsaco = "../kernels/kernels.hipfb", kernel = "saxpy")]
#[launch_config(name = OfAConstant, arch = BOARD, threads = 256, hsaco = "../kernels/kernels.hipfb", kernel = "saxpy")]
#[launch_config(name = OfOneCodeObject, arch = devices::MI300X, threads = 256, hsaco = "../kernels/gfx942.hsaco", kernel = "saxpy")]
#[launch_config(name = OfConstants, arch = "mi300x", threads = THREADS, vgprs = VGPRS, hsaco = "../kernels/gfx942.hsaco", kernel = "saxpy")]
fn rows() {}

fn main() {
    let [code] = SaxpyLaunch::COMPILED else {
        panic!("one GPU");
    };
    assert_eq!((code.form, code.suffix), (CodeForm::CodeObject, Suffix::Stepping(2)));
    assert_eq!(code.target().as_str(), "gfx942");
    let kernel = SaxpyLaunch::CONFIGURATION.kernel;
    assert_eq!((kernel.vgprs, kernel.sgprs), (6, 14));
    assert_eq!(SaxpyLaunch::BLOCKS_PER_SM, 8);

    let kernel = ReduceLaunch::CONFIGURATION.kernel;
    assert_eq!((kernel.vgprs, kernel.sgprs, kernel.static_shared_memory), (32, 96, 4096));
    assert_eq!(Spills::COMPILED[0].spilled_vgprs, Some(20));
    assert_eq!(Mode::COMPILED[0].target().as_str(), "gfx1100:wave64:cu");

    let targets = Bundle::COMPILED.iter().map(|code| code.target().to_string());
    assert!(targets.eq(["gfx942", "gfx1100"]));
    let vgprs = Bundle::VARIANTS.iter().map(|variant| variant.kernel().vgprs);
    assert!(vgprs.eq([6, 4]));
    let kernel = Beside::CONFIGURATION.kernel;
    assert_eq!((kernel.registers_per_thread, kernel.vgprs), (32, 6));
    let [nvidia, amd] = FileOfEachLaunch::VARIANTS else {
        panic!("two GPUs");
    };
    assert_eq!(nvidia.kernel().registers_per_thread, 10);
    assert_eq!((amd.kernel().vgprs, amd.kernel().sgprs), (6, 14));

    let [nvidia, amd] = CubinBesideLaunch::VARIANTS else {
        panic!("two GPUs");
    };
    assert_eq!((nvidia.kernel().registers_per_thread, amd.kernel().vgprs), (10, 16));
    let [nvidia, amd] = HsacoBesideLaunch::VARIANTS else {
        panic!("two GPUs");
    };
    assert_eq!((nvidia.kernel().registers_per_thread, amd.kernel().vgprs), (40, 6));
    let [amd, nvidia] = HsacoOfAConstantBesideLaunch::VARIANTS else {
        panic!("two GPUs");
    };
    assert_eq!((nvidia.kernel().registers_per_thread, amd.kernel().vgprs), (32, 6));

    assert_eq!(OfAConstant::COMPILED[0].target().as_str(), "gfx1100");
    assert_eq!(OfAConstant::CONFIGURATION.kernel.vgprs, 4);
    assert_eq!(OfOneCodeObject::COMPILED[0].vgprs, Some(6));
    assert_eq!(OfConstants::CONFIGURATION.kernel.vgprs, 8);
}
