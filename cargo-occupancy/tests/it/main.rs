//! The program `occupancy`.
//!
//! What it answers to a command line is a file of `sessions`. The modules have what is no answer to one: every name and
//! page, packages that are compiled, damaged files, and outputs that are closed.

mod common;
mod damaged;
mod documents;
mod embedded;
mod hostile;
mod names;
mod outputs;
mod report;
mod sessions;
