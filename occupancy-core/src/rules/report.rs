//! One walk over the rules, on one GPU: it finds those that are broken, or words one of them.
//!
//! A family tells [`Report::breaks`] of each of its rules that is broken. The answer is true only where the words of this
//! very rule are wanted: what follows in that `if` costs nothing otherwise.

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

/// Names numbers that the words of a rule have: `names!(r, most: 255)`.
macro_rules! names {
    ($report:ident, $($name:ident: $number:expr),+) => {
        $($report.name(
            stringify!($name),
            $crate::rules::template::Value::Number($number as u64),
        );)+
    };
}
pub(super) use names;

/// The words of one rule.
pub(super) struct Words<'a> {
    pub(super) rule: Rule,
    names: Names<'a>,
    nearest: Nearest<'a>,
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

    /// Notes that a rule is broken; whether its words are wanted.
    pub(super) const fn breaks(&mut self, rule: Rule) -> bool {
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
        if let Some(words) = &mut self.words {
            words.names.fill(&mut words.head, template);
        }
    }

    /// The headline, for words that are no template.
    pub(super) const fn out(&mut self) -> Option<&mut Message> {
        match &mut self.words {
            Some(words) => Some(&mut words.head),
            None => None,
        }
    }

    /// Begins or goes on with the numbers that decide.
    pub(super) const fn detail(&mut self, template: &str) {
        if let Some(words) = &mut self.words {
            words.names.fill(&mut words.detail, template);
        }
    }

    /// The numbers that decide on one more GPU.
    pub(super) const fn figure(&mut self, template: &str) {
        if let Some(words) = &mut self.words {
            words.names.fill(&mut words.figure, template);
        }
    }

    /// The table of limits, as the numbers that decide.
    pub(super) const fn limits(&mut self) {
        if let Some(words) = &mut self.words {
            table(&mut words.detail, self.configuration, self.facts.arch);
        }
    }

    /// The argument to blame, of those in the row of the rule.
    pub(super) const fn blame(&mut self, argument: Argument) {
        if let Some(words) = &mut self.words {
            words.blamed = Some(argument);
        }
    }

    /// The search for values that keep the rule.
    pub(super) const fn nearest(&self) -> Nearest<'a> {
        match &self.words {
            Some(words) => words.nearest,
            None => Nearest::of(self.configuration, Rule::NoArch, false),
        }
    }

    /// Offers a change if it is accepted, with what it does.
    pub(super) const fn help(&mut self, tried: Move, effect: &'static str) {
        self.offer(self.nearest().find(tried), effect);
    }

    /// Offers the first change that is accepted.
    pub(super) const fn help_first(&mut self, moves: &[Move], effect: &'static str) {
        self.offer_found(&self.nearest(), moves, 1, effect);
    }

    /// Offers what keeps more blocks or warps resident, and leaves one place for the demand itself.
    pub(super) const fn help_resident(&mut self, moves: &[Move], effect: &'static str) {
        self.help_resident_by(&self.nearest(), moves, effect);
    }

    /// The same, as another search finds it.
    pub(super) const fn help_resident_by(
        &mut self,
        nearest: &Nearest<'_>,
        moves: &[Move],
        effect: &'static str,
    ) {
        self.offer_found(nearest, moves, 3, effect);
        if self.has_no_help() {
            self.offer(nearest.find(Move::RegistersAndSharedMemory), effect);
        }
    }

    const fn offer_found(
        &mut self,
        nearest: &Nearest<'_>,
        mut moves: &[Move],
        most: u32,
        effect: &'static str,
    ) {
        let mut found = 0_u32;
        while let [tried, others @ ..] = moves
            && found < most
        {
            let change = nearest.find(*tried);
            found = found.saturating_add(change.is_some() as u32);
            self.offer(change, effect);
            moves = others;
        }
    }

    /// Offers a change if there is no other.
    pub(super) const fn or_help(&mut self, tried: Move, effect: &'static str) {
        if self.has_no_help() {
            self.help(tried, effect);
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
        is_searching: bool,
    ) -> Self {
        Self {
            rule,
            names: Names::of(configuration, facts),
            nearest: Nearest::of(configuration, rule, is_searching),
            head: Message::new(),
            detail: Message::new(),
            figure: Message::new(),
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
