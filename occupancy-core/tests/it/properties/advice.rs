//! Every advised change keeps the rule and breaks no other, and there is one wherever an author can use it.

use occupancy_core::{
    Arch, Configuration, Grid, Kernel, Lint, Rule,
    kernel::{Argument, Change},
    rules::{MARGINS, advice, change, margin},
};

use super::rules::exchanged;
use crate::any_configuration::{for_random, multiprocessors};
use crate::arguments::{configuration, describe, with};
use crate::common::{MADE_UP, arch, block, blocks, ratio};
use crate::program::assert_helps;

/// The rules that `configuration` breaks after `change`.
fn rules_after(configuration: &Configuration<'_>, change: Change) -> Vec<Rule> {
    // A device is advised in place of the first GPU that is named by its compute capability.
    let mut archs = configuration.archs.to_vec();
    if let Change::Device(device) = change {
        let replaced = archs
            .iter_mut()
            .find(|arch| arch.sm_count().is_none())
            .expect("a GPU without an SM count");
        assert_eq!(replaced.multiprocessor(), device.multiprocessor());
        *replaced = Arch::Device(device);
    }
    let mut changed: Configuration<'_> = change.apply(configuration);
    changed.archs = &archs;
    changed.check().iter().collect()
}

/// Asserts that no rule is broken that was not before.
fn assert_no_new_rule(before: &Configuration<'_>, after: &[Rule], about: &dyn Fn() -> String) {
    let before = before.check();
    let new = after.iter().find(|&&rule| !before.contains(rule));
    assert_eq!(new, None, "breaks another rule, {}", about());
}

/// Asserts of every advice for every violation that it keeps the rule, breaks no other, and is in the message. Returns the
/// broken rules for which there is none.
fn assert_advice(configuration: &Configuration<'_>) -> Vec<Rule> {
    let mut without = Vec::new();
    assert!(configuration.faults().is_none_or(|faults| !faults.is_cut()));
    for rule in configuration.check().iter() {
        let message = configuration.message(rule);
        assert_message(rule, message.as_str());
        assert_helps(configuration, rule);
        let advice = advice(configuration, rule);
        if advice.as_slice().is_empty() {
            let is_of_cluster = OF_CLUSTERS.contains(&rule);
            assert!(!is_of_cluster, "{rule:?}: {}", describe(configuration));
            without.push(rule);
        }
        for &(advised, _) in advice.as_slice() {
            let written = change(advised);
            let stated = describe(configuration);
            let about = || format!("`{written}` for {rule:?}: {stated}: {message}");
            let after = rules_after(configuration, advised);
            assert!(!after.contains(&rule), "is no help, {}", about());
            assert_no_new_rule(configuration, &after, &about);
            assert!(!written.is_cut(), "{}", about());
            let is_said = message.as_str().contains(written.as_str());
            assert!(is_said, "not in the message, {}", about());
            assert_decimal(advised);
        }
        assert_overrides(configuration, rule, message.as_str());
    }
    without
}

/// The rules for which leaving the cluster out is always a help.
const OF_CLUSTERS: [Rule; 5] = [
    Rule::ClusterUnsupported,
    Rule::EmptyCluster,
    Rule::ClusterSize,
    Rule::ResidentCluster,
    Rule::ClusterGrid,
];

/// Asserts that a message is whole, and has its code, a headline, and no space at the end of a line.
fn assert_message(rule: Rule, message: &str) {
    let code = format!("[{}] ", rule.code());
    let headline = message
        .strip_prefix(&code)
        .and_then(|rest| rest.lines().next());
    assert!(headline.is_some_and(|words| words.len() > 10), "{message}");
    assert!(message.len() < 2048, "cut: {message}");
    let lines = message.split('\n').map(str::trim_end);
    assert!(lines.eq(message.trim_end().split('\n')), "{message:?}");
}

