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
    let path = comparison.path.as_ref()?.to_string_lossy();
    let line = difference.old.as_ref()?.line?;
    Some((path.replace('\\', "/"), line))
}

/// Those of the totals that are another than before.
pub(super) fn changed(totals: &[Total]) -> impl Iterator<Item = &Total> {
    totals.iter().filter(|total| total.old != total.new)
}

/// What stacks reserve before and after, where that differs.
pub(super) fn stacks(totals: &Totals) -> impl Iterator<Item = (&Stack, String)> {
    let bytes = |bytes: Option<u64>| bytes.unwrap_or(0);
    let stacks = totals.stacks.iter();
    let differing = stacks.filter(move |of| bytes(of.old_bytes) != bytes(of.new_bytes));
    differing.map(move |of| (of, step(bytes(of.old_bytes), bytes(of.new_bytes))))
}

/// "3 → 4".
pub(super) fn step(old: u64, new: u64) -> String {
    if old == new {
        grouped(new).to_string()
    } else {
        format!("{} → {}", grouped(old), grouped(new))
    }
}
