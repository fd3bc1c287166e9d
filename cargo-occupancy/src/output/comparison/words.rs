//! Words that several forms have.

use std::path::Path;

use occupancy_core::text::grouped;

use crate::comparison::{Difference, Stack, Total, Totals};

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

/// A path with `/` between its parts, relative where it is.
pub(super) fn slashed(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
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
