//! Checks the kernels of `kernels.txt`, and writes their numbers for Rust and for CUDA C.

#[path = "src/kernels.rs"]
mod kernels;

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

const KERNELS: &str = "kernels.txt";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={KERNELS}");
    let generated = kernels::generate(KERNELS, &fs::read_to_string(KERNELS)?);
    print!("{}", generated.cargo);
    let folder = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(folder.join("kernels.h"), generated.header)?;
    fs::write(folder.join("kernels.rs"), generated.rust)?;
    Ok(())
}
