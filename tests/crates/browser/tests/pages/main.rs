//! The documentation of launch structs, as readers see it.

mod browser;
mod charts;
mod common;
mod constants;
mod figures;
mod index;
mod lints;
mod recalculated;
mod report;
mod text;
