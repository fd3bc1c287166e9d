//! One walk over the rules, on one GPU: it finds those that are broken, or words one of them.
//!
//! A family asks [`Report::breaks`] once for each of its rules. The answer is true only where the words of this very
//! rule are wanted: what follows in that `if` costs nothing otherwise.

use super::Rule;
use super::change::written;
use super::limits::{INDENT, table};
use super::names::Names;
use super::nearest::{Advice, Move, Nearest};
use super::template::Value;
use super::violations::Broken;
use crate::kernel::{Argument, Change, Configuration};
use crate::model::Facts;
use crate::text::Message;

/// What is wanted of a broken rule.
#[derive(Clone, Copy)]
pub(super) enum Part {
    /// What was asked for, and what there is.
    Head,
    /// The numbers that decide, if the headline does not have them.
    Detail,
    /// The numbers that decide on one more GPU of a list, in a few words.
    Figure,
    /// The argument whose value breaks it.
    Blame,
    /// The values that keep it.
    Help,
}

/// The words of one rule.
pub(super) struct Words<'a> {
    rule: Rule,
    part: Part,
    names: Names<'a>,
    nearest: Option<Nearest<'a>>,
    pub(super) out: Message,
    pub(super) blamed: Option<Argument>,
    pub(super) advice: Advice,
    /// What each change of the advice does.
    effects: [&'static str; 4],
    /// What follows the changes.
    also: &'static str,
    /// What stands where there is no change.
    instead: &'static str,
}

/// A configuration on one GPU, and what is found of it.
pub(super) struct Report<'a, 'w> {
    pub(super) configuration: &'a Configuration<'a>,
    pub(super) facts: &'a Facts<'a>,
    /// The warnings that are looked for.
    asked: Broken,
    broken: Broken,
    words: Option<&'w mut Words<'a>>,
}

impl<'a, 'w> Report<'a, 'w> {
    /// Looks for broken rules, and for these warnings.
    pub(super) const fn of(
        configuration: &'a Configuration<'a>,
        facts: &'a Facts<'a>,
        asked: Broken,
    ) -> Self {
        Self {
            configuration,
            facts,
            asked,
            broken: Broken::NONE,
            words: None,
        }
    }

    /// Words one rule.
    pub(super) const fn wording(words: &'w mut Words<'a>) -> Self {
        let (configuration, facts) = (words.names.configuration, words.names.facts);
        let mut report = Self::of(configuration, facts, Broken::NONE.with(words.rule));
        report.words = Some(words);
        report
    }

    /// What is broken.
    pub(super) const fn broken(&self) -> Broken {
        self.broken
    }

    /// Notes whether a rule is broken; whether its words are wanted.
    pub(super) const fn breaks(&mut self, rule: Rule, is_broken: bool) -> bool {
        if !is_broken {
            return false;
        }
        self.broken = self.broken.with(rule);
        match &self.words {
            Some(words) => words.rule as u8 == rule as u8,
            None => false,
        }
    }

    /// Whether a warning is looked for.
    pub(super) const fn asks(&self, warning: Rule) -> bool {
        self.asked.contains(warning)
    }

    /// Names a value that the words of this rule have.
    pub(super) const fn name(&mut self, name: &'static str, value: Value<'a>) {
        if let Some(words) = &mut self.words {
            words.names.add(name, value);
        }
    }

    /// Begins or goes on with the headline.
    pub(super) const fn head(&mut self, template: &str) {
        self.write(Part::Head, template);
    }

    /// Begins or goes on with the numbers that decide.
    pub(super) const fn detail(&mut self, template: &str) {
        self.write(Part::Detail, template);
    }

    /// Begins or goes on with the numbers that decide on one more GPU.
    pub(super) const fn figure(&mut self, template: &str) {
        self.write(Part::Figure, template);
    }

    const fn write(&mut self, part: Part, template: &str) {
        if let Some(words) = &mut self.words
            && words.part as u8 == part as u8
        {
            words.names.fill(&mut words.out, template);
        }
    }

    /// The words themselves, where this part of them is wanted.
    pub(super) const fn out(&mut self, part: Part) -> Option<&mut Message> {
        match &mut self.words {
            Some(words) if words.part as u8 == part as u8 => Some(&mut words.out),
            _ => None,
        }
    }

    /// The table of limits, as the numbers that decide.
    pub(super) const fn limits(&mut self) {
        let (configuration, arch) = (self.configuration, self.facts.arch);
        if let Some(out) = self.out(Part::Detail) {
            table(out, configuration, arch);
        }
    }

