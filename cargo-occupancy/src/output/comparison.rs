//! The forms of a comparison.

mod people;
mod tools;

use std::io::{self, Write};

use clap::ValueEnum;

use crate::comparison::Comparison;

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
