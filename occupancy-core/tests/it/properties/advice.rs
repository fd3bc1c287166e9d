//! Every change that is advised keeps the rule and breaks no other, and there is one wherever an
//! author can use it.

use occupancy_core::{
    Arch, ComputeCapability, Configuration, Grid, Kernel, Lint, Rule,
    gpu::MAX_GRID_DIM,
    kernel::{Argument, Arguments, Axis, Change, Tile},
    rules::{MARGINS, advice, change, margin},
};
use proptest::prelude::*;

use super::any::{any_configuration, random};
use super::messages::{describe, hold_messages};
use crate::common::{KIB, arch, block, block_with, blocks, ratio};

/// The violations of `configuration` once `change` is made.
fn rules_after(configuration: &Configuration<'_>, change: Change) -> Vec<Rule> {
    // A device is advised for the first GPU that was named by its compute capability.
    let mut archs = configuration.archs.to_vec();
    if let Change::Device(device) = change {
        let replaced = archs
            .iter_mut()
            .find(|arch| arch.sm_count().is_none())
            .expect("a GPU without an SM count");
        assert_eq!(replaced.compute_capability(), device.compute_capability());
        *replaced = Arch::Device(device);
    }
    let mut changed: Configuration<'_> = change.apply(configuration);
    changed.archs = &archs;
    changed.check().iter().collect()
}

/// Checks every advice for every violation: it keeps the rule, breaks no other, and is in the
/// message. The broken rules for which there is none are returned.
fn hold_advice(configuration: &Configuration<'_>) -> Vec<Rule> {
    let violations = configuration.check();
    let mut without = Vec::new();
    for rule in violations.iter() {
        let message = configuration.message(rule);
        let advice = advice(configuration, rule);
        if advice.as_slice().is_empty() {
            without.push(rule);
        }
        for &advised in advice.as_slice() {
            let written = change(advised);
            let about = || format!("`{written}` for {rule:?}: {}", describe(configuration));
            let after = rules_after(configuration, advised);
            assert!(
                !after.contains(&rule),
                "does not keep the rule, {}",
                about()
            );
            let new = after.iter().find(|&&rule| !violations.contains(rule));
            assert_eq!(new, None, "breaks another rule, {}", about());
            assert!(written.as_str().len() < 96, "cut, {}", about());
            assert!(
                message.as_str().contains(written.as_str()),
                "not in the message, {}: {message}",
                about()
            );
            hold_decimal(advised);
        }
        hold_overrides(configuration, rule, message.as_str());
    }
    without
}

/// Each `on("NAME", …)` of a message is for a GPU of the list, which by itself then breaks no rule that it keeps with
/// the values of all, and keeps this one.
fn hold_overrides(configuration: &Configuration<'_>, rule: Rule, message: &str) {
    for (at, begin) in message.match_indices("on(\"") {
        let (_, rest) = message.split_at(at + begin.len());
        let (name, rest) = rest.split_once("\", ").expect("a name");
        let written = match rest.split_once("), on(") {
            Some((written, _)) => written,
            None => rest.split_once(")`").expect("an end").0,
        };
        if written.starts_with("hides(") || written.starts_with("min_occupancy") {
            continue;
        }
        let mut archs = configuration.archs.iter();
        let found = archs.find(|arch| Arch::find(name) == Ok(**arch));
        let alone = [*found.unwrap_or_else(|| panic!("`{name}` is not in the list: {message}"))];
        let own = configuration.with_archs(&alone);
        let change = suggestion(written).expect("a change");
        let after = rules_after(&own, change);
        let about = || {
            format!(
                "`{written}` on {name}: {message}\n{}",
                describe(configuration)
            )
        };
        assert!(
            !after.contains(&rule),
            "does not keep the rule, {}",
            about()
        );
        let before = own.check();
        let new = after.into_iter().find(|&rule| !before.contains(rule));
        assert_eq!(new, None, "breaks another rule, {}", about());
    }
}

/// A ratio is advised as the decimal that is written, not as what is behind it.
fn hold_decimal(advised: Change) {
    if let Change::Ratio(_, asked) = advised {
        let written = change(advised).to_string();
        let decimal = written.rsplit(' ').next().expect("a value");
        let (whole, fraction) = decimal.split_once('.').expect("a decimal");
        let digits: u64 = format!("{whole}{fraction:0<4}").parse().expect("digits");
        assert_eq!(ratio(digits, 10_000), asked, "{written}");
    }
}

