//! Properties that hold for every input. Where the domain allows it, the tests try all of it, for the calculation, the
//! searches and the grids. They try the edges for the rules, the advice and the messages, and random inputs over the
//! full range of `u32` and `u64` for everything.
//!
//! Tests are built with overflow checks, so it is a result that a random input does not panic.

mod advice;
mod calculation;
mod grids;
mod margins;
mod rules;
mod searches;
mod sweeps;
