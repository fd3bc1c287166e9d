//! Checks the kernels of `kernels.csv`, and writes their numbers for Rust and for CUDA C. Writes constants of a library
//! of kernels, of one that it has just compiled, of a cubin, of PTX, and of an offload bundle of AMD, which it has checked
//! before.

#[path = "src/kernels.rs"]
mod kernels;

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use occupancy::{Arch, Configuration, Kernel};
use occupancy_binary::build::Build;
use occupancy_binary::compiled;

const KERNELS: &str = "kernels.csv";
const FIXTURES: &str = "../../../occupancy-binary/fixtures";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={KERNELS}");
    let generated = kernels::generate(KERNELS, &fs::read_to_string(KERNELS)?);
    print!("{}", generated.cargo);
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("kernels.h"), generated.header)?;
    fs::write(out.join("kernels.rs"), generated.rust)?;

    let library = Build::new(format!("{FIXTURES}/libkernels.so"));
    print!("{}", library.write("library.rs")?);
    // Compiles it as `cc` does.
    let made = format!("{FIXTURES}/libkernels.a");
    fs::copy(&made, out.join("libmade.a"))?;
    println!("cargo::rerun-if-changed={made}");
    let of_90 = Build::library("made")?.compute_capability(9, 0);
    print!("{}", of_90.kernel_as("saxpy", "MADE").write("made.rs")?);
    let spills = Build::new(format!("{FIXTURES}/spills.cubin")).kernel("spills");
    print!("{}", spills.write("spills.rs")?);
    let ptx = Build::new(format!("{FIXTURES}/kernels.ptx"));
    print!("{}", ptx.write("ptx.rs")?);

    let bundle = "../../kernels/compressed.hipfb";
    let archs = [Arch::find("mi300x")?, Arch::find("rx7900xtx")?];
    let outer = Kernel::new((256, 1, 1), 0).with_vgprs(98).with_sgprs(22);
    let outer = Configuration::new(&archs, outer);
    compiled::check(&outer, &fs::read(bundle)?, "outer")?;
    let more = outer.with_min_blocks(8);
    let refused = compiled::check(&more, &fs::read(bundle)?, "outer").unwrap_err();
    assert!(refused.to_string().starts_with("[OCC012] 8 workgroups"));
    let of_942 = Build::new(bundle).target("gfx942");
    print!("{}", of_942.write("amd.rs")?);
    Ok(())
}
