//! The forms of a comparison.

mod github;
mod json;
mod markdown;
mod sarif;
mod text;
mod words;

use std::io::{self, Write};

use super::Form;
use crate::comparison::Comparison;

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
