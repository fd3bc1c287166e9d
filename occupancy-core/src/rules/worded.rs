//! The words of one rule on one GPU, part by part.

use super::Rule;
use super::check::{rules, warnings};
use super::nearest::Advice;
use super::report::{Part, Report, Words};
use crate::kernel::{Argument, Configuration};
use crate::model::Facts;

/// One part of the words of a rule on one GPU; empty if the rule is kept there.
pub(super) const fn words<'a>(
    configuration: &'a Configuration<'a>,
    facts: &'a Facts<'a>,
    rule: Rule,
    part: Part,
) -> Words<'a> {
    let mut words = Words::of(configuration, facts, rule, part);
    let mut report = Report::wording(&mut words);
    if rule.name().is_some() {
        warnings(&mut report);
    } else {
        rules(&mut report);
    }
    words
}

/// The values that keep `rule`, which `configuration` breaks.
pub const fn advice(configuration: &Configuration<'_>, rule: Rule) -> Advice {
    let mut left = configuration.archs;
    while let [arch, others @ ..] = left {
        let facts = Facts::of(configuration, arch);
        if configuration.broken_given(&facts).contains(rule) {
            return words(configuration, &facts, rule, Part::Help).advice;
        }
        left = others;
    }
    Advice::NONE
}

impl Rule {
    /// The argument whose value breaks the rule.
    pub const fn argument(self, configuration: &Configuration<'_>) -> Argument {
        if let [argument] = self.blamed() {
            return *argument;
        }
        let mut left = configuration.archs;
        while let [arch, others @ ..] = left {
            let facts = Facts::of(configuration, arch);
            if let Some(argument) = words(configuration, &facts, self, Part::Blame).blamed {
                return argument;
            }
            left = others;
        }
        match self.blamed() {
            [Argument::Cubin, ..] => configuration.compiled_argument(),
            [argument, ..] if !matches!(argument, Argument::Grid) => *argument,
            _ => configuration.grid_argument(),
        }
    }
}
