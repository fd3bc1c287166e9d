//! What the compiler would say about a configuration.

use occupancy_core::kernel::{Argument, Rare, Stated};
use occupancy_core::rules::BlockSize;
use occupancy_core::{Arch, Compiled, Configuration, Lint};

use super::setting::Values;

/// What `allow(…)`, `warn(…)` and `deny(…)` name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Levels {
    /// `allow(partial_warp)`
    pub partial_warp_allowed: bool,
    /// The warnings that are silenced.
    pub allow: Vec<Lint>,
    /// The warnings that are turned on.
    pub warn: Vec<Lint>,
    /// The warnings that are errors.
    pub deny: Vec<Lint>,
}

impl Levels {
    /// Adds a name to `allow`, `warn` or `deny`.
    pub(crate) fn add(&mut self, level: &str, name: &str) -> Result<(), String> {
        match (level, name) {
            ("allow", "partial_warp") => self.partial_warp_allowed = true,
            ("allow", _) => self.allow.push(lint(name)?),
            ("warn", _) => self.warn.push(lint(name)?),
            _ => self.deny.push(lint(name)?),
        }
        Ok(())
    }

    /// The warnings that are looked for, a bit each. If several levels name one, the strictest counts.
    pub(crate) fn looked_for(&self) -> u32 {
        let is_asked = |lint: &Lint| self.warn.contains(lint) || self.deny.contains(lint);
        let all = Lint::ALL.into_iter();
        all.filter(|lint| is_asked(lint) || lint.is_default() && !self.allow.contains(lint))
            .fold(0, |bits, lint| bits | lint.bit())
    }
}

/// The warning of this name.
///
/// # Errors
///
/// A message with the names of all warnings.
pub fn lint(name: &str) -> Result<Lint, String> {
    let find = |lint: &Lint| lint.name() == name;
    Lint::ALL.into_iter().find(find).ok_or_else(|| {
        let names = Lint::ALL.map(Lint::name);
        format!("no warning has this name; there are {}", names.join(", "))
    })
}

/// A refusal or a warning.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Message {
    /// The text that the compiler prints.
    pub text: String,
    /// The argument that it is about.
    pub argument: &'static str,
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

/// What the compiler would say about a configuration.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Findings<'a> {
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
}

impl<'a> Findings<'a> {
    /// Checks these arguments on these GPUs, with the code of each GPU, if it is known.
    pub fn new(
        values: &Values,
        archs: &'a [Arch],
        compiled: &'a [Compiled<'a>],
        levels: &Levels,
    ) -> Self {
        let rare = values.rare(levels.partial_warp_allowed);
        let stated = values.stated(archs, compiled, levels.looked_for());
        let whole = Stated {
            rare: &rare,
            ..stated
        };
        let judge = whole.judge();
        let verdict = judge.verdict();
        let message = |text: &str, argument: Argument| Message {
            text: text.to_owned(),
            argument: argument.key(),
            gpu: None,
        };
        let (mut errors, mut warnings) = (Vec::new(), Vec::new());
        for violation in &judge.violations() {
            let text = judge.configuration.message(violation);
            errors.push(message(text.as_str(), judge.blamed(violation)));
        }
        if errors.is_empty() && !verdict.faults.is_empty() {
            let text = judge.faults_of(Argument::Threads);
            errors.push(message(text.as_str(), Argument::Threads));
        }
        for (lint, text, argument) in judge.warnings(&verdict) {
            let level = if levels.deny.contains(&lint) {
                &mut errors
            } else {
                &mut warnings
            };
            level.push(message(text.as_str(), argument));
        }
        let chosen = judge.chosen_from(&verdict).into_iter().flatten().collect();
        Self {
            stated,
            rare,
            errors,
            warnings,
            chosen,
        }
    }

    /// The configuration, with the block that was chosen; `None` if no block size passes.
    pub fn configuration(&self) -> Option<Configuration<'_>> {
        let stated = Stated {
            rare: &self.rare,
            ..self.stated
        };
        let (configuration, _) = stated.merged();
        if self.rare.auto.is_none() {
            return Some(configuration);
        }
        let best = self.chosen.first()?;
        Some(configuration.with_block_dim((best.threads, 1, 1)))
    }

    /// Sets the GPU whose `on(…)` states this configuration.
    #[must_use = "returns the changed findings"]
    pub fn on(mut self, gpu: Option<&str>) -> Self {
        for message in self.errors.iter_mut().chain(&mut self.warnings) {
            message.gpu = gpu.map(str::to_owned);
        }
        self
    }

    /// Whether it compiles.
    pub fn passes(&self) -> bool {
        self.errors.is_empty()
    }
}
