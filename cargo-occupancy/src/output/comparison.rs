//! The forms of a comparison.

mod github;
mod json;
mod markdown;
mod sarif;
mod text;

use std::io::{self, Write};
use std::path::Path;

use occupancy_core::text::grouped;

use super::Form;
use crate::comparison::{Comparison, Count, Difference};

/// Writes a comparison in one of its forms; text fits the `width` of the terminal, if there is one.
pub(crate) fn write_comparison(
    comparison: &Comparison,
    form: Form,
    out: &mut dyn Write,
    width: Option<usize>,
) -> io::Result<()> {
    match form {
        Form::Text => text::write(comparison, out, width),
        Form::Json => json::write(comparison, out),
        Form::Github => github::write(comparison, out),
        Form::Sarif => sarif::write(comparison, out),
        Form::Markdown => markdown::write(comparison, out),
    }
}

/// "`saxpy` (sm_90, libkernels.so) is worse: registers 32 → 40; …".
fn sentence(difference: &Difference) -> String {
    let kernel = difference.kernel();
    let about = difference.lines().join("; ");
    let about = if about.is_empty() {
        String::new()
    } else {
        format!(": {about}")
    };
    format!(
        "`{}` ({}, {}) is {}{about}",
        kernel.name,
        kernel.target,
        kernel.library,
        difference.status.words()
    )
}

/// A path with `/` between its parts, relative where it is.
fn slashed(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

/// Those of the totals that are another than before.
fn changed(totals: &[(String, [Count; 2])]) -> impl Iterator<Item = &(String, [Count; 2])> {
    totals.iter().filter(|(_, [old, new])| old != new)
}

/// "3 → 4".
fn step(old: u64, new: u64) -> String {
    if old == new {
        grouped(new).to_string()
    } else {
        format!("{} → {}", grouped(old), grouped(new))
    }
}