/// The rule is broken, and its advice exists and holds.
fn hold_advised(rule: Rule, configuration: &Configuration<'_>) {
    let violations = configuration.check();
    let about = || format!("{rule:?}: {}", describe(configuration));
    assert!(violations.contains(rule), "not broken, {}", about());
    let without = hold_advice(configuration);
    assert!(!without.contains(&rule), "no advice, {}", about());
    hold_messages(configuration);
}

#[test]
fn for_blocks_that_are_too_large() {
    for name in ["sm_53", "sm_75", "sm_86", "h100", "b200"] {
        let archs = [arch(name)];
        for registers in [16, 32, 64, 96, 128, 255] {
            for dims in [
                (1025, 1, 1),
                (2048, 1, 1),
                (64, 32, 1),
                (1024, 1024, 64),
                (u32::MAX, 1, 1),
            ] {
                let configuration = Configuration::new(&archs, Kernel::new(dims, registers));
                hold_advised(Rule::ThreadsPerBlock, &configuration);
            }
        }
    }
}

#[test]
fn for_dimensions_that_are_too_large() {
    for name in ["sm_53", "sm_86", "h100"] {
        let archs = [arch(name)];
        for dims in [
            (1, 1, 65),
            (4, 4, 128),
            (2, 1025, 1),
            (1025, 2, 1),
            (32, 1, 1024),
        ] {
            let configuration = Configuration::new(&archs, Kernel::new(dims, 32));
            hold_advised(Rule::BlockDimension, &configuration);
        }
    }
}

#[test]
fn for_empty_blocks() {
    for dims in [(0, 1, 1), (32, 0, 1), (16, 16, 0), (0, 0, 0), (1024, 0, 1)] {
        let archs = [arch("h100")];
        let configuration = Configuration::new(&archs, Kernel::new(dims, 64));
        hold_advised(Rule::EmptyBlock, &configuration);
    }
}

/// Every block along x with a partial warp, and blocks of two and three dimensions.
#[test]
fn for_partial_warps() {
    let archs = [arch("h100")];
    let along_x = (1..=1024).map(|threads| (threads, 1, 1));
    let others = (1..=20).flat_map(|x| (1..=12).flat_map(move |y| [(x, y, 1), (x, y, 3)]));
    for dims in along_x.chain(others) {
        let kernel = Kernel::new(dims, 32);
        if !kernel.threads_per_block().is_multiple_of(32) {
            hold_advised(Rule::PartialWarp, &Configuration::new(&archs, kernel));
        }
    }
}

#[test]
fn for_register_counts_that_are_illegal() {
    for name in ["sm_53", "sm_60", "h100"] {
        let archs = [arch(name)];
        for threads in [32, 128, 256, 1024] {
            for registers in [0, 256, 300, u32::MAX] {
                let configuration = Configuration::new(&archs, block(threads, registers));
                hold_advised(Rule::RegistersPerThread, &configuration);
            }
        }
    }
}

/// Every whole-warp block whose registers do not fit, on a full and on a halved register file, and
/// on the two sub-partitions of 6.0.
#[test]
fn for_register_files_that_are_too_small() {
    for name in ["sm_53", "sm_60", "h100"] {
        let archs = [arch(name)];
        for threads in (32..=1024).step_by(32) {
            for registers in (17..=255).step_by(7) {
                let configuration = Configuration::new(&archs, block(threads, registers));
                if configuration.check().contains(Rule::RegisterFile) {
                    hold_advised(Rule::RegisterFile, &configuration);
                }
            }
        }
    }
}

#[test]
fn for_shared_memory() {
    for cc in ComputeCapability::ALL {
        let archs = [Arch::ComputeCapability(cc)];
        let optin = cc.shared_memory_per_block_optin();
        for (declared, dynamic) in [
            (0, optin + 1),
            (0, 256 * KIB),
            (0, u32::MAX),
            (10_000, optin),
            (48 * KIB, optin),
            (48 * KIB, optin - 48 * KIB + 1),
        ] {
            let kernel = block_with(256, 32, dynamic).with_static_shared_memory(declared);
            hold_advised(Rule::SharedMemory, &Configuration::new(&archs, kernel));
            let default = kernel.with_shared_memory_optin(false);
            hold_advised(Rule::SharedMemory, &Configuration::new(&archs, default));
        }
        for declared in [48 * KIB + 1, 60_000, 100_000, u32::MAX] {
            let kernel = block(256, 32).with_static_shared_memory(declared);
            hold_advised(
                Rule::StaticSharedMemory,
                &Configuration::new(&archs, kernel),
            );
        }
    }
}

