//! The header that a build script writes, included by CUDA C, and the options of nvcc beside it.

use std::fs;
use std::path::{Path, PathBuf};

use occupancy::ptx::{BlockBound, Bounds, Entry};
use occupancy::{
    Arch, Configuration, Kernel, kernel::Argument, launch::CompileOptions,
    search::max_registers_per_thread,
};
use occupancy_test_compiler::kernels::{directory, outer_products};
use occupancy_test_compiler::nvcc::Nvcc;

use crate::{blocks_per_sm, compute_capability, each, nvcc};

/// GPUs that have clusters.
const ARCHS: [&str; 3] = ["h100", "b200", "rtx5090"];
const MIN_BLOCKS: u32 = 4;

const TRANSPOSE: Kernel = Kernel::new((32, 8, 1), 32)
    .with_static_shared_memory(32 * 33 * 4)
    .with_barriers(1);
const SUM: Kernel = Kernel::new((256, 1, 1), 40)
    .with_static_shared_memory(4)
    .with_barriers(1)
    .with_cluster_dim(Some((2, 1, 1)));

fn archs() -> [Arch; 3] {
    ARCHS.map(|name| Arch::find(name).unwrap())
}

fn configuration(archs: &[Arch], kernel: Kernel) -> Configuration<'_> {
    let configuration = Configuration::new(archs, kernel)
        .with_min_blocks(MIN_BLOCKS)
        .with_integer(Argument::ItemsPerThread, 4);
    assert!(configuration.check().is_empty());
    configuration
}

/// A folder with `launch_config.h`, as an option of nvcc.
fn folder(name: &str, header: &str) -> String {
    let folder: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("launch_config.h"), header).unwrap();
    format!("-I{}", folder.display())
}

/// One run of nvcc for all GPUs gives for each what its launch relies on.
#[test]
fn kernels_are_what_their_header_says() {
    let Some(nvcc) = nvcc() else {
        return;
    };
    let archs = archs();
    let (transpose, sum) = (configuration(&archs, TRANSPOSE), configuration(&archs, SUM));
    let (of_transpose, of_sum) = (CompileOptions::new(&transpose), CompileOptions::new(&sum));
    let (first, second) = (of_transpose.header("TRANSPOSE"), of_sum.header("SUM"));
    let header = format!("{}{}", first.unwrap(), second.unwrap());
    // A second inclusion changes nothing.
    let twice = format!("{header}{header}");

    let source = directory().join("with_header.cu");
    let mut options: Vec<String> = of_sum
        .nvcc()
        .as_str()
        .split(' ')
        .map(str::to_owned)
        .collect();
    options.push(folder("with_header", &twice));
    let report = nvcc.compile_for_all(&source, &options).unwrap();
    assert_eq!(report.remarks, [""; 0]);
    assert_eq!(report.kernels.len(), 2 * ARCHS.len());
    for target in ["sm_90", "sm_100", "sm_120"] {
        for (name, configuration) in [("transpose", &transpose), ("sum", &sum)] {
            let mut entries = report.kernels.iter();
            let entry = entries
                .find(|entry| entry.name == name && entry.target == target)
                .unwrap_or_else(|| panic!("{name} for {target}"));
            let declared = configuration.kernel;
            let found = declared.with_registers(entry.registers);
            let about = format!("{name} for {target}: {entry:?}");
            assert!(entry.registers <= declared.registers_per_thread, "{about}");
            assert_eq!(
                entry.shared_memory, declared.static_shared_memory,
                "{about}"
            );
            assert_eq!(entry.barriers, declared.barriers, "{about}");
            assert_eq!(entry.spill_stores, 0, "{about}");
            let blocks = blocks_per_sm(compute_capability(target), &found);
            assert!(blocks >= MIN_BLOCKS, "{about}: {blocks} blocks");
        }
    }

    let ptx = nvcc
        .ptx(&source, Some("sm_90"), &options[ARCHS.len()..])
        .unwrap();
    for (name, configuration) in [("transpose", &transpose), ("sum", &sum)] {
        let stated = Entry::find(&ptx, name).unwrap().bounds().unwrap();
        // Of the three, CUDA C has no budget beside launch bounds, and they know threads alone.
        let threads = configuration.kernel.threads_per_block();
        let expected = Bounds {
            block: Some(BlockBound::Max((u32::try_from(threads).unwrap(), 1, 1))),
            max_registers: None,
            ..Bounds::of(configuration)
        };
        assert_eq!(stated, expected, "{name}");
    }
}

/// What the guard lets pass is the same configuration, not another one.
#[test]
fn another_configuration_under_the_same_prefix_is_an_error() {
    let Some(nvcc) = nvcc() else {
        return;
    };
    let archs = archs();
    let configuration = configuration(&archs, TRANSPOSE);
    let other = configuration.with_kernel(TRANSPOSE.with_registers(33));
    let header = |configuration: &Configuration<'_>| {
        let options = CompileOptions::new(configuration);
        options.header("TRANSPOSE").unwrap().to_string()
    };
    let both = header(&configuration) + &header(&other);
    let printed = nvcc.compile_text(&both, "sm_90", &[]).unwrap_err();
    let said = "TRANSPOSE is already used for another launch configuration";
    assert!(printed.contains(said), "{printed}");
}

/// Why there is a header beside the definitions: CUB has names like theirs.
#[test]
fn definitions_on_the_command_line_break_cub() {
    let Some(nvcc) = nvcc() else {
        return;
    };
    let source = "#include <cub/block/block_load.cuh>\n";
    let define = |define: &str| nvcc.compile_text(source, "sm_90", &[define.to_owned()]);
    assert!(define("-DSUM_ITEMS_PER_THREAD=4").is_ok());
    let printed = define("-DITEMS_PER_THREAD=4").unwrap_err();
    assert!(printed.contains("ITEMS_PER_THREAD"), "{printed}");
    // And a comma ends the definition.
    let bounds = "-DBOUNDS=__launch_bounds__(256, 4)".to_owned();
    let bounded = "extern \"C\" __global__ void BOUNDS bounded() {}\n";
    assert!(nvcc.compile_text(bounded, "sm_90", &[bounds]).is_err());
}

/// Launch bounds leave 168 registers; ptxas holds the kernel to fewer where it is told twice.
#[test]
fn ptxas_holds_to_the_budget_what_launch_bounds_do_not() {
    let Some(nvcc) = nvcc() else {
        return;
    };
    let targets = ["sm_80", "sm_90", "sm_120"];
    let source = outer_products().source();
    each(&targets, |target| {
        let archs = [Arch::find(target).unwrap()];
        let kernel = Kernel::new((128, 1, 1), 64).with_dynamic_shared_memory(24 * 1024);
        let options = CompileOptions::new(&Configuration::new(&archs, kernel));
        let bounds = ["-DTHREADS_PER_BLOCK=128", "-DMIN_BLOCKS_PER_SM=3"].map(str::to_owned);
        let registers = |nvcc: &Nvcc, more: &[String]| {
            let all = [&bounds[..], more].concat();
            nvcc.compile(&source, target, &all).unwrap().kernels[0].registers
        };
        let cap = max_registers_per_thread(compute_capability(target), 128, 3);
        assert_eq!(Some(registers(nvcc, &[])), cap, "{target}");
        let limit: Vec<String> = options
            .ptxas_register_limit()
            .as_str()
            .split(' ')
            .map(str::to_owned)
            .collect();
        let limit = format!("--ptxas-options={}", limit.join(","));
        assert_eq!(registers(nvcc, &[limit]), 64, "{target}");
    });
}
