//! One kernel and one configuration, three checks: the attribute's `cubin` (rules of a configuration
//! with code), what is compiled at run time, and the loaded function. They agree.
use std::collections::BTreeSet;

use occupancy_binary::ErrorKind;
use occupancy_binary::compiled::check;
use occupancy_binary::cubin::Image;
use occupancy_core::{Arch, Compiled, Configuration, Kernel, Multiprocessor, Rule};

use crate::common::cubins;

type Verdict = BTreeSet<&'static str>;

/// The rule about compiled code that is broken, and its figure. The number of resident blocks follows from the others.
fn unkept(rule: Rule) -> Option<&'static str> {
    let is_compared = rule.concerns_compiled_kernel() && rule != Rule::CompiledBlocksPerSm;
    is_compared.then_some(rule.code())
}

fn by_rules(configuration: &Configuration<'_>) -> Verdict {
    let violations = configuration.check();
    violations.iter().filter_map(unkept).collect()
}

/// The check of what is compiled at run time, and whether fewer blocks are resident.
fn by_check(configuration: &Configuration<'_>, file: &[u8], name: &str) -> (Verdict, bool) {
    let checked = check(configuration, file, name);
    // The rules that the configuration breaks by itself are reported, too.
    let itself = configuration.check();
    match &checked {
        Err(error) if error.kind() == ErrorKind::BrokenRules => {
            assert!(itself.iter().all(|rule| error.rules().contains(&rule)));
        }
        _ => assert!(itself.is_empty(), "{checked:?}"),
    }
    match checked {
        // A warning of the attribute; the driver does not load it.
        Ok(()) => (Verdict::new(), false),
        Err(error) => match error.kind() {
            ErrorKind::Relocatable => (Verdict::new(), false),
            ErrorKind::BrokenRules => (
                error.rules().iter().copied().filter_map(unkept).collect(),
                error.rules().contains(&Rule::CompiledBlocksPerSm),
            ),
            _ => panic!("{error}"),
        },
    }
}

/// The figures that the driver reports of the loaded function. It does not report barriers, the dimensions of a
/// required block, and the most blocks of a cluster. A cluster that is not compiled in is that of the launch.
fn by_driver(
    configuration: &Configuration<'_>,
    cc: &Multiprocessor,
    usage: &Compiled<'_>,
) -> Verdict {
    let mut function = Compiled::loaded(cc.compute_capability());
    function.registers = usage.registers;
    function.static_shared_memory = usage.static_shared_memory;
    if let (Some((x, y, z)), None) = (usage.max_block, usage.required_block) {
        function.max_block = Some((x * y * z, 1, 1));
    }
    function.cluster_dim = usage.cluster_dim;
    by_rules(&configuration.with_loaded(&function))
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
                for bytes in around(usage.static_shared_memory.unwrap_or(0)) {
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

/// Every one where the compiler optimizes.
const STEP: usize = if cfg!(debug_assertions) { 5 } else { 1 };

#[test]
fn every_check_of_a_kernel_says_the_same() {
    let (mut compared, mut seen) = (0, Verdict::new());
    for (path, file) in cubins() {
        for kernel in Image::new(&file).unwrap().kernels() {
            let usage = kernel.unwrap();
            for (nth, declared) in configurations(&usage).into_iter().enumerate() {
                // Other ones for each.
                for cc in occupancy_core::compute_capabilities::ALL
                    .iter()
                    .skip(nth % STEP)
                    .step_by(STEP)
                {
                    let archs = [Arch::Multiprocessor(cc)];
                    let configuration = Configuration::new(&archs, declared);
                    let at = || format!("{path} {} {declared:?} on {}", usage.name, cc.name());
                    let code = [usage];
                    let mut rules = by_rules(&configuration.with_compiled(&code));
                    if declared.barriers == 0 {
                        // A check at run time does not know that no barriers were declared: it compares the blocks.
                        rules.remove(Rule::CompiledBarriers.code());
                    }
                    let (checked, is_fewer) = by_check(&configuration, &file, usage.name);
                    assert_eq!(checked, rules, "{}", at());
                    if checked.is_empty() && declared.barriers > 0 {
                        assert!(!is_fewer, "{}", at());
                    }
                    compared += 1;
                    seen.extend(&rules);
                    if rules.contains(Rule::CompiledArchitecture.code()) {
                        // No driver loads it.
                        continue;
                    }
                    rules.remove(Rule::CompiledBarriers.code());
                    rules.remove(Rule::CompiledRequiredBlock.code());
                    if usage.cluster_dim.is_none() {
                        rules.remove(Rule::CompiledCluster.code());
                    }
                    assert_eq!(by_driver(&configuration, cc, &usage), rules, "{}", at());
                }
            }
        }
    }
    assert_eq!(seen.len(), 7, "{seen:?}");
    assert!(compared > 100_000 / STEP, "{compared}");
}
