//! What is so of all rules: each reads what it says, and of a list of GPUs what is so of each alone.

use occupancy_core::{
    Arch, Configuration, Occupancy, Rule,
    kernel::{Argument, Change, LatencyDemand},
};

use super::advice::OF_CLUSTERS;
use crate::any_configuration::for_random;
use crate::arguments::describe;

/// One configuration with an argument of another, if it has it.
pub(crate) fn exchanged<'a>(
    one: &Configuration<'a>,
    other: &Configuration<'a>,
    argument: Argument,
) -> Configuration<'a> {
    let mut to = *one;
    match argument {
        Argument::Arch => to.archs = other.archs,
        Argument::Threads => to.kernel.block_dim = other.kernel.block_dim,
        Argument::Carveout => to.kernel.carveout = other.kernel.carveout,
        Argument::Cluster => to.kernel.cluster_dim = other.kernel.cluster_dim,
        Argument::Grid => to.grid = other.grid,
        Argument::Sms => to.sms = other.sms,
        Argument::MinBlocks => to.min_blocks = other.min_blocks,
        Argument::MaxBlocks => to.max_blocks = other.max_blocks,
        Argument::MinOccupancy => to.min_occupancy = other.min_occupancy,
        Argument::TailEfficiency => to.tail_efficiency = other.tail_efficiency,
        Argument::Hides => to.hides = other.hides,
        Argument::Accumulator | Argument::Problem => {
            if let (Some(tile), Some(theirs)) = (&mut to.tile, other.tile) {
                match argument {
                    Argument::Problem => tile.problem = theirs.problem,
                    _ => tile.accumulator = theirs.accumulator,
                }
            }
        }
        // Another number, and no other grid, demand or tile.
        _ => {
            if let (Some(_), Some(number)) = (one.integer(argument), other.integer(argument)) {
                return to.with_integer(argument, number);
            }
        }
    }
    to
}

/// What a rule does not read does not decide whether it is broken.
#[test]
fn rules_read_what_they_say() {
    let mut broken = [0_u32; Rule::ALL.len()];
    for_random(15_000, |random| {
        let (mut one, other) = (random.configuration(), random.configuration());
        if random.is_one_in(2) {
            // Few rules are broken at once of what passes otherwise.
            one.kernel = one.kernel.with_block_dim((256, 1, 1)).with_registers(32);
            one.hides = one.hides.or(Some(LatencyDemand::cycles(16, 1)));
        }
        if let Some(tile) = &mut one.tile {
            // Its arguments would state shared memory, too.
            tile.gives_shared_memory = false;
        }
        let before = one.check();
        for argument in Argument::ALL {
            let changed = exchanged(&one, &other, *argument);
            if changed == one {
                continue;
            }
            let after = changed.check();
            for rule in Rule::ALL {
                let reads = rule.reads(&one).union(rule.reads(&changed));
                let is_read = reads.contains(*argument)
                    // `elements` states the grid too.
                    || *argument == Argument::Grid && reads.contains(Argument::Elements)
                    || *argument == Argument::Hides && reads.meets(Argument::OF_HIDES)
                    // The same on every GPU that has clusters.
                    || rule == Rule::ClusterGrid && *argument == Argument::Arch;
                broken[rule as usize] += u32::from(after.contains(rule));
                assert!(
                    is_read || before.contains(rule) == after.contains(rule),
                    "{rule:?} {argument:?}\n{}\n{}",
                    describe(&one),
                    describe(&changed)
                );
            }
        }
    });
    for rule in Rule::ALL {
        let is_of_others = rule == Rule::NoArch || rule.concerns_compiled_kernel();
        let few = "few of these configurations break";
        assert!(
            is_of_others || broken[rule as usize] > 2,
            "{few} {rule:?}: {broken:?}"
        );
    }
}

/// Each rule once, in order, from the first of the GPUs that break it; and in any order, the same is least.
#[test]
fn any_list_of_gpus_is_reported_as_each_alone() {
    for_random(2_000, |random| {
        let configuration = random.configuration();
        let archs = configuration.archs;
        let alone = |arch: &'static Arch| configuration.with_archs(std::slice::from_ref(arch));
        let expected = Rule::ALL.into_iter().filter_map(|rule| {
            let first = archs
                .iter()
                .position(|arch| alone(arch).check().contains(rule));
            Some((rule, archs.len() - first?))
        });
        let violations = configuration.check();
        let found = violations.iter();
        let found = found.map(|rule| (rule, configuration.broken_from(rule).len()));
        assert!(found.eq(expected), "{}", describe(&configuration));

        let each = archs
            .iter()
            .filter_map(|arch| alone(arch).least_occupancy());
        let each: Vec<Occupancy> = each.collect();
        let blocks = each.iter().map(|one| one.blocks_per_sm).min();
        let ratio = each.iter().map(Occupancy::ratio).min();
        let turned: Vec<Arch> = archs.iter().rev().copied().collect();
        let least = configuration.least_occupancy();
        for list in [configuration, configuration.with_archs(&turned)] {
            let about = describe(&list);
            assert_eq!(list.least_occupancy(), least, "{about}");
            assert_eq!(list.fewest_blocks_per_sm(), blocks, "{about}");
        }
        assert_eq!(least.map(|least| least.ratio()), ratio);
        assert!(least.is_none_or(|least| each.contains(&least)));
    });
    let none = Configuration::new(&[], occupancy_core::Kernel::new((32, 1, 1), 16));
    assert_eq!(
        (none.least_occupancy(), none.fewest_blocks_per_sm()),
        (None, None)
    );
}

/// Without clusters, no rule about them is broken, and every other is as it was.
#[test]
fn a_cluster_changes_no_other_rule() {
    for_random(5_000, |random| {
        let mut configuration = random.configuration();
        configuration.kernel.cluster_dim = Some(random.cluster());
        let others = configuration
            .check()
            .iter()
            .filter(|rule| !OF_CLUSTERS.contains(rule));
        let without = Change::Without(Argument::Cluster).apply(&configuration);
        let others: Vec<Rule> = others.collect();
        assert!(
            without.check().iter().eq(others),
            "{}",
            describe(&configuration)
        );
        for arch in configuration.archs {
            let bound = configuration.resident_clusters_at_most(arch);
            assert!(bound.is_none() || without.resident_clusters_at_most(arch).is_none());
            let occupancy = Occupancy::new(arch.multiprocessor(), &configuration.kernel);
            let alone = Occupancy::new(arch.multiprocessor(), &without.kernel);
            assert_eq!(occupancy, alone, "{}", describe(&configuration));
        }
    });
}
