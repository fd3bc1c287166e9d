//! A review of one configuration on one GPU: it notes the rules that are broken, and words one of them.
//!
//! A family tells [`Review::note`] of each of its rules that is broken. The answer has the [`Wording`] only where the
//! words of this very rule are wanted, so the body of that `if` costs nothing otherwise.
//!
//! This module has everything that a family needs to word its rules.

pub(super) use super::Rule;
use super::limits::table;
use super::names::Names;
use super::nearest::{Advice, MOST_HELPS};
pub(super) use super::nearest::{Nearest, REACH, Step};
use super::rule::Violations;
pub(super) use super::template::Value;
use super::template::{Style, add_change};
use crate::gpu::Vendor;
use crate::kernel::{Argument, Change, Configuration};
use crate::model::OnGpu;
use crate::text::Message;

/// Names numbers for the templates of a rule: `names!(w, most: 255)`.
macro_rules! names {
    ($wording:ident, $($name:ident: $number:expr),+) => {
        $($wording.name(
            stringify!($name),
            $crate::rules::template::Value::Number($number as u64),
        );)+
    };
}
pub(super) use names;

/// A configuration on one GPU, and the rules that it breaks.
pub(super) struct Review<'a, 'w> {
    pub(super) configuration: &'a Configuration<'a>,
    pub(super) on_gpu: &'w OnGpu<'a>,
    /// The warnings to look for.
    pub(super) warnings: Violations,
    pub(super) broken: Violations,
    /// The wording to fill in, if one is wanted.
    pub(super) wording: Option<&'w mut Wording<'a>>,
}

impl<'a> Review<'a, '_> {
    /// [`note`](Self::note), if the rule fails.
    pub(super) const fn note_if(&mut self, rule: Rule, fails: bool) -> Option<&mut Wording<'a>> {
        if fails { self.note(rule) } else { None }
    }

    /// Notes that a rule is broken, and returns its wording if that is wanted.
    pub(super) const fn note(&mut self, rule: Rule) -> Option<&mut Wording<'a>> {
        self.broken = self.broken.with(rule);
        match &mut self.wording {
            Some(wording) if wording.rule as u8 == rule as u8 => Some(wording),
            _ => None,
        }
    }

    /// Returns `true` if the review looks for a warning.
    pub(super) const fn looks_for(&self, warning: Rule) -> bool {
        self.warnings.contains(warning)
    }
}

/// The words of one rule on one GPU.
pub(super) struct Wording<'a> {
    pub(super) rule: Rule,
    pub(super) names: Names<'a>,
    /// The search for values that keep the rule.
    pub(super) nearest: Nearest<'a>,
    /// The headline: what the configuration states, and what the GPU has.
    pub(super) head: Message,
    /// The numbers that decide, if the headline does not have them.
    pub(super) detail: Message,
    /// The numbers that decide on another GPU of the list, in a few words.
    pub(super) figure: Message,
    /// The argument whose value breaks the rule, where its row has several.
    pub(super) blamed: Option<Argument>,
    /// The values that keep it.
    pub(super) advice: Advice,
    /// Follows the changes.
    pub(super) also: &'static str,
    /// Stands in place of the changes if there are none.
    pub(super) instead: &'static str,
    /// Follows an `on(…)` that only some GPUs need.
    pub(super) for_some: &'static str,
}

impl<'a> Wording<'a> {
    /// Names a value for the templates of the rule.
    pub(super) const fn name(&mut self, name: &'static str, value: Value<'a>) {
        self.names.own.push((name, value));
    }

    /// Appends to the headline, unless only the figure or the argument to blame is wanted.
    pub(super) const fn head(&mut self, template: &str) {
        if self.nearest.is_searching {
            self.names.fill(&mut self.head, template);
        }
    }

    /// Appends to the numbers that decide.
    pub(super) const fn detail(&mut self, template: &str) {
        if self.nearest.is_searching {
            self.names.fill(&mut self.detail, template);
        }
    }

    /// Appends to the numbers that decide on another GPU.
    pub(super) const fn figure(&mut self, template: &str) {
        self.names.fill(&mut self.figure, template);
    }

    /// Appends the table of limits to the numbers that decide.
    pub(super) const fn limits(&mut self) {
        let names = &self.names;
        if self.nearest.is_searching {
            table(&mut self.detail, names.configuration, names.on_gpu.arch);
        }
    }

