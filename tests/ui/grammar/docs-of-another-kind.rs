//! `docs` takes one of three words.

use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, docs = "pictures")]
fn pictures() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, docs = false)]
fn nothing() {}

fn main() {
    let _ = (PicturesLaunch::BLOCKS_PER_SM, NothingLaunch::BLOCKS_PER_SM);
}
