//! Kernels beside code of AMD, and one that this code breaks.

use occupancy::launch_config;

#[launch_config(
    arch = "mi300x",
    threads = 256,
    hsaco = "../../../kernels/spills.hsaco",
    allow(spills)
)]
fn outer() {}

#[launch_config(arch = ["mi300x", "rx7900xtx"], threads = 256, vgprs = 5, sgprs = 18)]
fn saxpy() {}

fn main() {
    outer();
    saxpy();
}
