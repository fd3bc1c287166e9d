//! The contents of a report.

use occupancy_core::{
    Configuration,
    kernel::{Argument, Arguments},
    rules::BlockSize,
};

/// A kernel and its configurations: everything on a page comes from it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report<'a> {
    /// The kernel's name, as in Rust.
    pub kernel_name: &'a str,
    /// One configuration for each set of values: the first is for the GPUs without an `on(…)`, the
    /// others are for GPUs with values of their own.
    pub variants: Vec<Variant<'a>>,
    /// Where values were read, a sentence of Markdown each.
    pub sources: Vec<String>,
    /// Why some values are not known, a sentence of Markdown.
    pub reason: Option<&'a str>,
    /// Whether the configuration was checked against the kernel's machine code.
    pub is_compiled: bool,
}

/// A configuration on its GPUs, and what is known about it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Variant<'a> {
    /// The configuration, with placeholders for unknown values.
    pub configuration: Configuration<'a>,
    /// The arguments with unknown values; no figure that depends on one is shown.
    pub unknown: Arguments,
    /// Whether it breaks a rule; if it does, it has no figures.
    pub is_refused: bool,
    /// The arguments whose values are no literals, as their author wrote them.
    pub written: Vec<Written>,
    /// The block sizes that a search found, the best first; the first is that of the configuration.
    pub block_sizes: &'a [BlockSize],
    /// The target that the author chose: `sm_90a`.
    pub target: Option<&'static str>,
    /// Why the author intends low occupancy, in the author's words.
    pub intent: Option<&'a str>,
}

/// An argument as its author wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Written {
    /// The argument: `smem`.
    pub argument: Argument,
    /// The value, Rust code.
    pub code: String,
}

impl<'a> Report<'a> {
    /// A report of a kernel whose configuration is stated, not read from a file.
    pub const fn new(kernel_name: &'a str, variants: Vec<Variant<'a>>) -> Self {
        Self {
            kernel_name,
            variants,
            sources: Vec::new(),
            reason: None,
            is_compiled: false,
        }
    }

    /// Adds where values were read, a sentence of Markdown each.
    #[must_use = "returns the changed report"]
    pub fn with_sources(mut self, sources: Vec<String>) -> Self {
        self.sources = sources;
        self
    }

    /// Says why some values are not known, in a sentence of Markdown.
    #[must_use = "returns the changed report"]
    pub const fn with_reason(mut self, reason: &'a str) -> Self {
        self.reason = Some(reason);
        self
    }

    /// Sets whether the configuration was checked against the kernel's machine code.
    #[must_use = "returns the changed report"]
    pub const fn with_compiled(mut self, is_compiled: bool) -> Self {
        self.is_compiled = is_compiled;
        self
    }

    /// Whether every value is known and no rule is broken.
    pub fn is_known(&self) -> bool {
        self.variants.iter().all(Variant::is_known)
    }
}

impl<'a> Variant<'a> {
    /// A configuration whose values are all known, and that passes its check.
    pub const fn new(configuration: Configuration<'a>) -> Self {
        Self {
            configuration,
            unknown: Arguments::NONE,
            is_refused: false,
            written: Vec::new(),
            block_sizes: &[],
            target: None,
            intent: None,
        }
    }

    /// Sets the arguments with unknown values.
    #[must_use = "returns the changed variant"]
    pub const fn with_unknown(mut self, unknown: Arguments) -> Self {
        self.unknown = unknown;
        self
    }

    /// Sets whether the configuration breaks a rule.
    #[must_use = "returns the changed variant"]
    pub const fn with_refused(mut self, is_refused: bool) -> Self {
        self.is_refused = is_refused;
        self
    }

    /// Adds the arguments whose values are no literals, as their author wrote them.
    #[must_use = "returns the changed variant"]
    pub fn with_written(mut self, written: Vec<Written>) -> Self {
        self.written = written;
        self
    }

    /// Adds the block sizes that a search found, the best first.
    #[must_use = "returns the changed variant"]
    pub const fn with_block_sizes(mut self, block_sizes: &'a [BlockSize]) -> Self {
        self.block_sizes = block_sizes;
        self
    }

    /// Sets the target that the author chose.
    #[must_use = "returns the changed variant"]
    pub const fn with_target(mut self, target: Option<&'static str>) -> Self {
        self.target = target;
        self
    }

    /// Sets why the author intends low occupancy, in the author's words.
    #[must_use = "returns the changed variant"]
    pub const fn with_intent(mut self, intent: Option<&'a str>) -> Self {
        self.intent = intent;
        self
    }

    /// Whether every value is known and no rule is broken.
    pub const fn is_known(&self) -> bool {
        self.unknown.is_empty() && !self.is_refused
    }
}

impl Written {
    /// The value of an argument, as Rust code.
    pub const fn new(argument: Argument, code: String) -> Self {
        Self { argument, code }
    }
}
