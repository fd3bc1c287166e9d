//! The values of a crate's constants, read from its source.
//!
//! A macro sees the names of constants and not their values. The `occupancy` crate's `#[launch_config]`
//! attribute draws the page of a launch type while the crate is documented: with [`Constants`] it reads the
//! files of the crate and calculates what the compiler will calculate. The compiler then compares the two.
//!
//! A value is calculated without doubt or not at all. So constants of other crates are unknown, whose source
//! is not read; so is what a macro may define, which only the compiler expands; and so is what depends on
//! the machine that is compiled for. [`Why`] lists every reason.
//!
//! The names of the `occupancy` crate are known: its GPUs, their figures and its ratios.
#![forbid(unsafe_code)]
#![doc(html_root_url = "https://docs.rs/occupancy-constants/0.1.0")]

mod compilation;
mod constants;
mod cursor;
mod evaluator;
mod items;
mod lexer;
mod library;
mod modules;
mod names;
mod parser;
mod rustc_arguments;

mod tree;
mod unknown_value;
mod value;

pub use self::constants::{Constant, Constants, Evaluated, Module};
pub use self::rustc_arguments::rustc_arguments;
pub use self::unknown_value::{UnknownValue, Why};