#[test]
fn for_barriers_and_carveouts() {
    let archs = [arch("h100"), arch("rtx4090")];
    for over in [17, 32, u32::MAX] {
        let kernel = block(256, 32).with_barriers(over);
        hold_advised(Rule::Barriers, &Configuration::new(&archs, kernel));
    }
    for over in [101, 200, u32::MAX] {
        let kernel = block_with(256, 32, 8 * KIB).with_carveout(Some(over));
        hold_advised(Rule::Carveout, &Configuration::new(&archs, kernel));
    }
}

/// Kernels that an author may well write, one or two resources near their edge.
fn ordinary_kernels() -> impl Iterator<Item = Kernel> {
    let sizes = [32, 96, 128, 256, 384, 512, 1024];
    let registers = [24, 32, 64, 72, 128];
    let shared_memory = [0, 1, 8 * KIB, 30_000, 48 * KIB];
    sizes.into_iter().flat_map(move |threads| {
        registers.into_iter().flat_map(move |registers| {
            shared_memory
                .into_iter()
                .map(move |bytes| block_with(threads, registers, bytes))
        })
    })
}

#[test]
fn for_more_resident_blocks() {
    for name in ["sm_61", "sm_75", "rtx4090", "h100"] {
        let archs = [arch(name)];
        for kernel in ordinary_kernels() {
            let resident = blocks(archs[0].compute_capability(), &kernel);
            for more in [1, 3] {
                let configuration =
                    Configuration::new(&archs, kernel).with_min_blocks(resident + more);
                if resident > 0 {
                    hold_advised(Rule::MinBlocks, &configuration);
                }
            }
        }
    }
}

#[test]
fn for_more_occupancy() {
    for name in ["sm_61", "sm_75", "rtx4090", "h100"] {
        let archs = [arch(name)];
        for kernel in ordinary_kernels() {
            for asked in [ratio(1, 2), ratio(3, 4), ratio(1, 1)] {
                let configuration = Configuration::new(&archs, kernel).with_min_occupancy(asked);
                if configuration.check().contains(Rule::MinOccupancy) {
                    hold_advised(Rule::MinOccupancy, &configuration);
                }
            }
        }
    }
}

#[test]
fn for_wasted_waves() {
    for name in ["tx1", "rtx4090", "h100"] {
        let archs = [arch(name)];
        let full =
            archs[0].sm_count().unwrap() * blocks(archs[0].compute_capability(), &block(256, 40));
        let grids = [1, full + 1, 2 * full - 3, 3 * full / 2, 40 * full + 1].map(|blocks| {
            [
                Grid::Blocks((blocks, 1, 1)),
                Grid::Blocks((blocks.div_ceil(2), 2, 1)),
                Grid::Elements(u64::from(blocks) * 256 - 5),
            ]
        });
        for grid in grids.into_iter().flatten() {
            for asked in [ratio(9, 10), ratio(99, 100), ratio(1, 1)] {
                let configuration = Configuration::new(&archs, block(256, 40))
                    .with_grid(Some(grid))
                    .with_tail_efficiency(Some(asked));
                if configuration.check().contains(Rule::TailEfficiency) {
                    hold_advised(Rule::TailEfficiency, &configuration);
                }
            }
        }
    }
}

/// The grid that is advised is the stated one cut at the limits, or has as many blocks.
fn hold_cut_or_folded(configuration: &Configuration<'_>) {
    let product = |(x, y, z)| u128::from(x) * u128::from(y) * u128::from(z);
    let Some(Grid::Blocks(dims)) = configuration.grid else {
        return;
    };
    let cut = [Axis::X, Axis::Y, Axis::Z].map(|axis| axis.of(dims).min(axis.of(MAX_GRID_DIM)));
    for &advised in advice(configuration, Rule::GridDimension).as_slice() {
        match advised {
            Change::Grid((x, y, z)) if [x, y, z] == cut => {}
            Change::Grid(folded) => assert_eq!(product(folded), product(dims), "{dims:?}"),
            other => panic!("{other:?} for a grid of {dims:?}"),
        }
    }
}

