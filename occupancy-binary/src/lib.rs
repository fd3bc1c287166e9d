//! What GPU kernels were compiled to, read out of their files in `const fn`s, without `std` and without
//! allocation.
//!
//! | module | reads |
//! |---|---|
//! | [`cubin`] | machine code: cubins, and fat binaries that are not compressed |
//! | [`ptx`] | PTX text, in which it writes launch bounds too |
//!
//! Each gives [`Compiled`](occupancy_core::Compiled), which
//! [`Configuration::with_compiled`](occupancy_core::Configuration::with_compiled) checks against a launch
//! configuration. What is compressed, or inside of a library or an object file, is for the crate
//! `occupancy-image`.
//!
//! The crate `occupancy` has both modules under the same names.
#![no_std]
#![forbid(unsafe_code)]
// Nothing panics, whatever the bytes are: an exception says why it cannot.
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

#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "offsets in an image, each below a length that is looked at before"
)]
pub mod cubin;
#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "positions in a text, each below a length that is looked at before"
)]
pub mod ptx;
mod words;

pub use occupancy_core::Compiled;

#[doc(hidden)]
pub use self::words::{unreadable, unreadable_ptx};
