//! The rules that a configuration has to keep.
//!
//! `rule` lists them. A file for each family says when a rule is broken, in which words, and which values pass. `check`
//! asks the families, `review` notes what they find and words it, `nearest` searches values that pass, and `message`
//! puts the words together.

mod block;
mod block_sizes;
mod check;
mod cluster;
mod code;
mod compiled;
mod contradiction;
mod grid;
mod latency;
mod limits;
mod list;
mod margin;
mod message;
mod names;
mod nearest;
mod out_of_range;
mod register_split;
mod residency;
mod resources;
mod review;
mod rule;
mod template;
mod tile;
mod unknown_arch;

pub use self::block_sizes::{AUTO_BLOCK_SIZES, BlockSize, auto_twice, best_block_sizes};
pub use self::rule::{Lint, Rule, Violations};

#[doc(hidden)]
pub use self::{
    check::advice,
    code::{instead_of_no_code, no_code, not_stated},
    limits::limit_details,
    margin::{MARGINS, Margin, margin},
    nearest::Advice,
    out_of_range::negative,
    template::{Style, change},
    unknown_arch::{compute_capability, unknown_arch},
};
