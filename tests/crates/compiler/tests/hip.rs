//! Kernels of HIP, compiled by clang without ROCm, with the launch bounds and options of their configurations; and what
//! their code objects state, which `.ci/rare/code-objects` compares with llvm-readelf.
//!
//! It needs a clang with AMD's targets in `OCCUPANCY_CLANG`, and lld beside it: Debian's clang-22 and lld-22.
//! `.ci/rare/hip` installs them.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::process::Command;

use occupancy::cubin::Image;
use occupancy::search::max_registers_per_thread;
use occupancy::{Arch, Compiled, Configuration, Kernel, launch::CompileOptions};
use occupancy_test_compiler::each;

/// What HIP's headers define, as ROCm/clr has it in `amd_hip_runtime.h`; and kernels that take all the registers they are
/// left, because so many floats are in registers at the same time.
const HEADERS: &str = include_str!("hip.h");

/// Targets that code is compiled for, one of each kind in every mode.
const TARGETS: [&str; 10] = [
    "gfx908",
    "gfx90a",
    "gfx942",
    "gfx950",
    "gfx1030",
    "gfx1100",
    "gfx1100:wave64",
    "gfx1100:cu",
    "gfx1100:wave64:cu",
    "gfx1201",
];

/// Calls clang with options for device code; returns what it printed, and `None` if there is no clang.
fn clang(options: &str, more: &[&str]) -> Option<String> {
    let Some(clang) = env::var_os("OCCUPANCY_CLANG") else {
        let _ = writeln!(io::stderr(), "skipped: OCCUPANCY_CLANG names no clang");
        return None;
    };
    let device = "-x hip --offload-device-only --no-gpu-bundle-output -nogpulib -nogpuinc -O1";
    let mut arguments: Vec<&str> = device.split(' ').chain(options.split(' ')).collect();
    arguments.extend(more);
    let ran = Command::new(clang).args(arguments).output().unwrap();
    let printed = String::from_utf8([ran.stdout, ran.stderr].concat()).unwrap();
    assert!(ran.status.success(), "{options}: {printed}");
    Some(printed)
}

/// Compiles a source, and reads the figures of each kernel.
fn compile(source: &str, options: &str) -> Option<BTreeMap<String, Compiled<'static>>> {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let [source_file, object] = ["a.hip", "a.hsaco"].map(|name| folder.path().join(name));
    fs::write(&source_file, format!("{HEADERS}{source}")).unwrap();
    let [source_file, object] = [&source_file, &object].map(|path| path.to_str().unwrap());
    clang(options, &["-c", source_file, "-o", object])?;
    let image = Image::new(fs::read(object).unwrap().leak()).unwrap();
    let kernels = image.kernels().map(Result::unwrap);
    Some(
        kernels
            .map(|kernel| (kernel.name.to_owned(), kernel))
            .collect(),
    )
}

fn arch(name: &str) -> Arch {
    Arch::find(name).unwrap()
}

/// More floats than a lane has registers of a budget. CDNA 1 has as many accumulation registers beside them, to which they
/// are spilled first.
fn floats(target: &str, vgprs: u32) -> u32 {
    24 + vgprs * if target == "gfx908" { 2 } else { 1 }
}

fn block(threads: u32, vgprs: u32) -> Kernel {
    Kernel::new((threads, 1, 1), 0).with_vgprs(vgprs)
}

/// `vgprs = auto` is what clang keeps: for many blocks, and every number of them on a CU or WGP, a kernel that could use
/// more gets exactly what [`max_registers_per_thread`] says.
#[test]
fn launch_bounds_leave_the_vgprs_that_are_calculated() {
    each(&TARGETS, |target| {
        let archs = [arch(target)];
        let sm = archs[0].multiprocessor();
        let (mut source, mut expected) = (String::new(), BTreeMap::new());
        let mut seen = BTreeSet::new();
        for threads in [64, 256, 320, 768, 1024] {
            for blocks in 1..=64 {
                let Some(most) = max_registers_per_thread(sm, threads, blocks) else {
                    continue;
                };
                let configuration = Configuration::new(&archs, block(threads, most));
                let options = CompileOptions::new(&configuration);
                if !seen.insert(options.launch_bounds.to_string()) {
                    continue;
                }
                let bounds = options.launch_bounds;
                let name = format!("k_{threads}_{blocks}");
                let floats = floats(target, most);
                let _ = writeln!(source, "__global__ void {bounds} HOLDS({name}, {floats})");
                expected.insert(name, (most, threads));
            }
        }
        assert!(expected.len() > 15, "{target}: {expected:?}");
        let options = CompileOptions::new(&Configuration::new(&archs, block(64, 1)));
        let Some(kernels) = compile(&source, options.hipcc().unwrap().as_str()) else {
            return;
        };
        let figures = kernels.into_iter().map(|(name, of)| {
            let (threads, ..) = of.max_block.unwrap();
            (name, (of.vgprs.unwrap(), threads))
        });
        assert_eq!(figures.collect::<BTreeMap<_, _>>(), expected, "{target}");
    });
}

