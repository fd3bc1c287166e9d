//! The documentation of launch structs, as readers see it.

mod charts;
mod common;
mod index;
mod lints;
