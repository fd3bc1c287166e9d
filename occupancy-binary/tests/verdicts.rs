//! One kernel and one configuration, three checks: the attribute's `cubin` (rules of a configuration
//! with code), what is compiled at run time, and the loaded function. They agree.
#![cfg(feature = "std")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use occupancy_binary::compiled::{CompiledError, Contradiction, check};
use occupancy_binary::cubin::Image;
use occupancy_core::{
    Arch, BrokenPromise, BrokenPromises, Compiled, ComputeCapability, Configuration, Kernel,
    LoadedFunction, Rule,
};

/// What a kernel does not keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Unkept {
    Architecture,
    Registers,
    StaticSharedMemory,
    Barriers,
    Block,
    Cluster,
}

type Verdict = BTreeSet<Unkept>;

/// The rules that the compiler checks for `cubin`.
fn by_rules(configuration: &Configuration<'_>, usage: Compiled<'_>) -> Verdict {
    let code = [usage];
    let violations = configuration.with_compiled(&code).check();
    let found = violations.iter().filter_map(|violation| {
        Some(match violation.rule {
            Rule::CompiledArchitecture => Unkept::Architecture,
            Rule::CompiledRegisters => Unkept::Registers,
            Rule::CompiledStaticSharedMemory => Unkept::StaticSharedMemory,
            Rule::CompiledBarriers => Unkept::Barriers,
            Rule::CompiledMaxBlock | Rule::CompiledRequiredBlock => Unkept::Block,
            Rule::CompiledCluster => Unkept::Cluster,
            _ => return None,
        })
    });
    found.collect()
}

/// `None` of the number of resident blocks, which follows from the others.
fn of_promise(promise: &BrokenPromise) -> Option<Unkept> {
    match promise {
        BrokenPromise::Registers { .. } => Some(Unkept::Registers),
        BrokenPromise::StaticSharedMemory { .. } => Some(Unkept::StaticSharedMemory),
        BrokenPromise::ThreadsPerBlock { .. } => Some(Unkept::Block),
        BrokenPromise::Cluster { .. } => Some(Unkept::Cluster),
        BrokenPromise::BlocksPerSm { .. } => None,
        other => panic!("{other}"),
    }
}

/// The check of what is compiled at run time, and whether fewer blocks are resident.
fn by_check(configuration: &Configuration<'_>, file: &[u8], name: &str) -> (Verdict, bool) {
    let all = match check(configuration, file, name) {
        Ok(()) => Vec::new(),
        Err(CompiledError::OtherArchitecture { .. }) => {
            return (Verdict::from([Unkept::Architecture]), false);
        }
        Err(CompiledError::Contradictions(all)) => all,
        Err(error) => panic!("{error}"),
    };
    let mut is_fewer = false;
    let verdict = all.iter().filter_map(|one| match one {
        Contradiction::Promise(promise) => {
            is_fewer |= matches!(promise, BrokenPromise::BlocksPerSm { .. });
            of_promise(promise)
        }
        Contradiction::RequiredBlock { .. } => Some(Unkept::Block),
        Contradiction::Barriers { .. } => Some(Unkept::Barriers),
        Contradiction::NoCluster | Contradiction::ClusterSize { .. } => Some(Unkept::Cluster),
        // A warning of the attribute; the driver does not load it.
        Contradiction::Relocatable => None,
        other => panic!("{other}"),
    });
    let verdict = verdict.collect();
    (verdict, is_fewer)
}

/// What the driver reports of the loaded function. It does not tell barriers, the dimensions of a block
/// that is required, and the most blocks of a cluster; a cluster that is not compiled in is the launch's.
fn by_driver(
    configuration: &Configuration<'_>,
    cc: &ComputeCapability,
    usage: &Compiled<'_>,
) -> Verdict {
    let mut loaded = LoadedFunction::on(cc.major, cc.minor)
        .with_registers(usage.registers.unwrap())
        .with_static_shared_memory(usage.static_shared_memory.unwrap());
    if let (Some((x, y, z)), None) = (usage.max_block, usage.required_block) {
        loaded = loaded.with_max_threads_per_block(x * y * z);
    }
    if let Some(cluster) = usage.cluster_dim {
        loaded = loaded.with_cluster_dim(cluster);
    }
    let broken = configuration.verify(&loaded);
    let broken = broken
        .as_ref()
        .map_or_else(BrokenPromises::as_slice, |()| &[]);
    broken.iter().filter_map(of_promise).collect()
}

