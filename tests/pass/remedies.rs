//! Each `help:` in words, done by hand. `tests/it/help_applies.rs` holds that none is missing.

#![deny(warnings)]
#![allow(dead_code)]

use occupancy::{Arch, Compiled, Configuration, Kernel, devices::H100, launch_config};

// help: `hsaco` takes a code object or an offload bundle
// help: compile the kernel for this GPU too, with hipcc's `--offload-arch`
// help: keep `cubin` for GPUs of NVIDIA, or `hsaco` for those of AMD; in a list of both, `on(…)` takes one of them
#[launch_config(name = CodeObject, arch = "mi300x", threads = 256, hsaco = "../kernels/kernels.hipfb", kernel = "saxpy")]
fn code_object() {}

// help: name `threads` in their place: `threads / 32`
#[launch_config(name = Both, arch = ["h100", "mi300x"], threads = 256, regs = 64, vgprs = 64, smem = 100 * (threads / 32))]
fn threads_on_both() {}

// help: put it on the function that launches the kernel, `fn saxpy(…) { … }`
#[launch_config(arch = "h100", threads = 256, regs = 64)]
fn saxpy(_elements: u64) {}

struct Kernels;

// help: give it to the function: `#[launch_config(name = …)]`
#[launch_config(arch = "h100")]
impl Kernels {
    #[launch_config(threads = 256, regs = 64, name = OwnName)]
    fn named(&self) {}
}

// help: put `#[launch_config]`, without arguments, on the `impl` or `trait` too: the launch type then comes beside it
// help: annotate the functions that launch a kernel, or remove this attribute
#[launch_config]
impl Kernels {
    #[launch_config(arch = "h100", threads = 256, regs = 64)]
    fn gemm(&self) {}
}

// help: put `#[launch_config]`, without arguments, on the `trait` too: the launch type then comes beside it; for an `extern` block, annotate a function that launches the kernel
#[launch_config]
trait Launches {
    #[launch_config(arch = "h100", threads = 256, regs = 64)]
    fn launch(elements: u32);
}
unsafe extern "C" {
    fn launch_gemm(elements: u32);
}
#[launch_config(arch = "h100", threads = 256, regs = 64)]
fn launches_gemm(elements: u32) {
    unsafe { launch_gemm(elements) }
}

// help: state the same in both
#[launch_config(arch = "h100", threads = 256, regs = 64, min_blocks = 4, cluster = (2, 2))]
#[rustfmt::launch_bounds(256, 4)]
#[rustfmt::cluster_launch(2, 2)]
fn the_same_in_both() {}

// help: make it a `const` item, and annotate a function for each value of it
const TILE: usize = 32;
#[launch_config(arch = "h100", threads = 256, regs = 64, smem = TILE * size_of::<f32>())]
fn of_one_tile(_values: &[f32]) {}

// help: name a type in its place, and annotate a function for each type
#[launch_config(arch = "h100", threads = 256, regs = 64, smem = 1024 * size_of::<f32>())]
fn of_one_type(_values: &[f32]) {}

// help: leave it out here, and make the grid in the function, with `for_elements` or `for_grid`
#[launch_config(arch = "h100", threads = 256, regs = 64)]
fn grid_in_the_function(elements: u64) -> Result<GridInTheFunctionLaunch, occupancy::GridError> {
    GridInTheFunctionLaunch::for_elements(elements)
}

// help: state what `ptxas -v` reports, with `barriers`
#[launch_config(arch = "h100", threads = 128, regs = 32, barriers = 16, ptx = "../kernels/shared.ptx", allow(barrier_limit))]
fn pipeline() {}

// help: an entry has either `.maxntid` or `.reqntid`: remove one
// help: compile the kernel without `.blocksareclusters`: with `__launch_bounds__` and `__cluster_dims__`, not `__block_size__`
// help: declare the array `extern __shared__`, and state its bytes as `smem`
// help: number the barriers of the kernel from 0 to 15
#[launch_config(
    arch = "h100",
    threads = 128,
    regs = 32,
    smem = 65_536,
    cluster = 2,
    ptx = "../kernels/bounds.ptx",
    kernel = "remedied",
    allow(barrier_limit)
)]
fn remedied() {}

// help: take the linked image, or state what it has with `static_smem`
#[launch_config(
    arch = "h100",
    threads = 256,
    static_smem = 36_000,
    cubin = "../../occupancy-binary/fixtures/unlinked_template.cubin",
    allow(relocatable)
)]
fn reversed() {}

// help: keep one value for both, or give each an attribute with a `name` of its own
#[launch_config(name = ForNx, arch = "orin-nx", threads = 256, regs = 64)]
#[launch_config(name = ForNano, arch = "orin-nano", threads = 128, regs = 64)]
fn each_its_own() {}

// help: state it once, outside `on(…)`
#[launch_config(arch = ["a100", "h100"], threads = 256, regs = 64, on("h100", regs = 32), name = Once)]
fn stated_once() {}

// help: remove it; a lint of the compiler goes in an attribute of its own
#[allow(dead_code)]
#[launch_config(arch = "h100", threads = 256, regs = 64)]
fn lint_of_the_compiler() {}

// help: put it on the item; `#[cfg_attr(…, launch_config(…))]` is an attribute under a condition
#[cfg_attr(all(), launch_config(arch = "h100", threads = 256, regs = 64))]
fn under_a_condition() {}

// help: make it a `const` item before the function
const BEFORE: u32 = 256;

