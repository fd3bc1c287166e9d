//! What the compiler would say about a configuration, and its figures.

use occupancy_core::kernel::{Argument, Rare, Stated};
use occupancy_core::rules::BlockSize;
use occupancy_core::{Compiled, Configuration, Lint};

use super::calculated::{CALCULATED, calculated};
use super::on::{NamedArch, Part};
use super::row::Row;
use super::values::Values;

/// A refusal or a warning of the compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Message {
    /// The text that the compiler prints.
    pub text: String,
    /// The argument that it is about.
    pub argument: Argument,
    /// The GPU whose `on(…)` states this configuration, if it is for only one.
    pub gpu: Option<String>,
}

impl Message {
    /// `OCC012` of `[OCC012] 3 blocks …`.
    pub fn code(&self) -> Option<&str> {
        let (code, _) = self.text.strip_prefix('[')?.split_once(']')?;
        Some(code)
    }
}

/// The names in `allow(…)`, `warn(…)` and `deny(…)`: warnings that are silenced, turned on, or errors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    /// Those of [`allowed`].
    pub allow: Vec<&'static str>,
    /// Those of [`lint`].
    pub warn: Vec<&'static str>,
    /// Those of [`lint`].
    pub deny: Vec<&'static str>,
}

impl Levels {
    /// The warnings that are looked for, a bit each. If several levels name one, the strictest counts.
    fn looked_for(&self) -> u32 {
        let is_asked = |lint: &Lint| {
            let name = &lint.name();
            let asked = self.warn.contains(name) || self.deny.contains(name);
            asked || lint.is_default() && !self.allow.contains(name)
        };
        let all = Lint::ALL.into_iter().filter(is_asked);
        all.fold(0, |bits, lint| bits | lint.bit())
    }
}

/// The name that `allow(…)` has beside those of warnings.
pub(super) const PARTIAL_WARP: &str = "partial_warp";

/// The name of a warning.
///
/// # Errors
///
/// A message with the names of all warnings.
pub fn lint(name: &str) -> Result<&'static str, String> {
    let names = Lint::ALL.map(Lint::name);
    let known = names.into_iter().find(|known| *known == name);
    let says = || format!("no warning has this name; there are {}", names.join(", "));
    known.ok_or_else(says)
}

/// The name of a warning, or `partial_warp`.
///
/// # Errors
///
/// A message with the names of all warnings.
pub fn allowed(name: &str) -> Result<&'static str, String> {
    if name == PARTIAL_WARP {
        return Ok(PARTIAL_WARP);
    }
    lint(name)
}

/// What is found of a configuration on GPUs that share it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Found<'a> {
    /// What is stated, without what few configurations have,
    stated: Stated<'a>,
    /// which is this.
    rare: Rare,
    /// The errors: it would not compile.
    pub errors: Vec<Message>,
    /// The warnings: it would compile with them.
    pub warnings: Vec<Message>,
    /// The block sizes that `threads = auto` chose from, the best first.
    pub chosen: Vec<BlockSize>,
    /// A row for each GPU; none where there is no block.
    pub rows: Vec<Row>,
}

impl<'a> Found<'a> {
    /// Checks and calculates the arguments of a part of the GPUs, if those of all are `values` and `levels`; with the
    /// code of each GPU, if it is known.
    pub fn new(
        part: &'a Part<'_>,
        values: &Values<'_>,
        levels: &Levels,
        compiled: &'a [Compiled<'a>],
    ) -> Self {
        let values = part.values(values);
        let mut lints = levels.looked_for();
        if part.shares_intent {
            lints &= !Lint::UnfulfilledIntent.bit();
        }
        let rare = values.rare(levels.allow.contains(&PARTIAL_WARP));
        let mut stated = values.stated(&part.archs, lints);
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
        let refused = |one| message(judge.configuration.message(one).as_str(), judge.blamed(one));
        let mut errors: Vec<_> = judge.violations().iter().map(refused).collect();
        if errors.is_empty() && !verdict.faults.is_empty() {
            let text = judge.faults_of(Argument::Threads);
            errors.push(message(text.as_str(), Argument::Threads));
        }
        let mut warnings = Vec::new();
        for (lint, text, argument) in judge.warnings(&verdict) {
            let denied = levels.deny.contains(&lint.name());
            let level = if denied { &mut errors } else { &mut warnings };
            level.push(message(text.as_str(), argument));
        }
        let mut found = Self {
            stated,
            rare,
            errors,
            warnings,
            chosen: judge.chosen_from(&verdict).into_iter().flatten().collect(),
            rows: Vec::new(),
        };
        let rows = found.configuration().map(|configuration| {
            let intent = values.text(Argument::Intent);
            let row = |NamedArch { name, arch }: &NamedArch| {
                let row = calculated(&configuration, intent, name, arch, lints, &levels.deny);
                row.only(&CALCULATED)
            };
            part.named.iter().map(row).collect()
        });
        found.rows = rows.unwrap_or_default();
        found
    }

    /// The configuration, with the block that was chosen; `None` if no block size passes.
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
