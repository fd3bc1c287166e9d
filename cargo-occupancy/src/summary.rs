//! The GPU code in the files, including what is not listed.

use std::collections::BTreeSet;

use crate::selection::Selection;

/// The GPU code of all files.
#[derive(Clone, Debug, Default)]
pub(crate) struct Summary {
    /// The targets of the code, in the order of their compute capabilities.
    pub(crate) targets: BTreeSet<((u32, u32), String)>,
    /// Kernels for the selected GPUs, whatever their names.
    pub(crate) kernels: u64,
    /// Something could not be read, and was reported.
    pub(crate) is_troubled: bool,
    /// Whether there is PTX that was not selected.
    pub(crate) ptx_left_out: bool,
}

impl Summary {
    /// Whether there is any GPU code.
    pub(crate) fn has_code(&self) -> bool {
        !self.targets.is_empty()
    }

    /// Why none of it is listed: what is asked for is not in it, or there is `nothing`.
    pub(crate) fn why_nothing(&self, args: &Selection, nothing: &str) -> String {
        if self.kernels == 0 {
            return self.no_code(args).unwrap_or_else(|| nothing.to_owned());
        }
        let asked = args.kernel.iter().map(|name| format!("`{}`", name.text));
        let asked = asked.collect::<Vec<_>>().join(" or ");
        format!("no matching kernels: none has {asked} in its name")
    }

    /// That all of it is for other GPUs, if it is.
    fn no_code(&self, args: &Selection) -> Option<String> {
        let is_for_asked = |(cc, _): &((u32, u32), String)| args.arch.contains(cc);
        if !self.has_code() || args.arch.is_empty() || self.targets.iter().any(is_for_asked) {
            return None;
        }
        let asked = args.arch.iter();
        let asked: Vec<_> = asked.map(|(x, y)| format!("sm_{x}{y}")).collect();
        let found: Vec<_> = self.targets.iter().map(|(_, target)| &**target).collect();
        let (asked, found) = (asked.join(", "), found.join(", "));
        Some(format!("no code for {asked}: there is for {found}"))
    }
}
