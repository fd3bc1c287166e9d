//! The messages of the compiler about a configuration, and its figures.

use occupancy_core::kernel::{Argument, Rare, Stated};
use occupancy_core::rules::{BlockSize, auto_twice};
use occupancy_core::{Compiled, Configuration, Lint};

use super::calculated::calculated;
use super::per_gpu::{NamedArch, Part};
use super::row::Row;
use super::values::Values;

/// A refusal or a warning of the compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Message {
    /// The text that the compiler prints.
    pub text: String,
    /// The argument to blame.
    pub argument: Argument,
    /// The name of the GPU whose `on(…)` states the configuration; `None` if several GPUs share it.
    pub gpu: Option<String>,
}

impl Message {
    /// Returns the code of the rule or the warning: `OCC012` of `[OCC012] 3 blocks …`.
    pub fn code(&self) -> Option<&str> {
        let (code, _) = self.text.strip_prefix('[')?.split_once(']')?;
        Some(code)
    }
}

/// The names in `allow(…)`, `warn(…)` and `deny(…)`: warnings to silence, to turn on, or to make errors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    /// Names that [`allowed`] returns.
    pub allow: Vec<&'static str>,
    /// Names that [`lint`] returns.
    pub warn: Vec<&'static str>,
    /// Names that [`lint`] returns.
    pub deny: Vec<&'static str>,
}

impl Levels {
    /// Returns the bits of the warnings that are turned on. If several levels name a warning, the strictest counts.
    fn lints(&self) -> u32 {
        let is_on = |lint: &Lint| {
            let name = &lint.name();
            let is_stated = self.warn.contains(name) || self.deny.contains(name);
            is_stated || lint.is_default() && !self.allow.contains(name)
        };
        let lints = Lint::ALL.into_iter().filter(is_on);
        lints.fold(0, |bits, lint| bits | lint.bit())
    }
}

/// The one name that `allow(…)` accepts beside those of warnings.
pub(super) const PARTIAL_WARP: &str = "partial_warp";

/// Reads the name of a warning.
///
/// # Errors
///
/// A message with the names of all warnings.
pub fn lint(name: &str) -> Result<&'static str, String> {
    let names = Lint::ALL.map(Lint::name);
    let known = names.into_iter().find(|known| *known == name);
    known.ok_or_else(|| format!("no warning has this name; there are {}", names.join(", ")))
}

/// Reads the name of a warning, or `partial_warp`.
///
/// # Errors
///
/// A message with the names of all warnings.
pub fn allowed(name: &str) -> Result<&'static str, String> {
    match name {
        PARTIAL_WARP => Ok(PARTIAL_WARP),
        _ => lint(name),
    }
}

/// The result of checking a configuration on the GPUs that share it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Check<'a> {
    /// The arguments, without the rare ones.
    stated: Stated<'a>,
    /// The rare arguments, which `stated` borrows for each use.
    rare: Rare,
    /// The errors: the compiler would refuse the configuration.
    pub errors: Vec<Message>,
    /// The warnings: the compiler would accept the configuration with them.
    pub warnings: Vec<Message>,
    /// The block sizes that `threads = auto` chose from, the best first.
    pub chosen: Vec<BlockSize>,
    /// A row for each GPU; empty if no block size passes.
    pub rows: Vec<Row>,
}

impl<'a> Check<'a> {
    /// Checks the arguments of a part of the GPUs, and calculates its figures. `values` and `levels` are those of all
    /// GPUs; `compiled` has the code that each GPU would run, if it is known.
    pub fn new(
        part: &'a Part<'_>,
        values: &Values<'_>,
        levels: &Levels,
        compiled: &'a [Compiled<'a>],
    ) -> Self {
        let values = part.values(values);
        let mut lints = levels.lints();
        if part.shares_intent {
            lints &= !Lint::UnfulfilledIntent.bit();
        }
        let rare = values.rare(levels.allow.contains(&PARTIAL_WARP));
        let mut stated = values.as_stated(&part.archs, lints);
        stated.code = compiled;
        let mut whole = stated;
        whole.rare = &rare;
        let judge = whole.judge();
        let verdict = judge.verdict();
        let message = |text: &str, argument| Message {
            text: text.to_owned(),
            argument,
            gpu: part.own.map(|own| own.gpu.name.clone()),
        };
        let refusal = |one| message(judge.configuration.message(one).as_str(), judge.blamed(one));
        let mut errors: Vec<_> = judge.violations().iter().map(refusal).collect();
        let of_number = |argument| message(judge.faults_of(argument).as_str(), argument);
        let numbers = verdict.faults.iter();
        let numbers = numbers.filter(|argument| whole.value_out_of_range(*argument).is_some());
        errors.extend(numbers.map(of_number));
        let mut budgets = Argument::BUDGETS.into_iter();
        let twice = budgets.find(|it| rare.auto.is_some() && values.is_auto(*it));
        if let Some(argument) = twice {
            errors = vec![message(auto_twice(argument).as_str(), argument)];
        }
        if errors.is_empty() && !verdict.faults.is_empty() {
            let text = judge.faults_of(Argument::Threads);
            errors.push(message(text.as_str(), Argument::Threads));
        }
        let mut warnings = Vec::new();
        for (lint, text, argument) in judge.warnings(&verdict) {
            let denied = levels.deny.contains(&lint.name());
            let messages = if denied { &mut errors } else { &mut warnings };
            messages.push(message(text.as_str(), argument));
        }
        let chosen = judge.chosen_from(&verdict).into_iter().flatten();
        let mut check = Self {
            stated,
            rare,
            errors,
            warnings,
            chosen: chosen.filter(|_| twice.is_none()).collect(),
            rows: Vec::new(),
        };
        let rows = check.configuration().map(|configuration| {
            let intent = values.text(Argument::Intent);
            let row = |NamedArch { name, arch, .. }: &NamedArch| {
                calculated(&configuration, intent, name, arch, lints, &levels.deny)
            };
            part.named.iter().map(row).collect()
        });
        check.rows = rows.unwrap_or_default();
        check
    }

    /// Returns the configuration, with the block size that was chosen; `None` if none passes.
    pub fn configuration(&self) -> Option<Configuration<'_>> {
        let mut stated = self.stated;
        stated.rare = &self.rare;
        let (configuration, _) = stated.merged();
        match (self.rare.auto, self.chosen.first()) {
            (None, _) => Some(configuration),
            (Some(_), best) => Some(configuration.with_block_dim((best?.threads, 1, 1))),
        }
    }
}
