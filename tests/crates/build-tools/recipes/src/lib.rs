//! What the documentation of `occupancy_binary::build` shows of each tool, compiled with the tools, and
//! a test of what cargo builds anew.

/// The recipes.
#[cfg(doctest)]
#[doc = include_str!("../../../../../occupancy-binary/src/files/build/tools.md")]
pub struct Recipes;
