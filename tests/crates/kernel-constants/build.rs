//! Writes constants as a crate does that has a library of kernels, one that it has just compiled, and
//! PTX.

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use occupancy_binary::build::Build;

const FIXTURES: &str = "../../../occupancy-binary/fixtures";

fn main() -> Result<(), Box<dyn Error>> {
    let library = Build::new(format!("{FIXTURES}/libkernels.so"));
    print!("{}", library.write("library.rs")?);

    // As `cc` compiles it.
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let made = format!("{FIXTURES}/libkernels.a");
    fs::copy(&made, out.join("libmade.a"))?;
    println!("cargo::rerun-if-changed={made}");
    let of_90 = Build::library("made")?.compute_capability(9, 0);
    print!("{}", of_90.kernel_as("saxpy", "MADE").write("made.rs")?);

    let spills = Build::new(format!("{FIXTURES}/spills.cubin")).kernel("spills");
    print!("{}", spills.write("spills.rs")?);
    let ptx = Build::new(format!("{FIXTURES}/kernels.ptx"));
    print!("{}", ptx.write("ptx.rs")?);
    Ok(())
}
