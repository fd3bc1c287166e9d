//! One walk over the rules, on one GPU: it finds those that are broken, or words one of them.
//!
//! A family tells [`Report::breaks`] of each of its rules that is broken. The answer has the [`Words`] only where those of
//! this very rule are wanted: what follows in that `if` costs nothing otherwise.
//!
//! All that a family words its rules with is here.

pub(super) use super::Rule;
use super::limits::table;
use super::names::Names;
use super::nearest::Advice;
pub(super) use super::nearest::{Nearest, REACH, Step};
use super::rule::Violations;
pub(super) use super::template::Value;
use super::template::written;
use crate::gpu::Arch;
use crate::kernel::{Argument, Change, Configuration};
use crate::model::OnGpu;
use crate::text::Message;

/// Names numbers that the words of a rule have: `names!(w, most: 255)`.
macro_rules! names {
    ($words:ident, $($name:ident: $number:expr),+) => {
        $($words.name(
            stringify!($name),
            $crate::rules::template::Value::Number($number as u64),
        );)+
    };
}
pub(super) use names;

/// A configuration on one GPU, and what is found of it.
pub(super) struct Report<'a, 'w> {
    pub(super) configuration: &'a Configuration<'a>,
    pub(super) facts: &'w OnGpu<'a>,
    /// The warnings that are looked for.
    pub(super) asked: Violations,
    /// What is found.
    pub(super) broken: Violations,
    /// The words that are wanted.
    pub(super) words: Option<&'w mut Words<'a>>,
}

impl<'a> Report<'a, '_> {
    /// [`Self::breaks`], if it is.
    pub(super) const fn breaks_if(
        &mut self,
        rule: Rule,
        is_broken: bool,
    ) -> Option<&mut Words<'a>> {
        if is_broken { self.breaks(rule) } else { None }
    }

    /// Notes that a rule is broken; its words, if they are wanted.
    pub(super) const fn breaks(&mut self, rule: Rule) -> Option<&mut Words<'a>> {
        self.broken = self.broken.with(rule);
        match &mut self.words {
            Some(words) if words.rule as u8 == rule as u8 => Some(words),
            _ => None,
        }
    }

    /// Whether a warning is looked for.
    pub(super) const fn asks(&self, warning: Rule) -> bool {
        self.asked.contains(warning)
    }
}

/// The words of one rule on one GPU.
pub(super) struct Words<'a> {
    pub(super) rule: Rule,
    pub(super) names: Names<'a>,
    /// The search for values that keep the rule.
    pub(super) nearest: Nearest<'a>,
    /// What was asked for, and what there is.
    pub(super) head: Message,
    /// The numbers that decide, if the headline does not have them.
    pub(super) detail: Message,
    /// The numbers that decide on one more GPU of a list, in a few words.
    pub(super) figure: Message,
    /// The argument whose value breaks it, of those in its row.
    pub(super) blamed: Option<Argument>,
    /// The values that keep it.
    pub(super) advice: Advice,
    /// What follows the changes.
    pub(super) also: &'static str,
    /// What stands where there is no change.
    pub(super) instead: &'static str,
    /// What follows an `on(…)` that only some GPUs need.
    pub(super) for_some: &'static str,
}

impl<'a> Words<'a> {
    /// None yet.
    pub(super) const fn of(
        configuration: &'a Configuration<'a>,
        arch: &'a Arch,
        rule: Rule,
        is_searching: bool,
    ) -> Self {
        Self {
            rule,
            names: Names::of(configuration, OnGpu::of(configuration, arch)),
            nearest: Nearest::of(configuration, arch, rule, is_searching),
            head: Message::new(),
            detail: Message::new(),
            figure: Message::new(),
            blamed: None,
            advice: Advice::NONE,
            also: "",
            instead: "",
            for_some: "` leaves the others as they are",
        }
    }

    /// Names a value that the words have.
    pub(super) const fn name(&mut self, name: &'static str, value: Value<'a>) {
        self.names.add(name, value);
    }

    /// Begins or goes on with the headline. Where no help is wanted, only the figure and the argument to blame are.
    pub(super) const fn head(&mut self, template: &str) {
        if self.nearest.is_searching {
            self.names.fill(&mut self.head, template);
        }
    }

