//! The program `occupancy`.
//!
//! The files of `sessions` have command lines with their answers. The modules test what a session cannot: every name and
//! page, packages that are compiled, damaged files, and outputs that are closed.

mod common;
#[path = "../../../occupancy-binary/tests/it/containers.rs"]
mod containers;
mod damaged;
mod documents;
mod embedded;
mod gate;
mod hostile;
mod names;
mod outputs;
mod recipes;
mod report;
mod sessions;
