//! Reads what GPU kernels were compiled to from their files.
//!
//! | module | reads |
//! |---|---|
//! | [`cubin`] | machine code: cubins, and fat binaries that are not compressed |
//! | [`ptx`] | PTX text, and writes launch bounds into it |
//!
//! Both are `const fn`s, without `std` and without allocation. Each gives [`Compiled`], which
//! [`Configuration::with_compiled`](occupancy_core::Configuration::with_compiled) checks against a launch
//! configuration. The crate `occupancy` has both modules under the same names.
//!
//! The feature `std`, which is a default, reads files of every other kind, compressed or not: libraries,
//! object files, archives and fat binaries.
#![cfg_attr(feature = "std", doc = "")]
#![cfg_attr(feature = "std", doc = include_str!("files.md"))]
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]
// Nothing panics, whatever the bytes are: each exception in the code says why it cannot.
#![cfg_attr(
    not(test),
    deny(
        clippy::arithmetic_side_effects,
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]
#![doc(html_root_url = "https://docs.rs/occupancy-binary/0.1.0")]

extern crate alloc;

#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "offsets in an image, each below a length that is looked at before"
)]
pub mod cubin;
#[allow(dead_code, reason = "the readers are about to use it")]
mod error;
#[cfg(feature = "std")]
#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "offsets in a file, each below a length that is looked at before"
)]
mod files;
#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "positions in a text, each below a length that is looked at before"
)]
pub mod ptx;
mod words;

pub use self::error::{Error, ErrorKind};
#[cfg(feature = "std")]
pub use self::files::{
    Damage, Decoder, Entries, Entry, EntryKind, File, FileKind, ImageError, Limits, build,
    compiled, usage,
};
pub use occupancy_core::Compiled;

#[doc(hidden)]
pub use self::words::{unreadable, unreadable_ptx};
