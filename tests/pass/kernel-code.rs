//! A kernel's machine code states what the attribute leaves out, and is compared with the rest.

#![deny(warnings)]
#![allow(dead_code)]

use occupancy::{Device, compute_capabilities::SM_86, devices, gpu::CodeForm, launch_config};

#[launch_config(arch = "h100", threads = 256, min_blocks = 4, cubin = "../kernels/saxpy.cubin")]
fn saxpy() {}

const SYMBOL: &str = "_Z5saxpyifPKfPf";

#[launch_config(
    arch = "h100",
    threads = 128,
    regs = 32,
    cubin = concat!("../kernels", '/', r"saxpy", ".cubin",),
    kernel = concat!("_Z", 5, stringify!(saxpyifPKfPf)),
)]
fn by_its_symbol() {}

#[launch_config(arch = "h100", threads = (32, 8), cubin = "../kernels/shared.cubin")]
fn transpose() {}

#[launch_config(arch = "h100", threads = 128, cubin = "../kernels/clusters.cubin")]
fn exact() {}

#[launch_config(arch = "h100", threads = 256, cluster = 2, grid = 132, cubin = "../kernels/clusters.cubin")]
fn clustered() {}

#[launch_config(arch = "h100", threads = 256, cubin = "../kernels/recursive.cubin", allow(unknown_stack))]
fn recursive() {}

#[launch_config(arch = "h100", threads = 512, cubin = "../kernels/spills.cubin", allow(spills))]
fn spilling() {}

#[launch_config(arch = "sm_100a", threads = 128, cubin = "../fixtures/cubins/tensor-sm_100a-13.cubin")]
fn tensor() {}

#[launch_config(
    arch = ["a100", "h100"],
    threads = 256,
    cubin = "../kernels/saxpy_sm_80.cubin",
    kernel = "saxpy",
    on("h100", cubin = "../kernels/saxpy.cubin", threads = 128, barriers = 2),
)]
fn file_for_each_gpu() {}

#[launch_config(
    arch = ["h100", "b200"],
    threads = (32, 8),
    regs = 24,
    ptx = "../kernels/shared.ptx",
    kernel = "transpose",
    on("h100", cubin = "../kernels/shared.cubin"),
)]
fn of_both() {}

// A GPU that only the compiler knows runs its own image, too.
const BOARD: Device = Device::new("our board", &SM_86, 12);

#[launch_config(name = Raw, arch = "h100", threads = 256, cubin = r"../kernels/saxpy.cubin", kernel = r#"saxpy"#)]
#[launch_config(name = LinkedLater, arch = "h100", threads = 256, cubin = "../kernels/saxpy_relocatable.cubin", kernel = "saxpy", allow(relocatable))]
// Each GPU runs its own image of a fat binary, and 8.6 that of 8.0.
#[launch_config(name = OneFile, arch = ["a100", "sm_86", "h100"], threads = 256, cubin = "../kernels/reduce.fatbin", kernel = "reduce")]
// PTX has no registers, and runs on every later target.
#[launch_config(name = OfPtx, arch = ["h100", "b200"], threads = (32, 8), regs = 24, ptx = "../kernels/shared.ptx", kernel = "transpose")]
#[launch_config(name = OfAConstant, arch = BOARD, threads = 256, cubin = "../kernels/reduce.fatbin", kernel = "reduce")]
#[launch_config(name = OfAListWithAConstant, arch = ["h100", BOARD], threads = 256, cubin = "../kernels/reduce.fatbin", kernel = "reduce")]
#[launch_config(name = OfACubin, arch = devices::H200, threads = 256, cubin = "../kernels/saxpy.cubin", kernel = "saxpy")]
#[launch_config(name = OfPtxOnAConstant, arch = devices::H200, threads = (32, 8), regs = 24, ptx = "../kernels/shared.ptx", kernel = "transpose")]
fn rows() {}

// Several on one item, and a file beside constants of the program.
const THREADS: usize = 64;
#[launch_config(name = Small, arch = "h100", threads = THREADS, cubin = "../kernels/saxpy.cubin", kernel = "saxpy")]
#[launch_config(name = Large, arch = "h100", threads = 256, regs = 255, cubin = "../kernels/saxpy.cubin", kernel = "saxpy")]
fn twice() {}

struct Kernels;

#[launch_config]
impl Kernels {
    #[launch_config(arch = "h100", threads = 256, cubin = "../kernels/saxpy.cubin", kernel = "saxpy")]
    fn method(&self) {}
}

macro_rules! kernel {
    ($name:ident, $file:literal) => {
        #[launch_config(arch = "h100", threads = 256, cubin = $file, kernel = stringify!($name))]
        pub mod $name {}
    };
}
mod generated {
    use occupancy::launch_config;
    kernel!(saxpy, "../kernels/saxpy.cubin");
}