#[test]
fn for_grids() {
    let archs = [arch("h100")];
    let plain = Configuration::new(&archs, block(256, 32));
    for grid in [
        Grid::Blocks((1, 65_536, 1)),
        Grid::Blocks((1, 1, 65_536)),
        Grid::Blocks((2, 100_000, 3)),
        Grid::Blocks((1 << 31, 1, 1)),
        Grid::Blocks((u32::MAX, u32::MAX, u32::MAX)),
        Grid::Elements(256 << 31),
        Grid::Elements(1 << 45),
    ] {
        let configuration = plain.with_grid(Some(grid));
        hold_advised(Rule::GridDimension, &configuration);
        hold_cut_or_folded(&configuration);
    }
    for grid in [
        Grid::Blocks((0, 1, 1)),
        Grid::Blocks((8, 0, 0)),
        Grid::Elements(0),
    ] {
        hold_advised(Rule::EmptyGrid, &plain.with_grid(Some(grid)));
    }
    let elements = plain.with_grid(Some(Grid::Elements(1_000_000)));
    hold_advised(
        Rule::ZeroItemsPerThread,
        &elements.with_integer(Argument::ItemsPerThread, 0),
    );
}

/// What was demanded cannot be: something that is reached, or full, can.
#[test]
fn for_demands_that_make_no_sense() {
    let archs = [arch("h100")];
    for registers in [32, 64] {
        let plain = Configuration::new(&archs, block(256, registers));
        hold_advised(Rule::ZeroMinBlocks, &plain.with_min_blocks(0));
        let without_grid = plain.with_tail_efficiency(Some(ratio(9, 10)));
        hold_advised(Rule::TailWithoutGrid, &without_grid);
        for over in [ratio(11, 10), ratio(50, 1)] {
            hold_advised(Rule::MinOccupancyOverOne, &plain.with_min_occupancy(over));
            for grid in [132 * 8, 1_000] {
                let with_tail = plain
                    .with_grid(Some(Grid::Blocks((grid, 1, 1))))
                    .with_tail_efficiency(Some(over));
                hold_advised(Rule::TailEfficiencyOverOne, &with_tail);
            }
        }
    }
}

/// `arch = "sm_90"` has no SM count: a device of 9.0 has one, and keeps what was demanded.
#[test]
fn for_tail_efficiency_without_a_device() {
    for cc in ComputeCapability::ALL {
        let archs = [Arch::ComputeCapability(cc)];
        for grid in [1, 132, 133, 528, 1_000, 100_000] {
            let configuration = Configuration::new(&archs, block(256, 32))
                .with_grid(Some(Grid::Blocks((grid, 1, 1))))
                .with_tail_efficiency(Some(ratio(9, 10)));
            hold_advised(Rule::TailWithoutDevice, &configuration);
        }
    }
}

/// The same for a list of two GPUs of which both, or one, have no SM count.
#[test]
fn for_tail_efficiency_without_devices() {
    for names in [["sm_90", "sm_80"], ["h100", "sm_80"], ["sm_90", "a100"]] {
        let archs = names.map(arch);
        let configuration = Configuration::new(&archs, block(256, 32))
            .with_grid(Some(Grid::Blocks((1_000_000, 1, 1))))
            .with_tail_efficiency(Some(ratio(9, 10)));
        hold_advised(Rule::TailWithoutDevice, &configuration);
    }
}

/// Nothing can be changed: no argument states virtual resources, and nothing is known of no GPU.
#[test]
fn no_advice_where_no_argument_helps() {
    let archs = [arch("b200")];
    let kernel = block(256, 32).with_virtual_resources(129);
    let none_named = Configuration::new(&[], block(256, 32));
    for (configuration, rule) in [
        (Configuration::new(&archs, kernel), Rule::VirtualResources),
        (none_named, Rule::NoArch),
    ] {
        assert_eq!(hold_advice(&configuration), [rule]);
        assert_eq!(rule.argument(&configuration), Argument::Arch);
        hold_messages(&configuration);
    }
}

/// Every change makes one more block resident and breaks no rule, and one that is as near and breaks none is found.
#[test]
fn the_next_block_is_reached_by_the_nearest_value() {
    for cc in ComputeCapability::ALL {
        let archs = [Arch::ComputeCapability(cc)];
        for kernel in ordinary_kernels() {
            hold_next_blocks(&Configuration::new(&archs, kernel));
            let declared = kernel.with_static_shared_memory(20_000).with_barriers(9);
            hold_next_blocks(&Configuration::new(&archs, declared));
        }
    }
}

