//! The contents of a report.

use occupancy_core::{
    Configuration,
    kernel::{Argument, Arguments},
    rules::BlockSize,
};

/// A kernel and its configurations: everything on a page comes from it.
#[derive(Debug)]
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
    /// The arguments whose values are no literals, and the Rust code that their author wrote.
    pub written: Vec<(Argument, String)>,
    /// The block sizes that a search found, the best first; the first is that of the configuration.
    pub block_sizes: Vec<BlockSize>,
    /// The target that the author chose: `sm_90a`.
    pub target: Option<&'static str>,
    /// Why the author intends low occupancy, in the author's words.
    pub intent: Option<&'a str>,
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
            block_sizes: Vec::new(),
            target: None,
            intent: None,
        }
    }

    /// Whether every value is known and no rule is broken.
    pub const fn is_known(&self) -> bool {
        self.unknown.is_empty() && !self.is_refused
    }
}
