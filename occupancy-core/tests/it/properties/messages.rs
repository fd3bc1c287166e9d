//! Messages are whole, and each rule is reported once.

use occupancy_core::{Arch, Configuration, Occupancy, Resource, Rule, rules::limit_details};
use proptest::prelude::*;

use super::any::{any_configuration, random};

/// A configuration in a line: what a failing test prints.
pub(crate) fn describe(configuration: &Configuration<'_>) -> String {
    let archs: Vec<String> = configuration
        .archs
        .iter()
        .map(|arch| describe_arch(*arch))
        .collect();
    let demands = (
        configuration.min_blocks,
        configuration.max_blocks,
        configuration.hides,
        configuration.tile,
        configuration.min_occupancy,
        configuration.tail_efficiency,
        configuration.partial_warp_allowed,
    );
    format!(
        "on {archs:?} {:?}, grid {:?} of {} items a thread, demands {demands:?}",
        configuration.kernel, configuration.grid, configuration.items_per_thread
    )
}

fn describe_arch(arch: Arch) -> String {
    let cc = arch.compute_capability().name();
    match arch.sm_count() {
        Some(sm_count) => format!("{} ({sm_count} SMs of {cc})", arch.name()),
        None => cc.to_owned(),
    }
}

/// Every message: whole, with its code, a headline, and no space at the end of a line.
pub(crate) fn hold_messages(configuration: &Configuration<'_>) {
    for rule in configuration.check().iter() {
        let message = configuration.message(rule);
        let text = message.as_str();
        assert!(text.len() < 2048, "cut: {text}");
        let code = format!("[{}] ", rule.code());
        let headline = text
            .lines()
            .next()
            .and_then(|line| line.strip_prefix(&code));
        assert!(
            headline.is_some_and(|words| words.len() > 10),
            "no headline: {text:?}, {}",
            describe(configuration)
        );
        assert!(
            text.lines().all(|line| line == line.trim_end()),
            "a line ends in a space: {text:?}"
        );
        assert!(!text.ends_with('\n'), "ends in an empty line: {text:?}");
        assert!(!rule.argument(configuration).key().is_empty());
    }
    for arch in configuration.archs {
        let Ok(occupancy) = Occupancy::new(arch.compute_capability(), &configuration.kernel) else {
            continue;
        };
        for resource in Resource::ALL {
            let figures = limit_details(&occupancy, configuration, arch, resource);
            assert!(figures.as_str().len() < 128, "cut: {figures}");
        }
        assert!(occupancy.binding().to_string().len() < 80);
    }
}

proptest! {
    #![proptest_config(random(2_000))]

    /// Each rule once, in order, with the first of the GPUs that break it.
    #[test]
    fn any_list_of_gpus_is_reported_as_each_alone(stated in any_configuration()) {
        let configuration = stated.configuration();
        let mut expected = Vec::new();
        for rule in Rule::ALL {
            let alone = |index: usize| {
                let mut alone = configuration;
                alone.archs = &configuration.archs[index..=index];
                alone.check().contains(rule)
            };
            let breaking: Vec<usize> = (0..stated.archs.len()).filter(|&index| alone(index)).collect();
            if let Some(&first) = breaking.first() {
                expected.push((rule, Some(first)));
            }
        }
        let found: Vec<_> = configuration
            .check()
            .iter()
            .map(|rule| {
                let broken = configuration.broken_from(rule).len();
                (rule, configuration.archs.len().checked_sub(broken))
            })
            .collect();
        prop_assert_eq!(found, expected, "{}", describe(&configuration));
    }
}

/// The first code is 1, none is used twice, and none is left out but those of GPUs that cannot be and of
/// files that cannot be read.
#[test]
fn every_rule_has_its_own_code() {
    let mut codes = Rule::ALL.map(Rule::code);
    codes.sort_unstable();
    let numbers = (1..).filter(|number| !matches!(number, 28 | 29 | 37..=39));
    for (number, code) in numbers.zip(codes) {
        assert_eq!(code, format!("OCC{number:03}"));
    }
}