/// A tile needs its registers and its operands, and `max_blocks` refuses another block.
#[test]
fn no_next_block_breaks_a_rule() {
    let archs = [arch("h100")];
    let mut tile = Tile::new(128, 256, 64);
    (tile.stages, tile.a_bytes, tile.b_bytes) = (3, 2, 2);
    let kernel = block_with(256, 128, 147_456);
    let configuration = Configuration::new(&archs, kernel);
    let next = |configuration: &Configuration<'_>| {
        MARGINS.map(|argument| margin(configuration, &archs[0], argument).more)
    };
    let bytes = Change::Integer(Argument::DynamicSharedMemory, 115_712);
    assert_eq!(next(&configuration)[2], Some(bytes));
    assert_eq!(next(&configuration.with_tile(Some(tile))), [None; 5]);
    assert_eq!(
        next(&configuration.with_integer(Argument::MaxBlocks, 1)),
        [None; 5]
    );
}

fn hold_next_blocks(configuration: &Configuration<'_>) {
    let before = configuration.check();
    for arch in configuration.archs {
        let cc = arch.compute_capability();
        let resident = blocks(cc, &configuration.kernel);
        for argument in MARGINS {
            let next = margin(configuration, arch, argument).more;
            let about = || format!("{next:?} of {}", describe(configuration));
            if let Some(change) = next {
                let after = blocks(cc, &change.apply(configuration).kernel);
                assert!(after > resident, "{}", about());
                let mut after = rules_after(configuration, change).into_iter();
                assert!(after.all(|rule| before.contains(rule)), "{}", about());
            }
            // Without GPUs, there is no rule to keep.
            let free = configuration.with_archs(&[]);
            let nearest = margin(&free, arch, argument).more;
            let is_taken = |change: &Change| {
                let mut after = rules_after(configuration, *change).into_iter();
                after.all(|rule| before.contains(rule))
            };
            if nearest.as_ref().is_none_or(is_taken) {
                assert_eq!(next, nearest, "{}", about());
            }
        }
    }
}

/// What a warning writes in its help, as changes: in the attribute's words, or as numbers of blocks.
fn suggested(configuration: &Configuration<'_>, message: &str) -> Vec<Change> {
    let Some((_, help)) = message.split_once("help: ") else {
        return Vec::new();
    };
    if let Some(blocks) = help.strip_prefix("full waves are ") {
        let blocks = blocks
            .trim_end_matches(" blocks")
            .trim_end_matches(" block");
        let blocks = blocks.split(" or ").map(|blocks| blocks.replace(',', ""));
        return blocks
            .map(|blocks| grid_of(configuration, blocks.parse().expect("a number of blocks")))
            .collect();
    }
    let written = help.split('`').skip(1).step_by(2);
    written.filter_map(suggestion).collect()
}

/// The grid with so many blocks that leaves y and z as they are, or that is all along x.
fn grid_of(configuration: &Configuration<'_>, blocks: u32) -> Change {
    match configuration.grid {
        Some(Grid::Blocks((_, y, z))) if blocks.is_multiple_of(y * z) => {
            Change::Grid((blocks / (y * z), y, z))
        }
        _ => Change::Grid((blocks, 1, 1)),
    }
}

/// The change that is written; `None` for what only silences the warning or is done elsewhere.
fn suggestion(written: &str) -> Option<Change> {
    let Some((name, value)) = written.split_once(" = ") else {
        let silences = ["allow(", "intent", "cudaLimitStackSize", "-rdc"];
        assert!(
            silences.iter().any(|begin| written.starts_with(begin)),
            "`{written}` is not a change that this test knows"
        );
        return None;
    };
    if let Some(argument) = Arguments::ALL
        .iter()
        .find(|one| one.is_integer() && one.key() == name)
    {
        let value = value.split_once(',').map_or(value, |(value, _)| value);
        if let Some((_, bytes)) = written.split_once("smem = ")
            && argument == Argument::Registers
        {
            let (registers, bytes) = (value.parse(), bytes.parse());
            let (registers, bytes) = (registers.expect("registers"), bytes.expect("bytes"));
            return Some(Change::RegistersAndDynamicSharedMemory(registers, bytes));
        }
        return Some(Change::Integer(
            argument,
            value.parse().expect("an integer"),
        ));
    }
    let mut extents = value
        .trim_matches(['(', ')'])
        .split(", ")
        .map(|axis| axis.parse().expect("an extent"));
    let mut next = || extents.next().unwrap_or(1);
    let dims = (next(), next(), next());
    Some(match name {
        "threads" => Change::Threads(dims),
        "cluster" => Change::Cluster(dims),
        _ => panic!("`{written}` is not a change that this test knows"),
    })
}

