//! The words of one rule on one GPU, part by part.

use super::check::{rules, warnings};
use super::nearest::Advice;
use super::report::{Report, Words};
use super::{Lint, Rule};
use crate::kernel::{Argument, Configuration};
use crate::model::Facts;

/// The words of a rule on one GPU, where it is broken.
pub(super) const fn words<'a>(
    configuration: &'a Configuration<'a>,
    facts: &'a Facts<'a>,
    rule: Rule,
) -> Words<'a> {
    worded(Words::of(configuration, facts, rule, true))
}

/// The same without help, which takes a search.
pub(super) const fn words_without_help<'a>(
    configuration: &'a Configuration<'a>,
    facts: &'a Facts<'a>,
    rule: Rule,
) -> Words<'a> {
    worded(Words::of(configuration, facts, rule, false))
}

const fn worded(mut words: Words<'_>) -> Words<'_> {
    let is_warning = words.rule.is_lint();
    let mut report = Report::wording(&mut words);
    if is_warning {
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
            return words(configuration, &facts, rule).advice;
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
            if let Some(argument) = words_without_help(configuration, &facts, self).blamed {
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

impl Lint {
    /// The argument that it is about.
    pub const fn argument(self, configuration: &Configuration<'_>) -> Argument {
        self.rule().argument(configuration)
    }
}
