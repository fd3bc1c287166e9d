//! Properties of all rules: each reads the arguments that its row names, and finds on a list of GPUs what it finds on each
//! alone.

use occupancy_core::{
    Arch, Compiled, Configuration, Occupancy, Rule,
    gpu::Vendor,
    kernel::{Argument, LatencyDemand},
};

use crate::any_configuration::for_random;
use crate::arguments::{describe, target};

/// A configuration with one argument of another, if that has it.
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
        Argument::Setmaxnreg => to.setmaxnreg = other.setmaxnreg,
        Argument::Grid => to.grid = other.grid,
        Argument::Sms => to.sms = other.sms,
        Argument::MinBlocks => to.min_blocks = other.min_blocks,
        Argument::MaxBlocks => to.max_blocks = other.max_blocks,
        Argument::MinOccupancy => to.min_occupancy = other.min_occupancy,
        Argument::TailEfficiency => to.tail_efficiency = other.tail_efficiency,
        Argument::Hides => to.hides = other.hides,
        Argument::Wait => {
            if let (Some(demand), Some(theirs)) = (&mut to.hides, other.hides) {
                demand.wait = theirs.wait;
            }
        }
        Argument::Accumulator | Argument::Problem => {
            if let (Some(tile), Some(theirs)) = (&mut to.tile, other.tile) {
                match argument {
                    Argument::Problem => tile.problem = theirs.problem,
                    _ => tile.accumulator = theirs.accumulator,
                }
            }
        }
        // Numbers are exchanged only where both state one: no grid, demand or tile appears.
        _ => {
            if let (Some(_), Some(number)) = (one.integer(argument), other.integer(argument)) {
                return to.with_integer(argument, number);
            }
        }
    }
    to
}

/// An argument that a rule does not read does not decide whether it is broken.
#[test]
fn rules_read_what_they_say() {
    let mut broken = [0_u32; Rule::ALL.len()];
    for_random(15_000, |random| {
        let (mut one, other) = (random.configuration(), random.configuration());
        if random.is_one_in(2) {
            // Such a configuration breaks few rules at once.
            one.kernel = one
                .kernel
                .with_block_dim((256, 1, 1))
                .with_registers(32)
                .with_vgprs(32);
            one.hides = one.hides.or(Some(LatencyDemand::cycles(16, 1)));
        }
        if let Some(tile) = &mut one.tile {
            // Otherwise, its arguments would state shared memory, too.
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
                    // It is the same on every GPU that has clusters.
                    || rule == Rule::ClusterGrid && *argument == Argument::Arch;
                broken[rule as usize] += u32::from(after.contains(rule));
                let is_kept = before.contains(rule) == after.contains(rule);
                let about = || format!("{}\n{}", describe(&one), describe(&changed));
                assert!(
                    is_read || is_kept,
                    "{rule:?} reads {argument:?}\n{}",
                    about()
                );
            }
        }
    });
    for rule in Rule::ALL {
        let is_of_others = rule == Rule::NoArch || rule.concerns_compiled_kernel();
        let is_broken = broken[rule as usize] > 2;
        assert!(
            is_of_others || is_broken,
            "configurations rarely break {rule:?}: {broken:?}"
        );
    }
}

/// A list has each broken rule once, in order, from the first GPU that breaks it; and in any order, it has the same least
/// occupancy.
#[test]
fn any_list_of_gpus_is_reported_as_each_alone() {
    for_random(2_000, |random| {
        let configuration = random.configuration();
        let archs = configuration.archs;
        let alone = |arch: &'static Arch| configuration.with_archs(std::slice::from_ref(arch));
        let expected = Rule::ALL.into_iter().filter_map(|rule| {
            let breaks = |arch| alone(arch).check().contains(rule);
            Some((rule, archs.len() - archs.iter().position(breaks)?))
        });
        let violations = configuration.check().iter();
        let found = violations.map(|rule| (rule, configuration.broken_from(rule).len()));
        let (found, expected): (Vec<_>, Vec<_>) = (found.collect(), expected.collect());
        assert_eq!(found, expected, "{}", describe(&configuration));

        let each: Vec<Occupancy> = archs
            .iter()
            .filter_map(|arch| alone(arch).least_occupancy())
            .collect();
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
    assert!(none.least_occupancy().is_none() && none.fewest_blocks_per_sm().is_none());
}

/// What a code object states is judged as if the author had stated it, and more than is declared breaks a promise.
#[test]
fn figures_of_a_code_object_are_judged_as_stated_numbers_are() {
    let mut judged = 0;
    for_random(1_000, |random| {
        let mut configuration = random.configuration();
        let is_of_amd = |arch: &&Arch| arch.multiprocessor().vendor() == Vendor::Amd;
        let Some(arch) = configuration.archs.iter().find(is_of_amd) else {
            return;
        };
        let sm = arch.multiprocessor();
        let Some(digits) = sm.targets()[0].strip_prefix("gfx") else {
            return;
        };
        configuration.kernel.static_shared_memory %= 32 * 1024;
        let archs = [*arch];
        let configuration = configuration.with_archs(&archs);
        let kernel = configuration.kernel;
        let (version, suffix) = target(digits);
        let mut code = Compiled::code_object("k", version, suffix);
        (code.vgprs, code.sgprs) = (Some(kernel.vgprs), Some(kernel.sgprs));
        code.static_shared_memory = Some(kernel.static_shared_memory);
        code.wavefront_size = Some(sm.warp_size());
        let stated = configuration.check();
        let with = |code: Compiled<'_>| {
            let codes = [code];
            configuration.with_compiled(&codes).check()
        };
        assert_eq!(with(code), stated, "{configuration:?}");
        code.vgprs = Some(kernel.vgprs.saturating_add(1));
        code.static_shared_memory = Some(kernel.static_shared_memory + 1);
        let broken = with(code);
        assert!(kernel.vgprs == u32::MAX || broken.contains(Rule::CompiledRegisters));
        assert!(broken.contains(Rule::CompiledStaticSharedMemory));
        assert!(stated.iter().all(|rule| broken.contains(rule)));
        judged += 1;
    });
    assert!(judged > 100, "{judged}");
}
