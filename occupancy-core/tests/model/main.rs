//! The models behind occupancy: against the rows that they have to give, against other sources, and against
//! a simulation of their own.

mod banks;
mod clocks;
mod constants;
mod extremes;
mod latency;
mod layouts;
mod memory;
mod mix;
mod profile;
mod random;
mod rates;
mod schedule;
mod sectors;
mod throughput;
mod tiles;
mod timeline;
