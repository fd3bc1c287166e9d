//! One module per command.

pub(crate) mod baseline;
pub(crate) mod calculate;
pub(crate) mod calculator;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod explain;
pub(crate) mod inspect;
pub(crate) mod report;
