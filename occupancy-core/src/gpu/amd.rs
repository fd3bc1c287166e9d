//! AMD's GPUs: their tables.

pub mod devices;
pub mod targets;
