//! Why PTX cannot be read.

use alloc::format;
use core::fmt::Display;

use super::{Error, ErrorKind};

/// At a byte of the text; [`ErrorKind::InvalidPtx`] is what does not follow the PTX ISA.
pub(super) fn at(
    text: &str,
    offset: usize,
    kind: ErrorKind,
    fault: impl Display,
    help: &str,
) -> Error {
    let before = text.bytes().take(offset);
    let ended = before.filter(|byte| *byte == b'\n').count();
    let line = ended.saturating_add(1);
    let fault = format!("line {line} of the PTX: {fault}");
    Error::new(kind, fault, help).at(offset).on_line(line)
}

pub(super) fn declared_only() -> Error {
    Error::new(
        ErrorKind::DeclaredOnly,
        "the entry is declared, but its body is not in this PTX",
        "take the PTX that defines it",
    )
}
