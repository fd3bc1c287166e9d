//! The forms of a comparison.

mod github;
mod json;
mod markdown;
mod sarif;
mod text;
mod words;

use std::io::{self, Write};

use clap::ValueEnum;

use crate::comparison::Comparison;

/// The output of a comparison, by the value of `--format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
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
    match form {
        Form::Text => text::write(comparison, out, width),
        Form::Json => json::write(comparison, out),
        Form::Github => github::write(comparison, out),
        Form::Sarif => sarif::write(comparison, out),
        Form::Markdown => markdown::write(comparison, out),
    }
}
