//! One module a command.

pub(crate) mod calculate;
pub(crate) mod completions;
pub(crate) mod explain;
pub(crate) mod inspect;
