//! The codes that every command exits with.

use std::fmt::Display;
use std::io;

/// At least one kernel was listed, and every file was read.
pub(crate) const FOUND: u8 = 0;
/// Every file was read, and none has a matching kernel.
pub(crate) const NOTHING: u8 = 1;
/// The arguments are wrong, or something could not be read; the rest was listed.
pub(crate) const TROUBLE: u8 = 2;

/// A command cannot go on: its message is written behind `error: `.
pub(crate) fn fatal(message: impl Display) -> io::Error {
    io::Error::other(message.to_string())
}
