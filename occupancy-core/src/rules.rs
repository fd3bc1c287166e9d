//! The rules that a configuration has to keep.
//!
//! `rule` has the list. Each family of rules has one file: the codes, what each rule reads, when it is
//! broken, its words, and the values that pass. `check` asks the families what is broken, `message` puts
//! their words together, `advice` and `help` find and word the values that pass.

mod about;
mod advice;
mod barriers;
mod block;
mod block_sizes;
#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "positions in a text, each below a length that is looked at before"
)]
pub mod build_script;
mod check;
mod cluster;
mod compiled;
mod faults;
mod foreign_attributes;
mod grid;
mod help;
mod latency;
mod limits;
mod lints;
mod message;
mod named_gpus;
mod out_of_range;
mod registers;
mod residency;
mod rule;
mod several;
mod share;
mod shared_memory;
mod tail;
mod tile;
mod unknown_arch;
mod violations;

pub use self::advice::{Advice, advice, next_block};
pub use self::block_sizes::{BlockSize, best_block_size, best_block_sizes};
pub(crate) use self::check::Broken;
pub use self::lints::Lint;
pub use self::rule::Rule;
pub use self::violations::{Violation, Violations};

#[doc(hidden)]
pub use self::compiled::{no_code, not_stated};
#[doc(hidden)]
pub use self::help::change;
#[doc(hidden)]
pub use self::limits::limit_details;
#[doc(hidden)]
#[doc(hidden)]
pub use self::out_of_range::out_of_range;
#[doc(hidden)]
pub use self::unknown_arch::{compute_capability, unknown_arch};
