//! The contents of a page: a kernel and its configurations.

use occupancy_core::{
    Configuration,
    gpu::Words,
    kernel::{Argument, Arguments},
    rules::BlockSize,
};

use crate::outcome::Outcome;

/// The page of a launch type: a kernel and its configurations.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Page<'a> {
    /// The kernel's name, as in Rust.
    pub kernel_name: &'a str,
    /// A configuration for each set of values: first that of the GPUs without an `on(…)`, then those of GPUs with
    /// values of their own.
    pub variants: Vec<Variant<'a>>,
    /// The files that values were read from, a sentence of Markdown each.
    pub sources: Vec<String>,
    /// The reason why some values are not known, a sentence of Markdown.
    pub reason: Option<&'a str>,
    /// `true` if the configuration was checked against the kernel's machine code.
    pub is_compiled: bool,
}

/// A configuration on its GPUs.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Variant<'a> {
    /// The configuration, with placeholders for unknown values.
    pub configuration: Configuration<'a>,
    /// The arguments with unknown values. The page shows no figure that depends on one.
    pub unknown: Arguments,
    /// `true` if the configuration breaks a rule. It has no figures then.
    pub is_refused: bool,
    /// The arguments whose values are no literals, with the Rust code that the author wrote.
    pub written: Vec<(Argument, String)>,
    /// The block sizes that `threads = auto` found, the best first, which is that of the configuration; otherwise
    /// empty.
    pub block_sizes: Vec<BlockSize>,
    /// `true` if the block is a size of `threads = any(…)` behind the first: the variant before has the same GPUs.
    pub is_further_size: bool,
    /// The target that the author chose: `sm_90a`.
    pub target: Option<&'static str>,
    /// The author's reason for low occupancy, in the author's words.
    pub intent: Option<&'a str>,
}

impl<'a> Page<'a> {
    /// Creates the page of a kernel, with configurations that are not read from a file.
    pub fn new(kernel_name: &'a str, variants: Vec<Variant<'a>>) -> Self {
        Self {
            kernel_name,
            variants,
            ..Self::default()
        }
    }

    /// Returns `true` if every value is known and no rule is broken.
    pub fn is_known(&self) -> bool {
        self.variants.iter().all(Variant::is_known)
    }
}

impl Page<'_> {
    /// The variants by their GPUs: one, or one for each size of the block.
    pub(super) fn by_gpus(&self) -> impl Iterator<Item = &[Variant<'_>]> {
        self.variants.chunk_by(|_, next| next.is_further_size)
    }

    /// The number of block sizes of which the program chooses one.
    pub(super) fn sizes(&self) -> usize {
        self.by_gpus().map(<[_]>::len).max().unwrap_or_default()
    }

    /// Returns `true` if launch bounds decide the registers, so that the figures hold only for a kernel that is compiled
    /// with them.
    pub(super) fn has_budget(&self) -> bool {
        let mut variants = self.variants.iter();
        let is_auto = |of: &Configuration<'_>| of.auto_registers.or(of.auto_vgprs).is_some();
        !self.is_compiled && variants.any(|one| is_auto(&one.configuration))
    }

    /// Returns the words that are true for every GPU of the page.
    pub(super) fn words(&self) -> Words {
        let archs = self.variants.iter().flat_map(|one| one.configuration.archs);
        Words::of(&archs.copied().collect::<Vec<_>>())
    }
}

impl<'a> Variant<'a> {
    /// Creates a configuration whose values are all known, and that passes its check.
    pub const fn new(configuration: Configuration<'a>) -> Self {
        Self {
            configuration,
            unknown: Arguments::NONE,
            is_refused: false,
            written: Vec::new(),
            block_sizes: Vec::new(),
            is_further_size: false,
            target: None,
            intent: None,
        }
    }

    /// Evaluates the configuration on each of its GPUs.
    pub(super) fn outcomes(&self) -> impl Iterator<Item = Outcome<'_>> {
        let archs = self.configuration.archs.iter();
        archs.filter_map(|arch| Outcome::new(&self.configuration, arch))
    }

    /// Returns `true` if every value is known and no rule is broken.
    pub const fn is_known(&self) -> bool {
        self.unknown.is_empty() && !self.is_refused
    }
}
