//! The forms of a comparison.

mod people;
mod tools;

use std::io::{self, Write};

use clap::ValueEnum;
use occupancy_core::text::grouped;

use crate::comparison::{Comparison, Stack, Total};

/// The output of a comparison, by the value of `--format`.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Form {
    /// For people.
    Text,
    /// One object.
    Json,
    /// Annotations of GitHub Actions.
    Github,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// For a pull request.
    Markdown,
}

/// Writes a comparison in one of its forms; text fits the `width` of the terminal, if there is one.
pub(crate) fn write_comparison(
    comparison: &Comparison,
    form: Form,
    out: &mut dyn Write,
    width: Option<usize>,
) -> io::Result<()> {
    let object = match form {
        Form::Text => return people::text(comparison, out, width),
        Form::Github => return tools::github(comparison, out),
        Form::Markdown => return people::markdown(comparison, out),
        Form::Json => tools::json(comparison),
        Form::Sarif => tools::sarif(comparison),
    };
    writeln!(out, "{object:#}")
}

/// Those of the totals that are another than before: the name, the kernels, and the bytes of their code.
fn changed(totals: &[Total]) -> impl Iterator<Item = (&str, String, String)> {
    let changed = totals.iter().filter(|total| total.old != total.new);
    changed.map(|Total { name, old, new }| {
        let bytes = step(old.code_bytes, new.code_bytes);
        (&**name, step(old.kernels, new.kernels), bytes)
    })
}

/// The bytes that stacks reserve before and after, where that differs.
fn stacks(comparison: &Comparison) -> impl Iterator<Item = (&Stack, String)> {
    comparison.totals.stacks.iter().filter_map(|of| {
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