/// Asserts that each `on("NAME", …)` of a message is for a GPU of the list, which by itself then keeps this rule, and every
/// rule that it keeps with the values of all.
fn assert_overrides(configuration: &Configuration<'_>, rule: Rule, message: &str) {
    for (at, begin) in message.match_indices("on(\"") {
        let (_, rest) = message.split_at(at + begin.len());
        let (name, rest) = rest.split_once("\", ").expect("a name");
        let written = match rest.split_once("), on(") {
            Some((written, _)) => written,
            None => rest.split_once(")`").expect("an end").0,
        };
        if written.starts_with("hides(") {
            continue;
        }
        let mut archs = configuration.archs.iter();
        let found = archs.find(|arch| arch.short_name() == name || Arch::find(name) == Ok(**arch));
        let alone = [*found.unwrap_or_else(|| panic!("`{name}` is not in the list: {message}"))];
        let own = configuration.with_archs(&alone);
        let after: Vec<Rule> = with(&own, written).check().iter().collect();
        let stated = describe(configuration);
        let about = || format!("`{written}` on {name}: {message}\n{stated}");
        assert!(!after.contains(&rule), "is no help, {}", about());
        assert_no_new_rule(&own, &after, &about);
    }
}

/// Asserts that an advised ratio is exactly the decimal that the message has.
fn assert_decimal(advised: Change) {
    if let Change::Ratio(_, asked) = advised {
        let written = change(advised).to_string();
        let decimal = written.rsplit(' ').next().expect("a value");
        let (whole, fraction) = decimal.split_once('.').expect("a decimal");
        let digits: u64 = format!("{whole}{fraction:0<4}").parse().expect("digits");
        assert_eq!(ratio(digits, 10_000), asked, "{written}");
    }
}

/// Asserts that the rule is broken, and that its advice exists and holds.
fn assert_advised(rule: Rule, configuration: &Configuration<'_>) {
    let about = format!("{rule:?}: {}", describe(configuration));
    assert!(configuration.check().contains(rule), "is kept: {about}");
    let without = assert_advice(configuration);
    assert!(!without.contains(&rule), "no advice, {about}");
}

/// Two rules have no help: no argument states virtual resources, and nothing is known of no GPU. A configuration that breaks
/// several rules may have none.
#[test]
fn for_each_row_of_the_rules() {
    let rows = crate::rules::rows().map(|(_, arguments)| arguments);
    // Compiled code has to be compiled again, and nothing makes 99 blocks fit.
    let is_left_out = |row: &&str| row.contains("code_") || row.contains("min_blocks = 99");
    for arguments in rows.filter(|row| !is_left_out(row)) {
        let configuration = configuration(arguments);
        let without = assert_advice(&configuration);
        let violations = configuration.check();
        if violations.len() == 1 {
            let mut helpless = violations
                .iter()
                .filter(|rule| matches!(rule, Rule::VirtualResources | Rule::NoArch));
            assert_eq!(without.first().copied(), helpless.next(), "{arguments}");
        }
    }
}

/// Every block along x with a partial warp, and blocks of two and three dimensions.
#[test]
fn for_partial_warps() {
    let [wide, narrow] = MADE_UP.each_ref().map(Arch::Multiprocessor);
    let h100 = arch("h100");
    let lists: [(&[Arch], u64); 4] = [
        (&[h100], 32),
        (&[wide], 64),
        (&[narrow], 16),
        (&[narrow, h100, wide], 64),
    ];
    for (archs, lanes) in lists {
        let along_x = (1..=800).map(|threads| (threads, 1, 1));
        let others = (1..=20).flat_map(|x| (1..=12).flat_map(move |y| [(x, y, 1), (x, y, 3)]));
        for dims in along_x.chain(others) {
            let kernel = Kernel::new(dims, 32);
            let configuration = Configuration::new(archs, kernel);
            let is_partial = !kernel.threads_per_block().is_multiple_of(lanes);
            let is_broken = configuration.check().contains(Rule::PartialWarp);
            assert_eq!(is_broken, is_partial, "{dims:?} {lanes}");
            if is_partial {
                assert_advised(Rule::PartialWarp, &configuration);
            }
        }
    }
}

#[test]
fn for_wasted_waves() {
    for name in ["tx1", "rtx4090", "h100"] {
        let archs = [arch(name)];
        let full =
            archs[0].sm_count().unwrap() * blocks(archs[0].multiprocessor(), &block(256, 40));
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
                    assert_advised(Rule::TailEfficiency, &configuration);
                }
            }
        }
    }
}

