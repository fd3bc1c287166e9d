//! What a configuration has to keep to: the rules, their words, and what passes instead.

pub(crate) mod advice;
mod advisory;
mod arguments;
mod block_sizes;
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

pub use self::advice::{Advice, advice, next_block};
pub use self::advisory::Advisory;
pub use self::block_sizes::{BlockSize, best_block_sizes};
pub(crate) use self::check::Broken;
pub use self::check::{Rule, Violation, Violations};
pub(crate) use self::message::help;
pub use self::message::{change, figures, not_stated, unknown_arch};
pub use self::out_of_range::out_of_range;
