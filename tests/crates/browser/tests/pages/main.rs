//! The documentation of launch types and the calculator, as readers see them.

mod browser;
mod calculator;
mod charts;
mod common;
mod constants;
mod figures;
mod index;
mod lints;
#[path = "../../../../../occupancy-core/tests/it/random.rs"]
mod random;
