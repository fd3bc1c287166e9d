//! The models behind occupancy: against the rows that they have to give, and against other sources.

mod constants;
mod extremes;
mod latency;
mod memory;
mod odd;
mod random;
mod tiles;
