//! The calculation, the rules and the searches. They are one program, because each program is linked on its own. CI
//! also runs it with optimizations. A configuration with its figures is a row of `tests/figures`.

mod amd_vectors;
mod any_configuration;
mod arguments;
mod block_sizes;
mod build_script;
mod clusters;
mod common;
mod compile_options;
mod edges;
mod figures;
mod latency;
mod loaded_function;
mod messages;
mod mig;
mod names;
#[cfg(unix)]
mod new_rule;
mod program;
mod properties;
mod random;
mod real_life;
mod rules;
mod search;
mod sources;
mod stated;
mod tables;
mod tiles;
mod total;