    /// Begins or goes on with the numbers that decide.
    pub(super) const fn detail(&mut self, template: &str) {
        if self.nearest.is_searching {
            self.names.fill(&mut self.detail, template);
        }
    }

    /// The numbers that decide on one more GPU.
    pub(super) const fn figure(&mut self, template: &str) {
        self.names.fill(&mut self.figure, template);
    }

    /// The table of limits, as the numbers that decide.
    pub(super) const fn limits(&mut self) {
        let names = &self.names;
        if self.nearest.is_searching {
            table(&mut self.detail, names.configuration, names.facts.arch);
        }
    }

    /// Offers a change that was found and accepted, with what it does.
    pub(super) const fn help(&mut self, change: Option<Change>, effect: &'static str) {
        if let Some(change) = change {
            self.advice.push(change, effect);
        }
    }

    /// Offers a change if it is accepted.
    pub(super) const fn help_to(&mut self, change: Change, effect: &'static str) {
        self.help(self.nearest.accept(change), effect);
    }

    /// Offers the most of an argument below what is stated.
    pub(super) const fn fewer(&mut self, argument: Argument, effect: &'static str) {
        self.help(self.nearest.fewer(argument), effect);
    }

    /// Offers half of an extent of the tile.
    pub(super) const fn half(&mut self, argument: Argument, effect: &'static str) {
        self.help(self.nearest.half(argument), effect);
    }

    /// Offers a value of an argument.
    pub(super) const fn set(&mut self, argument: Argument, value: u64, effect: &'static str) {
        self.help_to(Change::Integer(argument, value), effect);
    }

    /// Offers a change if it is accepted, and if there is no other.
    pub(super) const fn or_help_to(&mut self, change: Change, effect: &'static str) {
        if self.advice.as_slice().is_empty() {
            self.help_to(change, effect);
        }
    }

    /// Offers what keeps more blocks or warps resident, and leaves one place for the demand itself.
    pub(super) const fn help_resident(&mut self, effect: &'static str) {
        let mut nth = 0_u32;
        while nth < 7 && self.advice.as_slice().len() < 3 {
            match nth {
                0 => self.fewer(Argument::Registers, effect),
                1 => self.fewer(Argument::DynamicSharedMemory, effect),
                2 => self.fewer(Argument::StaticSharedMemory, effect),
                3 => self.help(self.nearest.smaller_block(), effect),
                4 => self.help(self.nearest.larger_block(), effect),
                5 => self.fewer(Argument::Barriers, effect),
                _ => self.help(self.nearest.more_carveout(), effect),
            }
            nth = nth.saturating_add(1);
        }
        if self.advice.as_slice().is_empty() {
            self.help(self.nearest.registers_and_shared_memory(), effect);
        }
    }

    /// Writes the changes, each with what it does, and what follows them: `for_some` is an `on(…)` for those GPUs
    /// that need one, and a warning that nobody asked for can be allowed.
    pub(super) const fn help_into(&self, out: &mut Message, for_some: &str) {
        let changes = self.advice.as_slice();
        let also = if !for_some.is_empty() {
            self.for_some
        } else if changes.is_empty() && self.also.is_empty() {
            self.instead
        } else {
            self.also
        };
        let row = self.rule.row();
        let can_be_allowed = !row.name.is_empty() && row.is_default;
        let last = if can_be_allowed { "; " } else { "; or " };
        let (mut left, mut is_first) = (changes, true);
        let mut begin = "\n\n    help: ";
        while let [(change, effect), others @ ..] = left {
            written(out.text(begin).text("`"), *change).text("`");
            let effect = match change {
                Change::Without(_) => " can be left out",
                _ => effect,
            };
            self.names.effect(out, effect, *change, is_first);
            begin = match others {
                [_] if also.is_empty() => last,
                _ => "; ",
            };
            (left, is_first) = (others, false);
        }
        if !also.is_empty() {
            out.text(if is_first { begin } else { last });
        }
        if !for_some.is_empty() {
            out.text("`").text(for_some);
        }
        self.names.fill(out, also);
        if can_be_allowed {
            let is_alone = is_first && also.is_empty();
            out.text(if is_alone { begin } else { "; or " });
            out.text("`allow(").text(row.name).text(")` accepts it");
        }
    }
}
