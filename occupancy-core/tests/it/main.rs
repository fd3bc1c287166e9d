//! The calculation, the rules and the searches. One program, since each is linked on its own; the models behind
//! occupancy are in another, which CI also runs with optimizations.

mod arch;
mod arguments;
mod block_sizes;
mod build_script;
mod clusters;
mod common;
mod edges;
mod latency;
mod layouts;
mod loaded_function;
mod messages;
mod mig;
mod peers;
mod properties;
mod published;
mod published_names;
mod random;
mod real_life;
mod rules;
mod search;
mod seeds;
mod sources;
mod stated;
mod total;
mod vectors;
