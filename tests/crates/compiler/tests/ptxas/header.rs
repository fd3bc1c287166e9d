//! The header that a build script writes, included by CUDA C, and the options of nvcc beside it.

use std::fs;
use std::path::Path;

use occupancy::ptx::{BlockBound, Bounds, Entry};
use occupancy::{Arch, Configuration, Kernel, kernel::Argument, launch::CompileOptions};
use occupancy_test_compiler::kernels::directory;

use crate::{blocks_per_sm, compute_capability, nvcc};

/// GPUs that have clusters.
const TARGETS: [&str; 3] = ["sm_90", "sm_100", "sm_120"];
const MIN_BLOCKS: u32 = 4;

const TRANSPOSE: Kernel = Kernel::new((32, 8, 1), 32)
    .with_static_shared_memory(32 * 33 * 4)
    .with_barriers(1);
const SUM: Kernel = Kernel::new((256, 1, 1), 40)
    .with_static_shared_memory(4)
    .with_barriers(1)
    .with_cluster_dim(Some((2, 1, 1)));

fn archs() -> [Arch; 3] {
    ["h100", "b200", "rtx5090"].map(|name| Arch::find(name).unwrap())
}

fn configuration(archs: &[Arch], kernel: Kernel) -> Configuration<'_> {
    let configuration = Configuration::new(archs, kernel)
        .with_min_blocks(MIN_BLOCKS)
        .with_integer(Argument::ItemsPerThread, 4);
    assert!(configuration.check().is_empty());
    configuration
}

fn header(configuration: &Configuration<'_>, prefix: &str) -> String {
    let options = CompileOptions::new(configuration);
    options.header(prefix).unwrap().to_string()
}

/// One run of nvcc for all GPUs gives for each what its launch relies on.
#[test]
fn kernels_are_what_their_header_says() {
    let Some(nvcc) = nvcc() else {
        return;
    };
    let archs = archs();
    let (transpose, sum) = (configuration(&archs, TRANSPOSE), configuration(&archs, SUM));
    // A second inclusion changes nothing.
    let text = (header(&transpose, "TRANSPOSE") + &header(&sum, "SUM")).repeat(2);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("with_header");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("launch_config.h"), text).unwrap();

    let source = directory().join("with_header.cu");
    let include = format!("-I{}", folder.display());
    let nvcc_options = CompileOptions::new(&sum).nvcc();
    let mut options: Vec<&str> = nvcc_options.as_str().split(' ').collect();
    options.push(&include);
    let report = nvcc.compile(&source, "", &options).unwrap().report;
    assert_eq!(report.remarks, [""; 0]);
    assert_eq!(report.kernels.len(), 2 * TARGETS.len());
    let assembled = nvcc.ptx(&source, "sm_90", &options[TARGETS.len()..]);
    let ptx = assembled.unwrap();
    fs::write(folder.join("with_header.ptx"), &ptx).unwrap();
    // And ptxas takes the arguments that are meant for it.
    let arguments = CompileOptions::new(&sum).ptxas(&archs[0]).unwrap();
    let command = format!("{arguments} with_header.ptx --output-file=with_header.cubin");
    let words: Vec<&str> = command.split(' ').collect();
    assert_eq!(nvcc.ptxas(&folder, &words).unwrap().remarks, [""; 0]);
    for (name, configuration) in [("transpose", &transpose), ("sum", &sum)] {
        let declared = configuration.kernel;
        for target in TARGETS {
            let mut entries = report.kernels.iter();
            let entry = entries.find(|entry| entry.name == name && entry.target == target);
            let entry = entry.unwrap_or_else(|| panic!("{name} for {target}"));
            let found = declared.with_registers(entry.registers);
            let about = format!("{name} for {target}: {entry:?}");
            assert!(entry.registers <= declared.registers_per_thread, "{about}");
            let used = (entry.shared_memory, entry.barriers, entry.spill_stores);
            let expected = (declared.static_shared_memory, declared.barriers, 0);
            assert_eq!(used, expected, "{about}");
            let blocks = blocks_per_sm(compute_capability(target), &found);
            assert!(blocks >= MIN_BLOCKS, "{about}: {blocks} blocks");
        }
        // CUDA C has no budget beside launch bounds, and those know threads alone.
        let threads = u32::try_from(declared.threads_per_block()).unwrap();
        let expected = Bounds {
            block: Some(BlockBound::Max((threads, 1, 1))),
            max_registers: None,
            ..Bounds::of(configuration)
        };
        let stated = Entry::find(&ptx, name).unwrap().bounds().unwrap();
        assert_eq!(stated, expected, "{name}");
    }
}

/// The guard only lets the same configuration pass.
#[test]
fn another_configuration_under_the_same_prefix_is_an_error() {
    let Some(nvcc) = nvcc() else {
        return;
    };
    let archs = archs();
    let configuration = configuration(&archs, TRANSPOSE);
    let other = configuration.with_kernel(TRANSPOSE.with_registers(33));
    let both = header(&configuration, "TRANSPOSE") + &header(&other, "TRANSPOSE");
    let printed = nvcc.compile_text(&both, "sm_90", &[""; 0]).unwrap_err();
    let said = "TRANSPOSE is already used for another launch configuration";
    assert!(printed.contains(said), "{printed}");
}
