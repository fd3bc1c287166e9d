//! A program that contains its kernel, for the driver's `cuModuleLoadData`. `occupancy inspect` finds it there:
//!
//! ```sh
//! cargo build --package occupancy-examples --example embedded
//! occupancy inspect target/debug/examples/embedded
//! ```

use std::hint::black_box;

static HORNER: &[u8] = include_bytes!("../from_cubin/horner.cubin");

fn main() {
    println!("{} bytes of machine code", black_box(HORNER).len());
}
