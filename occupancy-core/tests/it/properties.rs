//! Properties that hold for every input: of the calculation, the searches and the grids, exhaustively where the domain
//! allows it; of the rules, the advice and the messages, at the edges; of everything, at random over the full range of
//! `u32` and `u64`.
//!
//! Tests are built with overflow checks, so that it is a result, too, if a random input only returns.

mod advice;
mod calculation;
mod grids;
mod launch;
mod margins;
mod rules;
mod searches;
