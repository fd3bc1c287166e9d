//! The GPU code in the files, including what is not listed.

use std::collections::BTreeSet;

use crate::selection::Selection;

/// The GPU code of one entry, of one file, or of all files.
#[derive(Debug, Default)]
pub(crate) struct Summary {
    /// The targets of the code, in the order of their compute capabilities.
    targets: BTreeSet<((u32, u32), String)>,
    /// Kernels for the selected GPUs, whatever their names.
    pub(crate) kernels: u64,
    /// Whether there is PTX that was not selected.
    pub(crate) ptx_left_out: bool,
}

impl Summary {
    pub(crate) fn add_target(&mut self, compute_capability: (u32, u32), target: String) {
        self.targets.insert((compute_capability, target));
    }

    pub(crate) fn add(&mut self, mut other: Self) {
        self.targets.append(&mut other.targets);
        self.kernels += other.kernels;
        self.ptx_left_out |= other.ptx_left_out;
    }

    /// Whether there is any GPU code.
    pub(crate) fn has_code(&self) -> bool {
        !self.targets.is_empty()
    }

    /// Why none of it is listed.
    pub(crate) fn why_nothing(&self, args: &Selection) -> String {
        let listed = |texts: Vec<String>| texts.join(", ");
        let is_for_asked = |(cc, _): &&((u32, u32), String)| args.arch.contains(cc);
        if !args.arch.is_empty() && !self.targets.iter().any(|target| is_for_asked(&target)) {
            let asked = args.arch.iter();
            let asked = asked.map(|(major, minor)| format!("sm_{major}{minor}"));
            let found = self.targets.iter().map(|(_, target)| target.clone());
            return format!(
                "no code for {}: there is for {}",
                listed(asked.collect()),
                listed(found.collect())
            );
        }
        let hint = if self.ptx_left_out {
            "; `--ptx` lists what PTX states"
        } else {
            ""
        };
        if self.kernels == 0 {
            return format!("no kernels in the GPU code{hint}");
        }
        let asked = args.kernel.iter().map(|name| format!("`{name}`"));
        format!(
            "no matching kernels: none has {} in its name{hint}",
            asked.collect::<Vec<_>>().join(" or ")
        )
    }
}
