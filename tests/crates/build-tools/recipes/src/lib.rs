//! The examples that the documentation of `occupancy_binary::build` has for each tool, compiled with the tools, and a
//! test of the files that cargo watches.

/// The recipes.
#[cfg(doctest)]
#[doc = include_str!("../../../../../occupancy-binary/src/files/build/tools.md")]
pub struct Recipes;
