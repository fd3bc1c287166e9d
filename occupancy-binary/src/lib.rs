//! Reads compiled GPU kernels: their registers, shared memory, launch bounds and other figures.
//!
//! | module | reads |
//! |---|---|
//! | [`cubin`] | machine code: cubins, and fat binaries that are not compressed |
//! | [`ptx`] | PTX text, and writes launch bounds into it |
//!
//! Both need no `std`. Each gives [`Compiled`], which
//! [`Configuration::with_compiled`](occupancy_core::Configuration::with_compiled) checks against a launch
//! configuration. A file that cannot be read is an [`Error`]. The crate `occupancy` has both modules under the same
//! names.
//!
//! The feature `files`, which is a default, reads files of every other kind, compressed or not: libraries,
//! object files, archives and fat binaries.
#![cfg_attr(feature = "files", doc = "")]
#![cfg_attr(feature = "files", doc = include_str!("files.md"))]
#![cfg_attr(not(feature = "files"), no_std)]
#![forbid(unsafe_code)]
// No input makes it panic: each exception in the code says why it cannot.
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
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg_attr(not(feature = "files"), macro_use)]
extern crate alloc;

pub mod cubin;
mod error;
#[cfg(feature = "files")]
mod files;
mod prelude;
pub mod ptx;

pub use self::error::{Error, ErrorKind};
#[doc(hidden)]
pub use self::error::{unreadable, unreadable_ptx};
#[cfg(feature = "files")]
pub use self::files::{
    Decoder, Entry, EntryKind, File, FileKind, Limits, build, compiled, usage_on,
};
pub use occupancy_core::Compiled;

#[cfg(all(feature = "files", doctest))]
#[doc = include_str!("../README.md")]
struct Readme;
