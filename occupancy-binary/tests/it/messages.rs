//! The whole words of what a kernel's file contradicts, and of why one cannot be read.

use occupancy_binary::cubin::{usage, usage_for};
use occupancy_binary::{ptx, unreadable, unreadable_ptx};
use occupancy_core::{Arch, Configuration, Kernel, devices, kernel::Argument, rules::not_stated};

const SAXPY: &[u8] = include_bytes!("../../../tests/kernels/saxpy.cubin");
const SHARED: &[u8] = include_bytes!("../../../tests/kernels/shared.cubin");
const REDUCE: &[u8] = include_bytes!("../../../tests/kernels/reduce.fatbin");
const CLUSTERS: &[u8] = include_bytes!("../../../tests/kernels/clusters.cubin");

/// The header of a fat binary, and nothing behind it.
const NO_IMAGES: &[u8] = b"\x50\xed\x55\xba\x01\0\x10\0\0\0\0\0\0\0\0\0";

const SHARED_PTX: &str = include_str!("../../../tests/kernels/shared.ptx");

const H100: &[Arch] = &[devices::H100.arch()];
const B200: &[Arch] = &[devices::B200.arch()];

const KERNEL: Kernel = Kernel::new((256, 1, 1), 64);

fn archs(names: &[&str]) -> Vec<Arch> {
    names.iter().map(|name| Arch::find(name).unwrap()).collect()
}

fn words(configuration: &Configuration<'_>) -> String {
    configuration.faults().unwrap().to_string()
}

#[test]
fn of_code() {
    let saxpy = [usage(SAXPY, "saxpy").unwrap()];
    let transpose = [usage(SHARED, "transpose").unwrap()];
    let [exact, clustered] = ["exact", "clustered"].map(|name| [usage(CLUSTERS, name).unwrap()]);
    let ranked = ".version 8.5 .target sm_90 .entry k() .maxclusterrank 4 { ret; }";
    let ranked = [ptx::usage(ranked, "k").unwrap()];
    let kernel = |block_dim| Kernel::new(block_dim, 32);
    let of = |kernel, code| Configuration::new(H100, kernel).with_compiled(code);
    let cluster = |dims| kernel((256, 1, 1)).with_cluster_dim(Some(dims));
    let tile = kernel((32, 8, 1)).with_static_shared_memory(4096);
    for (configuration, text) in [
        (
            of(Kernel::new((256, 1, 1), 8), &saxpy),
            "[OCC030] kernel `saxpy` (sm_90) uses 10 registers per thread, more than the 8 declared

    help: `regs = 10` is what it uses",
        ),
        (
            of(tile.with_static_shared_memory(1024).with_barriers(1), &transpose),
            "[OCC031] kernel `transpose` (sm_90) uses 4,096 bytes of static shared memory, more than the 1,024 declared

    help: `static_smem = 4096` is what it declares",
        ),
        (
            of(tile, &transpose),
            "[OCC032] kernel `transpose` (sm_90) uses 1 named barrier, more than the 0 declared

    help: `barriers = 1` is what it uses",
        ),
        (
            of(kernel((512, 1, 1)), &saxpy),
            "[OCC033] a block of 512 threads cannot launch: kernel `saxpy` (sm_90) was compiled for at most 256

    help: `threads = 256` is what it was compiled for",
        ),
        (
            of(kernel((256, 1, 1)), &exact),
            "[OCC034] a block of 256 cannot launch: kernel `exact` (sm_90) was compiled for blocks of exactly 128

    help: `threads = 128` is what it was compiled for",
        ),
        (
            of(cluster((4, 1, 1)), &clustered),
            "[OCC036] clusters of 4 cannot launch: kernel `clustered` (sm_90) was compiled for clusters of 2

    help: `cluster = 2` is what it was compiled for",
        ),
        (
            of(kernel((256, 1, 1)), &clustered),
            "[OCC036] kernel `clustered` (sm_90) was compiled for clusters of 2, and no `cluster` is declared

    help: `cluster = 2` is what it was compiled for",
        ),
        (
            of(cluster((8, 1, 1)), &ranked),
            "[OCC036] a cluster of 8 blocks cannot launch: kernel `k` (sm_90) was compiled for at most 4

    help: `cluster` can be left out",
        ),
    ] {
        assert_eq!(words(&configuration), text);
    }
}

#[test]
fn of_code_for_other_gpus() {
    let of = |file, cc| usage_for(file, cc, "reduce").unwrap();
    let fat = [of(REDUCE, (8, 0)), of(REDUCE, (9, 0))];
    let many: Vec<_> = (0..9)
        .map(|minor| {
            let mut usage = usage(SAXPY, "saxpy").unwrap();
            usage.compute_capability = (8, minor);
            usage
        })
        .collect();
    let ptx = ".version 8.5 .target sm_90 .entry k() { ret; }";
    let ptx = [ptx::usage(ptx, "k").unwrap()];
    let declared = KERNEL.with_static_shared_memory(1024).with_barriers(1);
    let (list, a100) = (archs(&["a100", "h100", "b200"]), archs(&["a100"]));
    for (configuration, text) in [
        (
            Configuration::new(&list, declared).with_compiled(&fat),
            "[OCC035] no code for B200 SXM 180GB (compute capability 10.0): `cubin` is for sm_80, sm_90

    help: compile the kernel for this GPU too, with nvcc's `-gencode`",
        ),
        (
            Configuration::new(&a100, KERNEL).with_compiled(&ptx),
            "[OCC035] no code for A100-SXM4-40GB (compute capability 8.0): `ptx` is for sm_90

    help: compile the kernel for this GPU too, with nvcc's `-gencode`",
        ),
        // Eight are named.
        (
            Configuration::new(H100, KERNEL).with_compiled(&many),
            "[OCC035] no code for H100 SXM5 80GB (compute capability 9.0): `cubin` is for sm_80, sm_81, sm_82, sm_83, sm_84, sm_85, sm_86, sm_87

    help: compile the kernel for this GPU too, with nvcc's `-gencode`",
        ),
    ] {
        assert_eq!(words(&configuration), text);
    }
}