/// A device of the compute capability has an SM count and meets the demand, also if one of two GPUs has none, or both.
#[test]
fn for_tail_efficiency_without_a_device() {
    let all = multiprocessors().filter(|sm| !MADE_UP.contains(sm));
    let alone = all.map(|sm| vec![Arch::Multiprocessor(sm)]);
    let lists = [["sm_90", "sm_80"], ["h100", "sm_80"], ["sm_90", "a100"]];
    for archs in alone.chain(lists.map(|names| names.map(arch).to_vec())) {
        for grid in [1, 132, 133, 528, 100_000, 1_000_000] {
            let configuration = Configuration::new(&archs, block(256, 32))
                .with_grid(Some(Grid::Blocks((grid, 1, 1))))
                .with_tail_efficiency(Some(ratio(9, 10)));
            if archs.len() == 1 || grid == 1_000_000 {
                assert_advised(Rule::TailWithoutDevice, &configuration);
            }
        }
    }
}

fn assert_margins(configuration: &Configuration<'_>) {
    let before = configuration.check();
    for arch in configuration.archs {
        let sm = arch.multiprocessor();
        let resident = blocks(sm, &configuration.kernel);
        for argument in MARGINS {
            let next = margin(configuration, arch, argument).more;
            let about = || format!("{next:?} of {}", describe(configuration));
            if let Some(change) = next {
                let after = blocks(sm, &change.apply(configuration).kernel);
                assert!(after > resident, "{}", about());
                assert_no_new_rule(configuration, &rules_after(configuration, change), &about);
            }
            // Without GPUs, there is no rule to keep.
            let free = configuration.with_archs(&[]);
            let nearest = margin(&free, arch, argument).more;
            let is_taken = |change: &Change| {
                let mut after = rules_after(configuration, *change).into_iter();
                after.all(|rule| before.contains(rule))
            };
            // Registers that follow need the GPUs.
            let is_free = configuration.auto_registers.is_none();
            if is_free && nearest.as_ref().is_none_or(is_taken) {
                assert_eq!(next, nearest, "{}", about());
            }
            if let (Argument::Threads, (x, 1, 1)) = (argument, configuration.kernel.block_dim) {
                let (lanes, most) = (sm.warp_size(), sm.max_threads_per_block());
                let warps = (1..x.min(most + lanes).div_ceil(lanes)).rev();
                let mut smaller = warps.map(|warps| Change::Threads((lanes * warps, 1, 1)));
                let nearest = smaller.find(|change| {
                    let kernel = change.apply(configuration).kernel;
                    kernel.dynamic_shared_memory != u32::MAX
                        && blocks(sm, &kernel) > resident
                        && is_taken(change)
                });
                assert_eq!(next, nearest, "{}", about());
            }
        }
    }
}

/// The configurations that the help of a warning suggests, in arguments or in numbers of blocks.
fn suggested<'a>(configuration: &Configuration<'a>, message: &str) -> Vec<Configuration<'a>> {
    let Some((_, help)) = message.split_once("help: ") else {
        return Vec::new();
    };
    if let Some(blocks) = help.strip_prefix("full waves are ") {
        let numbers = blocks.split(' ').map(|word| word.replace(',', ""));
        let grids = numbers.filter_map(|number| {
            let blocks: u32 = number.parse().ok()?;
            // It leaves y and z as they are, or is all along x.
            let dims = match configuration.grid {
                Some(Grid::Blocks((_, y, z))) if blocks.is_multiple_of(y * z) => {
                    (blocks / (y * z), y, z)
                }
                _ => (blocks, 1, 1),
            };
            Some(configuration.with_grid(Some(Grid::Blocks(dims))))
        });
        return grids.collect();
    }
    // The others only silence the warning, or are no arguments.
    let arguments = help.split('`').skip(1).step_by(2);
    arguments
        .filter(|argument| argument.contains(" = "))
        .map(|argument| with(configuration, argument))
        .collect()
}