/// Configurations around what the kernel uses: each figure as it is, one less and one more.
fn configurations(usage: &Compiled<'_>) -> Vec<Kernel> {
    let around = |figure: u32| [figure, figure.saturating_sub(1), figure + 1];
    let blocks = [
        Some((128, 1, 1)),
        Some((512, 2, 1)),
        Some((32, 2, 1)),
        usage.max_block,
        usage.required_block,
    ];
    let clusters = [
        None,
        Some((1, 1, 1)),
        Some((2, 1, 1)),
        Some((8, 2, 1)),
        usage.cluster_dim,
    ];
    let mut all = Vec::new();
    for block in blocks.into_iter().flatten() {
        for cluster in clusters {
            for registers in around(usage.registers.unwrap()) {
                for bytes in around(usage.static_shared_memory.unwrap()) {
                    for barriers in around(usage.barriers.unwrap()) {
                        let kernel = Kernel::new(block, registers.max(1))
                            .with_static_shared_memory(bytes)
                            .with_barriers(barriers)
                            .with_cluster_dim(cluster);
                        all.push(kernel);
                    }
                }
            }
        }
    }
    all
}

/// Every cubin of the fixtures.
fn fixtures() -> Vec<(String, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for folder in ["fixtures", "../tests/fixtures/cubins"] {
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path
                .extension()
                .is_some_and(|extension| extension == "cubin")
            {
                found.push((path.display().to_string(), fs::read(&path).unwrap()));
            }
        }
    }
    found
}

#[test]
fn every_check_of_a_kernel_says_the_same() {
    let (mut compared, mut seen) = (0, Verdict::new());
    for (path, file) in fixtures() {
        for kernel in Image::new(&file).unwrap().kernels() {
            let usage = kernel.unwrap();
            for declared in configurations(&usage) {
                for cc in ComputeCapability::ALL {
                    let archs = [Arch::ComputeCapability(cc)];
                    let configuration = Configuration::new(&archs, declared);
                    let at = || format!("{path} {} {declared:?} on {}", usage.name, cc.name);
                    let mut rules = by_rules(&configuration, usage);
                    if declared.barriers == 0 {
                        // None declared is not known to a check at run time: the blocks are compared.
                        rules.remove(&Unkept::Barriers);
                    }
                    let (checked, is_fewer) = by_check(&configuration, &file, usage.name);
                    assert_eq!(checked, rules, "{}", at());
                    if checked.is_empty() && declared.barriers > 0 {
                        assert!(!is_fewer, "{}", at());
                    }
                    compared += 1;
                    seen.extend(&rules);
                    if rules.contains(&Unkept::Architecture) {
                        // No driver loads it.
                        continue;
                    }
                    let untold = |unkept: &Unkept| match unkept {
                        Unkept::Barriers => true,
                        Unkept::Block => usage.required_block.is_some(),
                        Unkept::Cluster => usage.cluster_dim.is_none(),
                        _ => false,
                    };
                    rules.retain(|unkept| !untold(unkept));
                    assert_eq!(by_driver(&configuration, cc, &usage), rules, "{}", at());
                }
            }
        }
    }
    assert_eq!(seen.len(), 6, "{seen:?}");
    assert!(compared > 100_000, "{compared}");
}

#[test]
fn two_gpus_are_checked_as_each_of_them() {
    for (path, file) in fixtures() {
        for kernel in Image::new(&file).unwrap().kernels() {
            let usage = kernel.unwrap();
            let declared = Kernel::new((128, 1, 1), usage.registers.unwrap().max(2) - 1);
            for pair in ComputeCapability::ALL.windows(2) {
                let archs = [0, 1].map(|i: usize| Arch::ComputeCapability(&pair[i]));
                let of = |archs: &[Arch]| {
                    by_check(&Configuration::new(archs, declared), &file, usage.name).0
                };
                let mut expected = Verdict::new();
                let each = [of(&archs[..1]), of(&archs[1..])];
                let runs = |verdict: &&Verdict| !verdict.contains(&Unkept::Architecture);
                if each.iter().any(|verdict| runs(&verdict)) {
                    // Code for one of them is enough.
                    expected.extend(each.iter().filter(runs).flatten());
                } else {
                    expected.insert(Unkept::Architecture);
                }
                assert_eq!(of(&archs), expected, "{path} {} {pair:?}", usage.name);
            }
        }
    }
}
