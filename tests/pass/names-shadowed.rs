//! The expansion means the same if the author has other items of the names in it.

#![allow(non_camel_case_types, dead_code, unused_macros)]

mod core {}
mod std {}
mod occupancy {}

struct Result;
struct Option;
struct Ok;
struct Err;
struct Some;
struct None;
struct Clone;
struct Debug;
struct Arch;
struct GridDim;
trait Copy {}
trait From {}

macro_rules! panic {
    () => {};
}

macro_rules! __adapters {
    () => {};
}

#[::occupancy::launch_config(arch = "h100", threads = 256, regs = 64, elements = 1 << 20)]
fn saxpy() {}

fn main() {
    saxpy();
    let launch = SaxpyLaunch::configured();
    assert_eq!(launch.grid_dim().0, 4096);
}
