//! Tokens → arguments: each value with the tokens it was written in, each fault reported.
//!
//! Arguments are split at commas first and parsed one by one, so that a fault in one hides no other.

mod arch;
mod argument;
mod arguments;
mod auto;
mod dims;
mod expression;
mod hides;
mod in_block;
mod intent;
mod known;
mod levels;
mod meant;
mod nested;
mod of_block;
mod on;
mod scope;
mod shown;
mod split;
mod strays;
mod unknown;
mod value;
mod values;
mod words;

use proc_macro2::TokenStream;

pub(crate) use self::arch::{ArchValue, NamedArch};
pub(crate) use self::arguments::Args;
#[cfg(feature = "binary")]
pub(crate) use self::arguments::Code;
pub(crate) use self::dims::Dims;
pub(crate) use self::of_block::{ByWarps, OfBlock, bindings, checked, variables, with_variables};
pub(crate) use self::value::ArgumentValue;
pub(crate) use self::values::Documentation;

/// A value and the tokens that it was written in, where its faults are shown.
#[derive(Clone)]
pub(crate) struct Spanned<T> {
    pub(crate) value: T,
    pub(crate) tokens: TokenStream,
}
