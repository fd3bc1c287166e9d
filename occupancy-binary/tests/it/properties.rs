//! What holds for every input of the readers: damaged files and random texts are read or refused, and
//! nothing panics. The random inputs are the same on every run; `PROPTEST_RNG_SEED` makes others.

#[allow(dead_code, reason = "shared with the properties of the calculation")]
#[path = "../../../occupancy-core/tests/it/properties/any.rs"]
mod any;
#[path = "../../../occupancy-core/tests/it/common.rs"]
mod common;
mod cubin;
mod ptx;