fn main() {
    let [usage] = SaxpyLaunch::COMPILED else {
        panic!("one GPU");
    };
    assert_eq!(usage.name, SYMBOL);
    assert_eq!(usage.max_block, Some((256, 1, 1)));
    assert_eq!(usage.toolkit, Some((13, 5)));
    assert_eq!(SaxpyLaunch::REGISTERS_PER_THREAD, 10);
    assert_eq!(SaxpyLaunch::BLOCKS_PER_SM, 8);
    assert_eq!(SaxpyLaunch::CONFIGURATION.compiled, SaxpyLaunch::COMPILED);

    assert_eq!(ByItsSymbolLaunch::REGISTERS_PER_THREAD, 32);
    assert_eq!(TransposeLaunch::STATIC_SHARED_MEMORY, 4096);
    assert_eq!(TransposeLaunch::CONFIGURATION.kernel.barriers, 1);
    assert_eq!(ExactLaunch::COMPILED[0].required_block, Some((128, 1, 1)));
    assert_eq!(ClusteredLaunch::CLUSTER_DIM, Some((2, 1, 1)));

    let targets: Vec<_> = OneFile::COMPILED
        .iter()
        .map(|compiled| compiled.compute_capability)
        .collect();
    assert_eq!(targets, [(8, 0), (8, 0), (9, 0)]);
    assert_eq!(OneFile::REGISTERS_PER_THREAD, 14);
    assert_eq!(OneFile::STATIC_SHARED_MEMORY, 1024);
    let own: Vec<_> = OneFile::VARIANTS
        .iter()
        .map(|variant| variant.kernel())
        .map(|kernel| {
            (
                kernel.registers_per_thread,
                kernel.static_shared_memory,
                kernel.barriers,
            )
        })
        .collect();
    assert_eq!(own, [(12, 1024, 1), (12, 1024, 1), (14, 0, 0)]);

    // It has every figure that the readers find, and no other.
    macro_rules! read {
        ($file:literal, $kernel:literal) => {
            occupancy::cubin::usage(include_bytes!(concat!("../kernels/", $file)), $kernel).unwrap()
        };
    }
    assert_eq!(SaxpyLaunch::COMPILED, [read!("saxpy.cubin", "saxpy")]);
    assert_eq!(TransposeLaunch::COMPILED, [read!("shared.cubin", "transpose")]);
    assert_eq!(ExactLaunch::COMPILED, [read!("clusters.cubin", "exact")]);
    assert_eq!(ClusteredLaunch::COMPILED, [read!("clusters.cubin", "clustered")]);
    assert_eq!(LinkedLater::COMPILED, [read!("saxpy_relocatable.cubin", "saxpy")]);
    assert_eq!(RecursiveLaunch::COMPILED, [read!("recursive.cubin", "recursive")]);
    assert_eq!(SpillingLaunch::COMPILED, [read!("spills.cubin", "spilling")]);
    assert_eq!(TensorLaunch::COMPILED, [read!("../fixtures/cubins/tensor-sm_100a-13.cubin", "tensor")]);
    let ptx = occupancy::ptx::usage(include_str!("../kernels/shared.ptx"), "transpose").unwrap();
    assert_eq!(OfPtx::COMPILED, [ptx, ptx]);

    assert_eq!(Raw::COMPILED, SaxpyLaunch::COMPILED);
    assert_eq!(OfAConstant::COMPILED, &OneFile::COMPILED[1..2]);
    assert_eq!(&OfAConstant::CONFIGURATION.kernel, OneFile::VARIANTS[1].kernel());
    let [own, others] = [OfAListWithAConstant::COMPILED, OneFile::COMPILED];
    assert_eq!(own, [others[2], others[1]]);
    assert_eq!(OfAListWithAConstant::CONFIGURATION.kernel, OneFile::CONFIGURATION.kernel);
    let variants = OfAListWithAConstant::VARIANTS;
    assert_eq!(variants[0].kernel(), OneFile::VARIANTS[2].kernel());
    assert_eq!(variants[1].kernel(), OneFile::VARIANTS[1].kernel());
    assert_eq!(OfACubin::COMPILED, SaxpyLaunch::COMPILED);
    assert_eq!(OfACubin::BLOCKS_PER_SM, 8);
    assert_eq!(OfPtxOnAConstant::STATIC_SHARED_MEMORY, 4096);

    assert_eq!(FileForEachGpuLaunch::REGISTERS_PER_THREAD, 10);
    let hopper = FileForEachGpuLaunch::for_compute_capability(9, 0).unwrap();
    assert_eq!(hopper.block_dim(), (128, 1, 1));
    assert_eq!(hopper.kernel().registers_per_thread, 10);
    assert_eq!(hopper.kernel().barriers, 2);

    assert_eq!(OfPtx::STATIC_SHARED_MEMORY, 4096);
    assert_eq!(OfPtx::CONFIGURATION.kernel.barriers, 1);
    assert_eq!(OfPtx::REGISTERS_PER_THREAD, 24);
    assert_eq!(OfPtx::COMPILED.len(), 2);
    assert!(OfPtx::COMPILED.iter().all(|compiled| compiled.form == CodeForm::Ptx));
    assert_eq!(OfBothLaunch::COMPILED.len(), 1);
    assert_eq!(OfBothLaunch::COMPILED[0].form, CodeForm::Ptx);
    assert_eq!(OfBothLaunch::VARIANTS[1].kernel().static_shared_memory, 4096);

    assert_eq!((Small::THREADS_PER_BLOCK, Small::REGISTERS_PER_THREAD), (64, 10));
    assert_eq!(Large::REGISTERS_PER_THREAD, 255);
    assert_eq!(KernelsMethodLaunch::REGISTERS_PER_THREAD, 10);
    assert_eq!(generated::SaxpyLaunch::REGISTERS_PER_THREAD, 10);
}