    /// The argument that states the registers of this GPU.
    pub(super) const fn registers(&self) -> Argument {
        Argument::Registers.on(self.names.on_gpu.sm)
    }

    /// Offers a change that a search found, with its effect. The first four are offered: they are the most useful.
    pub(super) const fn help(&mut self, change: Option<Change>, effect: &'static str) {
        if let Some(change) = change
            && self.advice.as_slice().len() < MOST_HELPS
        {
            self.advice.push((change, effect));
        }
    }

    /// Offers a change if it is accepted.
    pub(super) const fn help_to(&mut self, change: Change, effect: &'static str) {
        self.help(self.nearest.accept(change), effect);
    }

    /// Offers the largest accepted value of an argument below the stated one.
    pub(super) const fn fewer(&mut self, argument: Argument, effect: &'static str) {
        let gpus = self.names.configuration;
        let change = match (self.nearest.fewer(argument), argument) {
            (None, Argument::Registers | Argument::Vgprs)
                if gpus.is_for(Vendor::Amd) && gpus.is_for(Vendor::Nvidia) =>
            {
                self.nearest
                    .fewer_of_both(Argument::Registers, Argument::Vgprs)
            }
            (change, _) => change,
        };
        self.help(change, effect);
    }

    /// Offers half of an extent of the tile.
    pub(super) const fn half(&mut self, argument: Argument, effect: &'static str) {
        self.help(self.nearest.half(argument), effect);
    }

    /// Offers a value of an argument if it is accepted.
    pub(super) const fn set(&mut self, argument: Argument, value: u64, effect: &'static str) {
        self.help_to(Change::Integer(argument, value), effect);
    }

    /// Offers a change if it is accepted, and nothing else is offered.
    pub(super) const fn or_help_to(&mut self, change: Change, effect: &'static str) {
        if self.advice.as_slice().is_empty() {
            self.help_to(change, effect);
        }
    }

    /// Offers changes that keep more blocks or warps resident, and leaves one place for the demand itself.
    pub(super) const fn help_resident(&mut self, effect: &'static str) {
        let mut nth = 0_u32;
        while nth < 8 && self.advice.as_slice().len() < MOST_HELPS - 1 {
            match nth {
                0 => self.fewer(self.registers(), effect),
                1 => self.fewer(Argument::DynamicSharedMemory, effect),
                2 => self.fewer(Argument::StaticSharedMemory, effect),
                3 => self.help(self.nearest.smaller_block(), effect),
                4 => self.help(self.nearest.larger_block(), effect),
                5 => self.fewer(Argument::Barriers, effect),
                6 => self.fewer(Argument::Sgprs, effect),
                _ => self.help(self.nearest.more_carveout(), effect),
            }
            nth = nth.saturating_add(1);
        }
        if self.advice.as_slice().is_empty() {
            let (one, other) = (self.registers(), Argument::DynamicSharedMemory);
            self.help(self.nearest.fewer_of_both(one, other), effect);
        }
    }

    /// Writes the `help:` of the message: the changes, each with its effect, and what follows them. `for_some` is an
    /// `on(…)` for the GPUs that need one; a warning that is on by default can be allowed.
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
        let mut begin = "\n\n    help: ";
        let mut left = changes;
        while let [(change, effect), others @ ..] = left {
            add_change(out.text(begin).text("`"), *change, self.names.style).text("`");
            let effect = match (change, self.names.style) {
                (Change::Without(_), Style::Attribute) => " can be left out",
                (Change::Without(_), Style::Program) => " passes",
                _ => effect,
            };
            let is_first = left.len() == changes.len();
            self.names.effect(out, effect, *change, is_first);
            begin = match others {
                [_] if also.is_empty() => last,
                _ => "; ",
            };
            left = others;
        }
        if !also.is_empty() {
            out.text(if changes.is_empty() { begin } else { last });
        }
        if !for_some.is_empty() {
            out.text("`").text(for_some);
        }
        self.names.fill(out, also);
        if can_be_allowed {
            let is_alone = changes.is_empty() && also.is_empty();
            out.text(if is_alone { begin } else { "; or " });
            out.text("`allow(").text(row.name).text(")` accepts it");
        }
    }
}