#[test]
fn of_files_that_cannot_be_read() {
    let cubin = |file, kernel| usage(file, kernel).unwrap_err();
    let fatbin = || usage_for(REDUCE, (10, 0), "reduce").unwrap_err();
    for (error, text) in [
        (
            cubin(SAXPY, "kernel"),
            "[OCC037] no kernel `kernel` in `cubin`

    help: `kernel = \"saxpy\"` is the only one",
        ),
        (
            cubin(SHARED, "pipelin"),
            "[OCC037] no kernel `pipelin` in `cubin`

    help: `kernel = \"pipeline\"` is the nearest",
        ),
        (
            cubin(SHARED, "gemm"),
            "[OCC037] no kernel `gemm` in `cubin`

    help: `kernel = \"pipeline\"` is one of `pipeline`, `transpose`",
        ),
        (
            cubin(CLUSTERS, "scale"),
            "[OCC037] several kernels in `cubin` are called `scale`

    help: `kernel = \"_ZN4blas5scaleIdEEvPT_S1_\"` is one of them: `_ZN4blas5scaleIdEEvPT_S1_`, `_ZN4blas5scaleIfEEvPT_S1_`",
        ),
        (
            cubin(b"__global__", "saxpy"),
            "[OCC038] `cubin` cannot be read: neither a cubin nor a fat binary

    help: `nvcc -cubin -arch=sm_90` makes a cubin, `nvcc -fatbin` a fat binary; PTX, libraries and object files are other formats",
        ),
        (
            fatbin(),
            "[OCC035] no code for B200 SXM 180GB (compute capability 10.0): `cubin` is for sm_80, sm_90

    help: compile the kernel for this GPU too, with nvcc's `-gencode`",
        ),
        (
            usage(NO_IMAGES, "reduce").unwrap_err(),
            "[OCC038] `cubin` cannot be read: the fat binary has no machine code

    help: compile it for a GPU and not only to PTX: `-gencode arch=compute_90,code=sm_90`",
        ),
    ] {
        assert_eq!(unreadable(&error, &B200[0]), text);
    }
}

#[test]
fn of_ptx_that_cannot_be_read() {
    let ptx = |text, kernel| ptx::usage(text, kernel).unwrap_err();
    for (error, text) in [
        (
            ptx(include_str!("../../../tests/kernels/saxpy.ptx"), "gemm"),
            "[OCC037] no kernel `gemm` in `ptx`

    help: `kernel = \"_Z5saxpyifPKfPf\"` is the only one",
        ),
        (
            ptx(SHARED_PTX, "gemm"),
            "[OCC037] no kernel `gemm` in `ptx`

    help: `kernel = \"transpose\"` is one of `transpose`, `pipeline`",
        ),
        (
            ptx(".version 8.5 .target sm_90", "saxpy"),
            "[OCC037] no kernel `saxpy` in `ptx`

    help: there is none: compile it into the file",
        ),
        (
            ptx(".version 8.5 .target sm_90 .extern .entry k();", "k"),
            "[OCC038] `ptx` declares the kernel, and has no body of it

    help: take the file that defines it",
        ),
        (
            ptx(include_str!("../../../tests/kernels/cut_off.ptx"), "saxpy"),
            "[OCC038] `ptx` cannot be read: line 23 is not PTX

    help: give the text that `nvcc -ptx` or rustc makes; ptxas says what is wrong in it",
        ),
    ] {
        assert_eq!(unreadable_ptx(&error), text);
    }
}

#[test]
fn of_what_ptx_does_not_state() {
    let indexed = ".version 8.5 .target sm_90 .entry k() { .reg .b32 %r; .shared .b8 s[%r]; ret; }";
    let shared = ptx::usage(indexed, "k").unwrap();
    let pipeline = ptx::usage(SHARED_PTX, "pipeline").unwrap();
    for ((code, argument), text) in [
        (
            (pipeline, Argument::Barriers),
            "[OCC039] the number of named barriers of kernel `pipeline` (sm_90) cannot be told from its PTX

    help: state what `ptxas -v` reports, with `barriers`",
        ),
        (
            (shared, Argument::StaticSharedMemory),
            "[OCC039] the static shared memory of kernel `k` (sm_90) cannot be told from its PTX

    help: state what `ptxas -v` reports, with `static_smem`",
        ),
    ] {
        assert_eq!(not_stated(&code, argument).unwrap().to_string(), text);
    }
    for argument in [Argument::Barriers, Argument::Registers] {
        assert!(not_stated(&shared, argument).is_none());
    }
    assert!(not_stated(&pipeline, Argument::StaticSharedMemory).is_none());
}
