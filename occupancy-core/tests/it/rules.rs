//! The rules that a configuration breaks, and the arguments to blame, at the last value that passes and at the first that
//! does not.
//!
//! A row of `rules.txt` has the codes with the arguments to blame, and the configuration. One that passes has the codes of
//! its warnings, or `-`.

use crate::arguments::configuration;
use crate::common::MADE_UP;
use occupancy_core::compute_capabilities::{SM_90, SM_90A};
use occupancy_core::kernel::{Argument, Arguments, Axis};
use occupancy_core::{
    Arch, Configuration, Device, Kernel, Lint, Multiprocessor, Rule, compute_capabilities, devices,
    gpu::MultiprocessorLimits,
};

/// The expected codes, and the configuration.
pub(crate) fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    include_str!("rules.txt")
        .lines()
        .filter(|row| !row.is_empty() && !row.starts_with('#'))
        .map(|row| {
            let (codes, arguments) = row.split_at(row.find("arch = ").expect("arguments"));
            (codes.trim_end(), arguments)
        })
}

/// The rules that a configuration breaks; of one that passes, its warnings.
pub(crate) fn said_of(configuration: &Configuration<'_>) -> Vec<Rule> {
    let mut rules: Vec<Rule> = configuration.check().iter().collect();
    if rules.is_empty() {
        let lints = Lint::ALL.into_iter();
        rules.extend(lints.filter(|one| one.fires(configuration)).map(Lint::rule));
    }
    rules
}

fn codes(configuration: &Configuration<'_>) -> String {
    let rules = said_of(configuration);
    if rules.is_empty() {
        return "-".to_owned();
    }
    let codes = rules.iter().map(|rule| {
        let key = rule.argument(configuration).key();
        format!("{} {key}", rule.code())
    });
    codes.collect::<Vec<_>>().join(", ")
}

#[test]
fn each_row_breaks_what_it_says() {
    for (expected, arguments) in rows() {
        let found = codes(&configuration(arguments));
        assert_eq!(
            found, expected,
            "correct the rule, or the row of `rules.txt` with {arguments}"
        );
    }
}

/// The cases of `tests/ui/cubin` and `loaded_function.rs` break the rules about compiled code.
#[test]
fn each_rule_has_a_row() {
    for rule in Rule::ALL.into_iter().chain(Lint::ALL.map(Lint::rule)) {
        let is_broken = rows().any(|(codes, _)| codes.contains(rule.code()));
        assert!(
            is_broken || rule.concerns_compiled_kernel(),
            "no row of `rules.txt` breaks {rule:?}: add the last value that passes and the first that does not"
        );
    }
}

/// A rule that is common to all GPUs of NVIDIA is broken on each of them, and another one is kept on some.
#[test]
fn common_rules_are_broken_everywhere_and_others_are_not() {
    let ccs = compute_capabilities::ALL.iter().chain([&SM_90A]);
    let mut archs: Vec<Arch> = ccs.map(Arch::Multiprocessor).collect();
    archs.push(devices::H100.arch());
    let is_made_up = |arch: &Arch| MADE_UP.contains(arch.multiprocessor());
    let mut kept_somewhere = Vec::new();
    for (_, arguments) in rows() {
        let configuration = configuration(arguments);
        if configuration.archs.iter().any(is_made_up) {
            continue;
        }
        let is_of_amd = configuration.kernel.vgprs > 0;
        kept_somewhere.extend(configuration.check().iter().filter(|rule| {
            // The GPUs of AMD differ.
            if is_of_amd && rule.is_common_to_all_archs() {
                return false;
            }
            let breaks = |arch: &Arch| configuration.with_archs(&[*arch]).check().contains(*rule);
            !archs.iter().all(breaks)
        }));
    }
    for rule in Rule::ALL {
        // These need a GPU, or one with clusters.
        let is_special = matches!(rule, Rule::NoArch | Rule::ClusterGrid);
        if !is_special && !rule.concerns_compiled_kernel() {
            let is_common = !kept_somewhere.contains(&rule);
            assert_eq!(rule.is_common_to_all_archs(), is_common, "{rule:?}");
        }
    }
}

/// Every view of the violations has the broken rules and no other.
#[test]
fn violations_are_the_broken_rules() {
    let two = configuration("arch = \"9.0\", threads = 100, regs = 256").check();
    let broken = [Rule::PartialWarp, Rule::RegistersPerThread];
    assert!(two.iter().eq(broken));
    for rule in Rule::ALL {
        assert_eq!(two.contains(rule), broken.contains(&rule), "{rule:?}");
    }
    assert_eq!(format!("{two:?}"), "[PartialWarp, RegistersPerThread]");
}

/// A board of 132 SMs with limits of its own.
fn own_board(change: fn(&mut MultiprocessorLimits)) -> [Arch; 1] {
    let mut limits = SM_90.limits();
    change(&mut limits);
    let own = Multiprocessor::try_new(limits).expect("limits that go together");
    [Device::new("a board", Box::leak(Box::new(own)), 132).arch()]
}

/// A GPU of the program without clusters has none, whatever size it states beside.
#[test]
fn no_cluster_is_resident_where_there_are_none() {
    let kernel = Kernel::new((128, 1, 1), 32).with_cluster_dim(Some((2, 1, 1)));
    let bound = |archs: [Arch; 1]| {
        let configuration = Configuration::new(&archs, kernel);
        let is_refused = configuration.check().contains(Rule::ClusterUnsupported);
        let bound = configuration.resident_clusters_at_most(&archs[0]);
        (bound, is_refused)
    };
    // 16 blocks of 4 warps on each of 132 SMs, two a cluster.
    assert_eq!(bound(own_board(|_| {})), (Some(1_056), false));
    let without = own_board(|limits| {
        limits.max_portable_cluster_size = 0;
        limits.max_cluster_size = Some(16);
    });
    assert_eq!(bound(without), (None, true));
}

/// A thread uses one register at least, however few an SM has: here, 32 warps of 256, which is half of what fits
/// otherwise.
#[test]
fn no_register_is_one_too_many_where_there_is_one() {
    let archs = own_board(|limits| {
        limits.registers_per_sm = 8_192;
        limits.registers_per_block = 8_192;
    });
    let fires = |registers| {
        let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), registers));
        Lint::RegisterCliff.fires(&configuration)
    };
    assert_eq!([1, 8, 9].map(fires), [false, false, true]);
}

/// The limit in the message for a value out of range is the one that holds: the next number is refused at the argument.
#[test]
fn a_limit_that_is_told_holds_for_every_number_above() {
    let base = configuration(
        "arch = \"h100\", threads = 256, regs = 32, elements = 1, tile(m = 64, n = 64, k = 64)",
    );
    let mut held = 0;
    for argument in Arguments::ALL.iter().filter(|one| one.is_integer()) {
        let message = base.over_range(argument, Axis::X, &"9".repeat(30));
        let (_, told) = message.as_str().split_once("it is at most ").unwrap();
        let (number, _) = told.split_at(
            told.find(|c: char| c != ',' && !c.is_ascii_digit())
                .unwrap(),
        );
        let most: u64 = number.replace(',', "").parse().unwrap();
        // The base has a GPU of NVIDIA alone.
        if most < argument.most() && !matches!(argument, Argument::Vgprs | Argument::Sgprs) {
            held += 1;
            let over = base.with_integer(argument, most + 1);
            let is_blamed = |rule: Rule| rule.argument(&over) == argument;
            assert!(over.check().iter().any(is_blamed), "{argument:?}: {told}");
        }
    }
    assert!(held > 5, "{held}");
}