    /// The argument to blame, of those in the row of the rule.
    pub(super) const fn blame(&mut self, argument: Argument) {
        if let Some(words) = &mut self.words {
            words.blamed = Some(argument);
        }
    }

    /// The search for values that keep the rule, where they are wanted.
    pub(super) const fn nearest(&self) -> Option<Nearest<'a>> {
        match &self.words {
            Some(words) => words.nearest,
            None => None,
        }
    }

    /// Offers as many of the changes as are accepted, `most` at most, with what each does.
    pub(super) const fn help(&mut self, moves: &[Move], most: u32, effect: &'static str) {
        if let Some(nearest) = self.nearest() {
            self.help_by(&nearest, moves, most, effect);
        }
    }

    const fn help_by(
        &mut self,
        nearest: &Nearest<'_>,
        moves: &[Move],
        most: u32,
        effect: &'static str,
    ) {
        let (mut left, mut found) = (moves, 0_u32);
        while let [tried, others @ ..] = left
            && found < most
        {
            let change = nearest.find(*tried);
            found = found.saturating_add(change.is_some() as u32);
            self.offer(change, effect);
            left = others;
        }
    }

    /// Offers what keeps more blocks or warps resident, and leaves one place for the demand itself.
    pub(super) const fn help_resident(
        &mut self,
        nearest: &Nearest<'_>,
        moves: &[Move],
        effect: &'static str,
    ) {
        self.help_by(nearest, moves, 3, effect);
        if self.has_no_help() {
            self.help_by(nearest, &[Move::RegistersAndSharedMemory], 1, effect);
        }
    }

    /// Offers a change if there is no other.
    pub(super) const fn or_help(&mut self, tried: Move, effect: &'static str) {
        if self.has_no_help() {
            self.help(&[tried], 1, effect);
        }
    }

    pub(super) const fn has_no_help(&self) -> bool {
        match &self.words {
            Some(words) => words.advice.as_slice().is_empty(),
            None => true,
        }
    }

    /// Offers a change that was found and accepted.
    pub(super) const fn offer(&mut self, change: Option<Change>, effect: &'static str) {
        if let (Some(change), Some(words)) = (change, &mut self.words)
            && let Some((_, [place, ..])) = words
                .effects
                .split_at_mut_checked(words.advice.as_slice().len())
        {
            *place = effect;
            words.advice.push(change);
        }
    }

    /// What follows the changes.
    pub(super) const fn also(&mut self, template: &'static str) {
        if let Some(words) = &mut self.words {
            words.also = template;
        }
    }

    /// What to do if no change helps.
    pub(super) const fn instead(&mut self, template: &'static str) {
        if let Some(words) = &mut self.words {
            words.instead = template;
        }
    }
}

impl<'a> Words<'a> {
    pub(super) const fn of(
        configuration: &'a Configuration<'a>,
        facts: &'a Facts<'a>,
        rule: Rule,
        part: Part,
    ) -> Self {
        Self {
            rule,
            part,
            names: Names::of(configuration, facts),
            nearest: match part {
                Part::Help => Some(Nearest::of(configuration, rule)),
                _ => None,
            },
            out: Message::new(),
            blamed: None,
            advice: Advice::NONE,
            effects: [""; 4],
            also: "",
            instead: "",
        }
    }

    /// Writes the changes, each with what it does, and what follows them: `for_some` is an `on(…)` for those GPUs
    /// that need one.
    pub(super) const fn help(&self, out: &mut Message, for_some: &str) {
        let changes = self.advice.as_slice();
        let also = if !for_some.is_empty() {
            match self.rule {
                Rule::ClusterUnsupported => "` in place of `cluster`",
                _ => "` leaves the others as they are",
            }
        } else if changes.is_empty() && self.also.is_empty() {
            self.instead
        } else {
            self.also
        };
        if changes.is_empty() && also.is_empty() {
            return;
        }
        out.text("\n").text(INDENT).text("help: ");
        let (mut left, mut is_first) = ((changes, self.effects.as_slice()), true);
        while let ([change, changes @ ..], [effect, effects @ ..]) = left {
            if !is_first {
                out.text(if changes.is_empty() && also.is_empty() {
                    "; or "
                } else {
                    "; "
                });
            }
            written(out.text("`"), *change).text("`");
            let names = self.names.after(*change, is_first);
            names.fill_known(
                out,
                if change.leaves_out() {
                    " can be left out"
                } else {
                    effect
                },
            );
            (left, is_first) = ((changes, effects), false);
        }
        if !is_first && !also.is_empty() {
            out.text("; or ");
        }
        if !for_some.is_empty() {
            out.text("`").text(for_some);
        }
        self.names.fill(out, also);
    }
}
