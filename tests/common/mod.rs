//! What the suites share that have cargo build something: the cases, and packages made of them.

#![allow(dead_code, reason = "every suite uses its own part")]

pub(crate) mod cases;
pub(crate) mod package;
