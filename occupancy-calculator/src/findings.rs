//! What the compiler would say about a configuration.

use occupancy_core::rules::{BlockSize, best_block_sizes};
use occupancy_core::{Arch, Compiled, Configuration, Lint};

use crate::setting::Values;
use crate::values::Block;

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

/// What happens if a warning fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Nothing.
    Silent,
    /// It is shown.
    Warning,
    /// The configuration does not compile.
    Error,
}

impl Levels {
    /// The level of a warning. If several name it, the strictest counts.
    pub fn of(&self, lint: Lint) -> Level {
        if self.deny.contains(&lint) {
            Level::Error
        } else if self.warn.contains(&lint) {
            Level::Warning
        } else if !lint.is_default() || self.allow.contains(&lint) {
            Level::Silent
        } else {
            Level::Warning
        }
    }

    /// Without the warning about an intent that is not true: it may be so on other GPUs.
    #[must_use = "returns the changed levels"]
    pub fn with_shared_intent(mut self) -> Self {
        let levels = [&mut self.warn, &mut self.deny];
        for level in levels {
            level.retain(|lint| *lint != Lint::UnfulfilledIntent);
        }
        self.allow.push(Lint::UnfulfilledIntent);
        self
    }
}

/// The warnings about configurations; those about compiled code are among them only if `is_compiled`.
pub(crate) fn lints(is_compiled: bool) -> impl Iterator<Item = Lint> {
    let of_code = [
        Lint::Spills,
        Lint::UnknownStack,
        Lint::RegisterCap,
        Lint::Relocatable,
        Lint::BarrierLimit,
    ];
    let all = Lint::ALL.into_iter();
    all.filter(move |lint| is_compiled || !of_code.contains(lint))
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
    fn new(text: String, argument: &'static str) -> Self {
        Self {
            text,
            argument,
            gpu: None,
        }
    }

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
    /// The configuration, with the block that was chosen; `None` if no block size passes.
    pub configuration: Option<Configuration<'a>>,
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
        let mut findings = Self {
            configuration: None,
            errors: Vec::new(),
            warnings: Vec::new(),
            chosen: Vec::new(),
        };
        let mut configuration = values
            .configuration(archs, compiled)
            .with_partial_warp_allowed(levels.partial_warp_allowed);
        if let Block::Auto(least, most) = values.block() {
            let sizes = best_block_sizes(&configuration, least, most);
            findings.chosen = sizes.into_iter().flatten().collect();
            let Some(best) = findings.chosen.first() else {
                let text = configuration.no_block_size(least, most).to_string();
                findings.errors.push(Message::new(text, "threads"));
                return findings;
            };
            configuration = configuration.with_block_dim((best.threads, 1, 1));
        }
        for violation in &configuration.check() {
            let argument = violation.rule.argument(&configuration).key();
            let text = configuration.message(violation).to_string();
            findings.errors.push(Message::new(text, argument));
        }
        if findings.errors.is_empty() {
            for lint in lints(!compiled.is_empty()) {
                let level = levels.of(lint);
                let Some(text) = configuration.advise(lint) else {
                    continue;
                };
                let message = Message::new(text.to_string(), lint.argument(&configuration).key());
                match level {
                    Level::Silent => {}
                    Level::Warning => findings.warnings.push(message),
                    Level::Error => findings.errors.push(message),
                }
            }
        }
        findings.configuration = Some(configuration);
        findings
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
