//! What holds for every input: of the calculation, the searches and the grids, exhaustively where the
//! domain allows it; of the rules, the advice and the messages, over the edges; of everything, at
//! random over the full range of `u32` and `u64`.
//!
//! Tests are built with overflow checks, so a random input that only ends is a result, too.

mod advice;
mod calculation;
mod grids;
mod launch;
mod margins;
mod rules;
mod searches;
