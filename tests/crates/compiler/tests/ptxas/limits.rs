//! Bounds that ptxas ignores or refuses, and that the check refuses.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

use csv::Reader;
use occupancy::{Arch, Configuration, Kernel, Rule};
use occupancy_test_compiler::each;
use occupancy_test_compiler::kernels::{directory, outer_products_kernel};
use occupancy_test_compiler::nvcc::TARGETS;

use crate::{blocks_per_sm, compute_capability, nvcc};

/// The table of launch bounds in real life, for each minimum of blocks.
const REAL_LIFE: &str = include_str!("../../../../../occupancy-core/tests/real_life/verdicts.csv");

/// The targets of that table.
const TARGETS_OF_REAL_LIFE: [&str; 6] = ["sm_75", "sm_80", "sm_86", "sm_90", "sm_100", "sm_120"];

/// A block whose registers never decide.
fn block(threads: u32) -> Kernel {
    Kernel::new((threads, 1, 1), 1)
}

fn rules(target: &str, kernel: Kernel, min_blocks: u32) -> Vec<Rule> {
    let archs = [Arch::find(target).unwrap()];
    let configuration = Configuration::new(&archs, kernel).with_min_blocks(min_blocks);
    let violations = configuration.check();
    violations.iter().collect()
}

/// Threads and minimum of blocks, with what the table says of a target: whether it is ignored, and the registers.
fn real_life(target: &str) -> BTreeMap<(u32, u32), (bool, u32)> {
    let mut table = Reader::from_reader(REAL_LIFE.as_bytes());
    let headers = table.headers().unwrap().clone();
    let column = |name| headers.iter().position(|header| header == name).unwrap();
    let [threads, min_blocks, verdict] = ["threads", "min_blocks", target].map(column);
    let mut bounds = BTreeMap::new();
    for record in table.records().map(Result::unwrap) {
        let Some((promise, registers)) = record[verdict].split_once(' ') else {
            continue;
        };
        if record[min_blocks].is_empty() {
            continue;
        }
        assert!(matches!(promise, "kept" | "ignored"), "{promise}");
        let registers = registers.split(' ').next().unwrap().parse().unwrap();
        let key = (
            record[threads].parse().unwrap(),
            record[min_blocks].parse().unwrap(),
        );
        let said = (promise == "ignored", registers);
        let before = bounds.insert(key, said);
        assert!(before.is_none_or(|before| before == said), "{key:?}");
    }
    assert!(bounds.len() >= 30, "{target}: {}", bounds.len());
    bounds
}

/// For every block of whole warps: the most blocks that are resident pass; ptxas ignores one more, and the check
/// refuses it. Of the bounds in real life, ptxas ignores those that the table says.
#[test]
fn ptxas_ignores_the_minimum_of_blocks_that_the_check_refuses() {
    let Some(nvcc) = nvcc() else {
        return;
    };
    each(&TARGETS_OF_REAL_LIFE, |target| {
        let real_life = real_life(target).into_iter();
        let mut bounds: BTreeMap<(u32, u32), bool> = real_life
            .map(|(bounds, (is_ignored, _))| (bounds, is_ignored))
            .collect();
        for threads in (32..=1024).step_by(32) {
            let most = blocks_per_sm(compute_capability(target), &block(threads));
            for blocks in [1, most, most + 1] {
                let is_refused = match rules(target, block(threads), blocks)[..] {
                    [] => false,
                    [Rule::MinBlocks] => true,
                    ref other => panic!("{blocks} of {threads} for {target}: {other:?}"),
                };
                assert_eq!(is_refused, blocks > most);
                let before = bounds.insert((threads, blocks), is_refused);
                assert!(before.is_none_or(|before| before == is_refused));
            }
        }
        let mut source = String::new();
        let mut refused = BTreeSet::new();
        for ((threads, blocks), is_refused) in bounds {
            let name = format!("with_{threads}_{blocks}");
            let _ = writeln!(
                source,
                "extern \"C\" __global__ void __launch_bounds__({threads}, {blocks}) {name}() {{}}"
            );
            if is_refused {
                refused.insert(name);
            }
        }
        let report = nvcc.compile_text(&source, target, &[""; 0]).unwrap();
        let remarks = report.remarks.iter().map(|remark| {
            // The message is about "threads per SM" or "minnctapersm", whichever is out of range.
            assert!(remark.contains("minnctapersm will be ignored"), "{remark}");
            let entry = remark.split("entry ").nth(1).unwrap();
            entry.split(' ').next().unwrap().to_owned()
        });
        assert_eq!(remarks.collect::<BTreeSet<_>>(), refused, "{target}");
        assert_eq!(report.remarks.len(), refused.len(), "{target}");
    });
}