/// What the metadata has of a kernel that is compiled with the header, in the mode of a GPU.
fn assert_kept(archs: &[Arch], arch: &Arch, kernel: Kernel) {
    let configuration = Configuration::new(archs, kernel);
    let options = CompileOptions::new(&configuration);
    let source = format!(
        "{}static_assert(K_MAX_VGPRS == {} && K_THREADS_PER_BLOCK == {});\n\
         __global__ void K_LAUNCH_BOUNDS HOLDS(kernel, 300)\n",
        options.header("K").unwrap(),
        kernel.vgprs,
        kernel.block_dim.0
    );
    let own = CompileOptions::new(&Configuration::new(std::slice::from_ref(arch), kernel));
    let Some(kernels) = compile(&source, own.hipcc().unwrap().as_str()) else {
        return;
    };
    let (figures, sm) = (&kernels["kernel"], arch.multiprocessor());
    // Those that have the same launch bounds.
    let alike: Vec<Arch> = archs
        .iter()
        .filter(|one| own.describes(one))
        .copied()
        .collect();
    let fewest = Configuration::new(&alike, kernel)
        .fewest_blocks_per_sm()
        .unwrap();
    let threads = kernel.block_dim.0;
    let most = max_registers_per_thread(sm, threads, fewest).unwrap();
    let is_rdna = sm.scalar_registers_per_partition() == 0;
    let mode = is_rdna.then_some(sm.is_wgp());
    let about = format!("{}: {figures:?}", sm.name());
    assert_eq!(figures.vgprs, Some(most), "{about}");
    assert_eq!(figures.max_block, Some((threads, 1, 1)), "{about}");
    assert_eq!(figures.wavefront_size, Some(sm.warp_size()), "{about}");
    assert_eq!(figures.workgroup_processor_mode, mode, "{about}");
}

/// One header for GPUs of both vendors and of both kinds of AMD's has for each the launch bounds that keep its blocks; and
/// so has the header of each target and mode.
#[test]
fn code_is_compiled_for_the_mode_and_with_the_bounds_of_its_gpu() {
    let mixed = [
        "h100", "gfx90a", "gfx942", "gfx950", "gfx1030", "gfx1100", "gfx1201",
    ]
    .map(arch);
    for one in &mixed[1..] {
        assert_kept(&mixed, one, block(256, 100).with_registers(64));
    }
    each(&TARGETS, |target| {
        assert_kept(&[arch(target)], &arch(target), block(320, 72));
    });
}

/// clang compiles for each target of a list in one call; CDNA, which has no modes, takes the options of RDNA's.
#[test]
fn one_call_compiles_for_a_list() {
    let archs = ["gfx942", "gfx1100:wave64:cu", "h100", "gfx90a"].map(arch);
    let options = CompileOptions::new(&Configuration::new(&archs, block(256, 64)));
    let arguments = options.hipcc().unwrap();
    let Some(calls) = clang(arguments.as_str(), &["-###", "-c", "/dev/null"]) else {
        return;
    };
    let targets = calls.split("\"-target-cpu\" \"").skip(1);
    let targets: BTreeSet<_> = targets.filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(targets, BTreeSet::from(["gfx1100", "gfx90a", "gfx942"]));
    let (_, modes) = arguments.as_str().split_once("gfx90a ").unwrap();
    let in_modes = format!("--offload-arch=gfx942 {modes}");
    let source = "__global__ void HOLDS(kernel, 4)";
    let plain = compile(source, "--offload-arch=gfx942");
    assert_eq!(plain, compile(source, &in_modes), "{modes}");
}

/// The attributes keep the budget: with half of it from CDNA 2 on, because LLVM doubles it there even for a kernel that
/// accumulates nothing; an odd one is kept with one less.
#[test]
fn the_attributes_keep_the_budget() {
    each(&TARGETS, |target| {
        let archs = [arch(target)];
        let has_half = archs[0].multiprocessor().has_accumulation_half();
        let options = |vgprs| CompileOptions::new(&Configuration::new(&archs, block(256, vgprs)));
        let budgets = [24, 33, 64, 72, 100, 128];
        let kernels = budgets.map(|vgprs| {
            let attributes = options(vgprs).amdgpu_attributes.unwrap();
            let floats = floats(target, vgprs);
            format!("__global__ void {attributes} HOLDS(k_{vgprs}, {floats})\n")
        });
        let Some(kernels) = compile(&kernels.concat(), options(64).hipcc().unwrap().as_str())
        else {
            return;
        };
        for vgprs in budgets {
            let kept = if has_half { vgprs / 2 * 2 } else { vgprs };
            let figures = &kernels[&format!("k_{vgprs}")];
            assert_eq!(figures.vgprs, Some(kept), "{target}: {vgprs}");
        }
    });
}
