//! What holds for every input of the readers: damaged files and random texts are read or refused, and
//! nothing panics. The random inputs are the same on every run; `PROPTEST_RNG_SEED` makes others.

mod any;
#[path = "../../../occupancy-core/tests/it/common.rs"]
mod common;
mod cubin;
mod ptx;
