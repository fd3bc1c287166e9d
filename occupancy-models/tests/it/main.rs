//! The models: against the rows that they have to give, against other sources, and against simulations of their own.

mod accesses;
mod block_sizes;
mod charts;
mod devices;
mod drawn;
mod errors;
mod extremes;
mod images;
mod mix;
mod odd;
mod profile;
#[path = "../../../occupancy-core/tests/it/random.rs"]
mod random;
mod rates;
mod register_split;
mod rows;
mod schedule;
mod throughput;
mod timeline;
