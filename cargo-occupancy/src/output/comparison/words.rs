//! Words that several forms have.

use occupancy_core::text::grouped;

use crate::comparison::{Comparison, Difference, Stack, Total, Totals};

/// "`saxpy` (sm_90, libkernels.so) is worse: registers 32 → 40; …".
pub(super) fn sentence(difference: &Difference) -> String {
    let kernel = difference.kernel();
    let mut sentence = format!(
        "`{}` ({}, {}) is {}",
        kernel.name,
        kernel.target,
        kernel.library,
        difference.status.words()
    );
    let about = difference.lines().join("; ");
    if !about.is_empty() {
        sentence = format!("{sentence}: {about}");
    }
    sentence
}

/// Where the baseline has a kernel: its path, with `/` between the parts, and a line.
pub(super) fn place(comparison: &Comparison, difference: &Difference) -> Option<(String, usize)> {
    let line = difference.old.as_ref()?.line?;
    let path = comparison.path.to_string_lossy();
    Some((path.replace('\\', "/"), line))
}

/// Those of the totals that are another than before: the name, the kernels, and the bytes of their code.
pub(super) fn changed(totals: &[Total]) -> impl Iterator<Item = (&str, String, String)> {
    let changed = totals.iter().filter(|total| total.old != total.new);
    changed.map(|Total { name, old, new }| {
        let bytes = step(old.code_bytes, new.code_bytes);
        (&**name, step(old.kernels, new.kernels), bytes)
    })
}

/// The bytes that stacks reserve before and after, where that differs.
pub(super) fn stacks(totals: &Totals) -> impl Iterator<Item = (&Stack, String)> {
    totals.stacks.iter().filter_map(|of| {
        let [old, new] = [of.old_bytes, of.new_bytes].map(Option::unwrap_or_default);
        (old != new).then(|| (of, step(old, new)))
    })
}

/// "3 → 4".
fn step(old: u64, new: u64) -> String {
    if old == new {
        grouped(new).to_string()
    } else {
        format!("{} → {}", grouped(old), grouped(new))
    }
}
