//! What ptxas ignores or refuses, and what the check refuses.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use occupancy::{Arch, Configuration, Kernel, Rule};
use occupancy_test_compiler::nvcc::TARGETS;

use crate::{blocks_per_sm, compute_capability, each, nvcc};

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

/// For every block of whole warps: the most blocks that are resident pass, and one more is what ptxas
/// ignores and the check refuses.
#[test]
fn ptxas_ignores_the_minimum_of_blocks_that_the_check_refuses() {
    let Some(nvcc) = nvcc() else {
        return;
    };
    each(&TARGETS, |target| {
        let mut source = String::new();
        let mut refused = BTreeSet::new();
        for threads in (32..=1024).step_by(32) {
            let most = blocks_per_sm(compute_capability(target), &block(threads));
            for blocks in [1, most, most + 1] {
                let name = format!("with_{threads}_{blocks}");
                if source.contains(&format!(" {name}()")) {
                    continue;
                }
                let _ = writeln!(
                    source,
                    "extern \"C\" __global__ void __launch_bounds__({threads}, {blocks}) {name}() {{}}"
                );
                match rules(target, block(threads), blocks)[..] {
                    [] => {}
                    [Rule::MinBlocks] => {
                        refused.insert(name);
                    }
                    ref other => panic!("{name} for {target}: {other:?}"),
                }
            }
        }
        assert_eq!(refused.len(), 32, "one of each block");
        let report = nvcc.compile_text(&source, target, &[]).unwrap();
        let ignored: BTreeSet<String> = report
            .ignored()
            .map(|remark| {
                let entry = remark.split("entry ").nth(1).unwrap();
                entry.split(' ').next().unwrap().to_owned()
            })
            .collect();
        assert_eq!(ignored, refused, "{target}");
        assert_eq!(report.remarks.len(), refused.len(), "{target}");
    });
}

/// The targets with an `a` at the end, which take more static shared memory since CUDA 13.0.
const SPECIFIC: [&str; 6] = [
    "sm_90a", "sm_100a", "sm_103a", "sm_110a", "sm_120a", "sm_121a",
];

/// The most static shared memory of a target passes, and one byte more is what both refuse.
#[test]
fn ptxas_refuses_the_static_shared_memory_that_the_check_refuses() {
    let Some(nvcc) = nvcc() else {
        return;
    };
    let specific: &[&str] = if nvcc.release() >= (13, 0) {
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
            let compiled = nvcc.compile_text(&source, target, &[]);
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
        let compiled = nvcc.compile_text(source, target, &[]);
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