// help: name a GPU in it
const ONE_GPU: &[Arch] = &[H100.arch()];

// help: state the most that it can be, and give it to `with_dynamic_shared_memory` in the function
#[launch_config(arch = "h100", threads = 256, regs = 64, smem = 48 * 1024)]
fn histogram() {
    let _ = HistogramLaunch::with_dynamic_shared_memory(1024);
}

// help: give the value a name: a `const` before the function, whose name stands here
const REGISTERS: u32 = 64;

// help: keep one of them
#[launch_config(name = KeptOne, arch = "h100", threads = 256, regs = 64, elements = 1_000_000)]
// help: remove it
// help: leave it out
#[launch_config(name = Removed, arch = "h100", threads = 256, regs = 64)]
// help: `cooperative`
// help: `cooperative` demands that the whole grid is resident at once
#[launch_config(name = Resident, arch = "h100", threads = 256, regs = 64, cooperative)]
// help: `hsaco` takes the kernel's code for this GPU; or leave the file out
// help: leave it out: `vgprs` counts accumulation registers, too, as `.vgpr_count` does
#[launch_config(name = LeftOutOnAmd, arch = "mi300x", threads = 256, vgprs = 64)]
// help: arguments are separated by commas
#[launch_config(name = Separated, arch = "h100", threads = 256, regs = 64)]
// help: `cubin` takes a cubin or a fat binary; `ptx` takes text
// help: `cubin` takes it; `hsaco` takes a code object or an offload bundle
// help: `cubin` takes the kernel's code for this GPU; or leave the file out
// help: make it before this crate, or correct the path; in a macro, start it at the package: `cubin = concat!(env!("CARGO_MANIFEST_DIR"), "/…")`
// help: `nvcc -cubin -arch=sm_90` makes a cubin, `nvcc -fatbin` a fat binary; PTX, libraries and object files are other formats
#[launch_config(name = CompiledToACubin, arch = "h100", threads = 256, cubin = "../kernels/saxpy.cubin", kernel = "saxpy")]
// help: compile the kernel for this GPU too, with nvcc's `-gencode`
#[launch_config(name = CompiledForBoth, arch = ["a100", "h100"], threads = 256, cubin = "../kernels/reduce.fatbin", kernel = "reduce")]
// help: there is none: compile it into the file
// help: `ptx` takes it; `cubin` takes a cubin or a fat binary
// help: `ptx` takes it; `hsaco` takes a code object or an offload bundle
// help: give the text that `nvcc -ptx` or rustc makes; ptxas says what is wrong in it
#[launch_config(name = CompiledToPtx, arch = "h100", threads = 128, regs = 32, ptx = "../kernels/saxpy.ptx", kernel = "saxpy")]
// help: keep one of them: `cubin` also has the registers
#[launch_config(name = KeptTheCubin, arch = "h100", threads = 128, cubin = "../kernels/saxpy.cubin", kernel = "saxpy")]
// help: leave one of them out, and state its values beside `arch`
#[launch_config(name = LeftOut, arch = ["a100", "h100"], threads = 256, regs = 64, on("h100", regs = 32))]
// help: put one after the other: each is for one GPU
#[launch_config(name = OneBehindTheOther, arch = ["a100", "h100", "b200"], threads = 256, regs = 64, on("b200", threads = 512), on("a100", threads = 128))]
#[launch_config(name = Before, arch = "h100", threads = BEFORE, regs = 64)]
#[launch_config(name = OfAList, arch = ONE_GPU, threads = 256, regs = 64)]
#[launch_config(name = NamedValue, arch = "h100", threads = 256, regs = REGISTERS)]
// help: leave it out: the call that launches takes the stream
#[launch_config(name = OfTheCall, arch = "h100", threads = 256, regs = 64)]
// help: `smem` is dynamic shared memory, bytes per block: the buffers of all stages
#[launch_config(name = ThreeStages, arch = "h100", threads = 256, regs = 64, smem = 3 * 16 * 1024)]
fn rows() {}

const GPUS: &[Arch] = &[H100.arch()];
const LOADED: Compiled<'_> = Compiled::loaded((9, 0));

// help: prepare the function, which sets `CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES`
const PREPARED: Compiled<'_> = {
    let mut function = LOADED;
    function.max_dynamic_shared_memory = Some(96 * 1024);
    function
};
const STAGED: Kernel = Kernel::new((256, 1, 1), 64).with_dynamic_shared_memory(96 * 1024);
occupancy::check!(Configuration::new(GPUS, STAGED).with_loaded(&PREPARED));

// help: prepare the function, which sets `CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED`
const ALLOWED: Compiled<'_> = {
    let mut function = LOADED;
    function.nonportable_cluster_allowed = Some(true);
    function
};
const IN_SIXTEENS: Kernel = {
    let mut kernel = Kernel::new((256, 1, 1), 64);
    kernel.cluster_dim = Some((16, 1, 1));
    kernel
};
occupancy::check!(Configuration::new(GPUS, IN_SIXTEENS).with_loaded(&ALLOWED));

// help: declare what the function uses, or compile it with the launch bounds of this configuration
const RESIDENT: Compiled<'_> = {
    let mut function = LOADED;
    function.blocks_per_sm = Some(3);
    function
};
occupancy::check!(Configuration::new(GPUS, Kernel::new((256, 1, 1), 72)).with_loaded(&RESIDENT));

fn main() {
    let _ = (Once::VARIANTS, SaxpyLaunch::for_elements(1), Kernels.gemm());
}
