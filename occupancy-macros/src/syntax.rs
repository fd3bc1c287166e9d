//! Tokens → arguments: each value with the tokens it was written in, each fault reported.
//!
//! Arguments are split at commas first and parsed one by one, so that a fault in one hides no other.

mod arguments;
mod attribute;
mod gpus;
mod levels;
mod of_block;
mod on;
mod otherwise;
mod reader;
mod shown;
mod split;
mod unknown;
mod words;

#[cfg(feature = "binary")]
pub(crate) use self::arguments::Code;
pub(crate) use self::arguments::{Args, ByWarps, Documentation, Stated, Value};
pub(crate) use self::gpus::{Gpu, NamedArch};
pub(crate) use self::of_block::{named, with_parts};
