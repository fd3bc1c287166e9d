//! Reads the tokens of an attribute: each value with the tokens that state it, and reports each fault.
//!
//! Arguments are split at commas first and read one by one, so that a fault in one hides no other.

mod any;
mod arguments;
mod attribute;
mod block_names;
mod defaults;
mod display;
mod gpus;
mod keys;
mod levels;
mod per_gpu;
mod reader;
mod split;
mod suggest;
mod unknown;

#[cfg(feature = "binary")]
pub(crate) use self::arguments::Code;
pub(crate) use self::arguments::{Args, ByWarps, Documentation, Entry, Value};
pub(crate) use self::block_names::{UNKNOWN_BYTES, in_order_of_names, names_block, with_names};
pub(crate) use self::defaults::with_defaults;
pub(crate) use self::gpus::{Gpu, NamedArch};
