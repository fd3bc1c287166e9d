//! What a configuration has to keep to: the rules, their words, and what passes instead.

pub(crate) mod advice;
mod advisory;
mod arguments;
#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "positions in a text, each below a length that is looked at before"
)]
pub mod build_script;
pub(crate) mod check;
mod fault;
pub(crate) mod message;
mod out_of_range;

pub use self::advice::{Advice, Change, advice, next_block};
pub use self::advisory::Advisory;
pub use self::arguments::Arguments;
pub use self::check::{Argument, Configuration, Grid, Rule, Violation, Violations};
pub use self::message::{
    Message, change, figures, not_stated, unknown_arch, unreadable, unreadable_ptx,
};
pub use self::out_of_range::out_of_range;