/// A kernel that spills whatever it is given takes the registers that it takes without the minimum,
/// within those that the table of real life says.
#[test]
fn an_ignored_minimum_is_as_good_as_none() {
    let Some(nvcc) = nvcc() else {
        return;
    };
    let source = fs::read_to_string(outer_products_kernel().source()).unwrap();
    let include = format!("-I{}", directory().display());
    let cases = TARGETS_OF_REAL_LIFE.iter().flat_map(|&target| {
        let bounds = real_life(target).into_iter();
        let ignored = bounds.filter(|(_, (is_ignored, _))| *is_ignored);
        ignored.map(move |(bounds, (_, registers))| (target, bounds, registers))
    });
    let cases: Vec<_> = cases.collect();
    let targets: BTreeSet<_> = cases.iter().map(|(target, ..)| *target).collect();
    assert_eq!(targets, BTreeSet::from(["sm_120", "sm_75", "sm_86"]));
    each(&cases, |&(target, (threads, min_blocks), most)| {
        let registers = |bounds: String| {
            let bounds = format!("__global__ void __launch_bounds__({bounds})");
            let bounded = source.replace("__global__ void BOUNDS", &bounds);
            assert_ne!(bounded, source);
            let options = [&include, &format!("-DTHREADS_PER_BLOCK={threads}")];
            let report = nvcc.compile_text(&bounded, target, &options).unwrap();
            assert!(report.kernels[0].spill_stores > 0, "{report:?}");
            report.kernels[0].registers
        };
        let with = registers(format!("{threads}, {min_blocks}"));
        let about = format!("({threads}, {min_blocks}) for {target}");
        assert_eq!(with, registers(threads.to_string()), "{about}");
        assert!(with <= most, "{about}: {with}");
    });
}

/// The targets with an `a` at the end, which take more static shared memory since CUDA 13.0.
const SPECIFIC: [&str; 6] = [
    "sm_90a", "sm_100a", "sm_103a", "sm_110a", "sm_120a", "sm_121a",
];

/// The most static shared memory of a target passes, and both refuse one byte more.
#[test]
fn ptxas_refuses_the_static_shared_memory_that_the_check_refuses() {
    let Some(nvcc) = nvcc() else {
        return;
    };
    let specific: &[&str] = if nvcc.toolkit() >= 130 {
        &SPECIFIC
    } else {
        &[]
    };
    each(&[&TARGETS, specific].concat(), |target| {
        let most = compute_capability(target).static_shared_memory_per_block();
        for bytes in [most, most + 1] {
            let source = format!(
                "extern \"C\" __global__ void fill(char *out)\n\
                 {{\n\
                 __shared__ char bytes[{bytes}];\n\
                 for (int i = threadIdx.x; i < {bytes}; i += blockDim.x) bytes[i] = out[i];\n\
                 __syncthreads();\n\
                 out[threadIdx.x] = bytes[{bytes} - 1 - threadIdx.x];\n\
                 }}\n"
            );
            let compiled = nvcc.compile_text(&source, target, &[""; 0]);
            let rules = rules(target, block(256).with_static_shared_memory(bytes), 1);
            if bytes == most {
                assert_eq!(compiled.unwrap().kernels[0].shared_memory, most);
                assert_eq!(rules, []);
            } else {
                let printed = compiled.unwrap_err();
                assert!(
                    printed.contains("too much shared data"),
                    "{target}: {printed}"
                );
                assert_eq!(rules, [Rule::StaticSharedMemory], "{target}");
            }
        }
    });
}

/// A cluster is refused for the same targets.
#[test]
fn nvcc_refuses_the_cluster_that_the_check_refuses() {
    let Some(nvcc) = nvcc() else {
        return;
    };
    let refused = each(&TARGETS, |target| {
        let source = "extern \"C\" __global__ void __cluster_dims__(2, 1, 1) paired() {}\n";
        let compiled = nvcc.compile_text(source, target, &[""; 0]);
        let rules = rules(target, block(256).with_cluster_dim(Some((2, 1, 1))), 1);
        match compiled {
            Ok(_) => assert_eq!(rules, [], "{target}"),
            Err(printed) => {
                assert!(printed.contains("__cluster_dims__"), "{target}: {printed}");
                assert_eq!(rules, [Rule::ClusterUnsupported], "{target}");
            }
        }
        !rules.is_empty()
    });
    assert_eq!(refused, [true, true, false, false, false]);
}