fn assert_lints(configuration: &Configuration<'_>) {
    for lint in Lint::ALL {
        let message = configuration.advise(lint);
        let fires = lint.fires(configuration);
        assert_eq!(message.is_some(), fires, "{}", describe(configuration));
        let Some(message) = message else {
            continue;
        };
        assert_message(lint.rule(), message.as_str());
        for suggested in suggested(configuration, message.as_str()) {
            let after: Vec<Rule> = suggested.check().iter().collect();
            let about = || format!("{message}\n{}", describe(configuration));
            assert_no_new_rule(configuration, &after, &about);
        }
    }
}

/// The configuration after taking the first advice for its first fault, as often as there is one.
fn mended(mut configuration: Configuration<'_>) -> Configuration<'_> {
    for _ in 0..8 {
        let violations = configuration.check();
        let Some(first) = violations.iter().next() else {
            break;
        };
        match advice(&configuration, first).as_slice() {
            [(Change::Device(_), _), ..] | [] => break,
            [(change, _), ..] => configuration = change.apply(&configuration),
        }
    }
    configuration
}

/// For configurations that pass, and for those that do not.
#[test]
fn any_advice_holds() {
    let mut fired = [0; Lint::ALL.len()];
    for_random(2_000, |random| {
        let configuration = random.configuration();
        assert_advice(&configuration);
        let mut left = configuration;
        (left.auto_registers, left.auto_vgprs) = (Some(0), Some(0));
        let left = left.with_min_blocks(random.mostly(0..=8));
        assert_advice(&left);
        for configuration in [configuration, mended(configuration), mended(left)] {
            assert_margins(&configuration);
            assert_lints(&configuration);
            for lint in Lint::ALL {
                fired[lint as usize] += u32::from(lint.fires(&configuration));
            }
        }
    });
    for lint in Lint::ALL {
        let is_asked = fired[lint as usize] > 2 || lint.rule().concerns_compiled_kernel();
        assert!(is_asked, "{lint:?} rarely fires: {fired:?}");
    }
}

/// The configuration, changed so that a search along one argument can mend it: the block is along x, and neither it nor the
/// grid is empty; a compiler can work with the registers; some number of items per thread covers the elements; and there is
/// no demand on the tail, which can rise and fall with any argument, or on a grid that is resident at once, which one axis of
/// several cannot meet.
fn plain(mut configuration: Configuration<'_>) -> Configuration<'_> {
    configuration.kernel.block_dim = (configuration.kernel.block_dim.0.max(1), 1, 1);
    let kernel = &mut configuration.kernel;
    kernel.registers_per_thread = kernel.registers_per_thread.max(16);
    kernel.vgprs = kernel.vgprs.max(16);
    configuration.kernel.virtual_resources = 0;
    match &mut configuration.grid {
        Some(Grid::Elements(elements)) => {
            // On AMD, items per thread cover 2^43 at least, and none if several threads work on each.
            let is_shared = configuration.threads_per_item > 1;
            *elements = (*elements).clamp(1, if is_shared { 1 << 26 } else { 1 << 43 });
            // The block would decide how many clusters there are.
            configuration.kernel.cluster_dim = None;
        }
        Some(Grid::Blocks((x, _, _))) => *x = (*x).max(1),
        _ => {}
    }
    configuration.tail_efficiency = None;
    configuration.cooperative = false;
    configuration.tile = None;
    configuration
}

/// If one value of an argument passes, some value is advised in place of one that does not.
#[test]
fn any_argument_that_breaks_what_passed_has_advice() {
    let mut broken = 0;
    for_random(6_000, |random| {
        let passing = mended(plain(random.configuration()));
        let other = plain(random.configuration());
        if passing.passes() {
            for argument in Argument::ALL {
                if !matches!(argument, Argument::Arch | Argument::Cluster | Argument::Sms) {
                    let configuration = exchanged(&passing, &other, *argument);
                    broken += configuration.check().len();
                    let without = assert_advice(&configuration);
                    let stated = describe(&configuration);
                    assert_eq!(without, [], "{argument:?} has no help: {stated}");
                }
            }
        }
    });
    assert!(broken > 1_000, "{broken}");
}
