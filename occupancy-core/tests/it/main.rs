//! The calculation, the rules and the searches. One program, since each is linked on its own; the models behind
//! occupancy are in another, which CI also runs with optimizations.

mod advice;
mod block_sizes;
mod clusters;
mod common;
mod compile_options;
mod edges;
mod figures;
mod latency;
mod lints;
mod loaded_function;
mod messages;
mod mig;
mod names;
mod passes;
mod properties;
mod random;
mod real_life;
mod rules;
mod search;
mod sources;
mod stated;
mod tables;
mod total;
