//! A comparison as people are told of it, the same in text, Markdown and JSON: counts, notes, the worst templates, and
//! the verdict last.

use serde::Serialize;

/// A comparison in few lines.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Digest {
    /// "275 kernels are worse: 168 names in 16 templates"; on a quiet day, all that there is to say.
    pub(crate) headline: String,
    /// Nothing fails, and there is nothing to note: the headline is everything.
    pub(crate) is_quiet: bool,
    /// The counts of all other kernels, in sentences.
    pub(crate) counts: Vec<String>,
    /// Remarks, which fail nothing.
    pub(crate) notes: Vec<String>,
    /// Patterns and options without an effect; they fail if that is asked for.
    pub(crate) warnings: Vec<String>,
    /// The errors of reading. If there is one, the comparison is not complete.
    pub(crate) errors: Vec<String>,
    /// The templates with kernels that fail, the worst first, up to the limit.
    pub(crate) templates: Vec<Template>,
    /// The templates beyond the limit, and their kernels that fail.
    pub(crate) omitted: Omitted,
    /// The templates whose count of kernels or size of code changed most.
    pub(crate) sizes: Vec<Size>,
    /// The command that writes it down, if it is meant.
    pub(crate) remedy: Option<String>,
    /// "16 templates are worse: FAILED".
    pub(crate) verdict: String,
}

/// A template with kernels that fail.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Template {
    /// The name without arguments and parameters; with `<…>` if it has several instances.
    pub(crate) name: String,
    /// The worst that befell it: `spills`, `stack`, `blocks`, `budget`, or a status for stricter rules.
    pub(crate) kind: String,
    /// The count of kernels that fail, each target and library for itself.
    pub(crate) kernels: usize,
    /// The count of names that fail, and of those that the template has in the new build.
    pub(crate) instances: [usize; 2],
    /// What happened, the worst first; at most three.
    pub(crate) changes: Vec<TemplateChange>,
    /// The count of further changes, and of their kernels.
    pub(crate) more: [usize; 2],
    /// The place of the worst kernel: a path relative to the repository, and a line from 1.
    pub(crate) place: Option<(String, usize)>,
}

/// The same change of several kernels of a template.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TemplateChange {
    pub(crate) targets: Vec<String>,
    pub(crate) kernels: usize,
    /// "spills 0 → 20, but blocks per SM 6 → 8".
    pub(crate) change: String,
    /// "registers are capped 40 → 32".
    pub(crate) because: Option<String>,
}

/// What is left out.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct Omitted {
    pub(crate) templates: usize,
    pub(crate) kernels: usize,
}

/// The kernels of a template before and after, and the bytes of their code, as far as they are known.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Size {
    pub(crate) template: String,
    pub(crate) kernels: [usize; 2],
    pub(crate) code_bytes: [Option<u64>; 2],
}