fn hold_lints(configuration: &Configuration<'_>) {
    let before = configuration.check();
    for lint in Lint::ALL {
        let Some(message) = configuration.advise(lint) else {
            continue;
        };
        for change in suggested(configuration, message.as_str()) {
            let after = rules_after(configuration, change);
            let new = after.into_iter().find(|&rule| !before.contains(rule));
            assert_eq!(
                new,
                None,
                "{change:?} of {}\n{message}",
                describe(configuration)
            );
        }
    }
}

/// The configuration with the first advice for its first fault, until nothing is left to be advised.
fn mended(mut configuration: Configuration<'_>) -> Configuration<'_> {
    for _ in 0..8 {
        let violations = configuration.check();
        let Some(first) = violations.iter().next() else {
            break;
        };
        match advice(&configuration, first).as_slice() {
            [Change::Device(_), ..] | [] => break,
            [change, ..] => configuration = change.apply(&configuration),
        }
    }
    configuration
}

/// Two GPUs hold different numbers of blocks: what is demanded of both is what both hold.
#[test]
fn no_warning_suggests_what_another_gpu_refuses() {
    let archs = [arch("h100"), arch("t4")];
    let configuration = Configuration::new(&archs, block(256, 32)).with_min_blocks(2);
    let message = configuration
        .advise(Lint::MoreBlocksFit)
        .expect("it fires")
        .to_string();
    assert!(message.contains("4 fit on one SM of Tesla T4"), "{message}");
    hold_lints(&configuration);
    assert!(!Lint::MoreBlocksFit.fires(&configuration.with_min_blocks(4)));
}

#[test]
fn no_warning_suggests_fewer_registers_than_a_tile_takes() {
    let archs = [arch("h100")];
    let mut tile = Tile::new(128, 128, 32);
    tile.extra_registers = 1;
    let kernel = block_with(128, 129, 32 * KIB);
    let configuration = Configuration::new(&archs, kernel);
    assert!(Lint::RegisterCliff.fires(&configuration));
    assert!(!Lint::RegisterCliff.fires(&configuration.with_tile(Some(tile))));
    assert!(!Lint::RegisterCliff.fires(&configuration.with_integer(Argument::MaxBlocks, 3)));
}

/// Of 132 SMs with 4 blocks each, a wave is 528 blocks, which clusters of 16 divide and clusters of 7 do not.
#[test]
fn no_warning_suggests_a_grid_that_cannot_launch() {
    let archs = [arch("h100")];
    let help = |grid, cluster| {
        let configuration =
            Configuration::new(&archs, block(256, 64).with_cluster_dim(Some(cluster)))
                .with_grid(Some(Grid::Blocks(grid)));
        hold_lints(&configuration);
        let message = configuration
            .advise(Lint::LastWave)
            .expect("it fires")
            .to_string();
        let help = message
            .split_once("help: ")
            .map(|(_, help)| help.to_owned());
        help.unwrap_or_default()
    };
    assert_eq!(
        help((560, 1, 1), (16, 1, 1)),
        "full waves are 528 or 1,056 blocks"
    );
    assert_eq!(
        help((280, 2, 1), (2, 2, 1)),
        "full waves are 528 or 1,056 blocks"
    );
    assert_eq!(help((560, 1, 1), (7, 1, 1)), "");
    assert_eq!(help((1106, 1, 1), (7, 1, 1)), "");
}

proptest! {
    #![proptest_config(random(1_000))]

    #[test]
    fn any_advice_holds(stated in any_configuration()) {
        let configuration = stated.configuration();
        hold_advice(&configuration);
        hold_messages(&configuration);
    }

    /// Of configurations that pass, and of those that do not.
    #[test]
    fn any_suggestion_holds(stated in any_configuration()) {
        let configuration = stated.configuration();
        for configuration in [configuration, mended(configuration)] {
            hold_next_blocks(&configuration);
            hold_lints(&configuration);
        }
    }

    /// A value that passes exists, for one did: some value is advised.
    #[test]
    fn any_argument_that_breaks_what_passed_has_advice(
        passing in any_configuration(),
        other in any_configuration(),
    ) {
        let passing = passing.plain();
        if passing.configuration().check().is_empty() {
            for broken in passing.with_one_argument_of(&other.plain()) {
                let configuration = broken.configuration();
                prop_assert_eq!(hold_advice(&configuration), [], "{}", describe(&configuration));
            }
        }
    }
}
