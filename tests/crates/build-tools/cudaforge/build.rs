//! Compiles kernels with `cudaforge`: a library, and PTX.

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use cudaforge::KernelBuilder;
use occupancy_binary::build::Build;

#[path = "../nvcc.rs"]
mod nvcc;

fn main() -> Result<(), Box<dyn Error>> {
    if !nvcc::is_there() {
        return Ok(());
    }
    let out = PathBuf::from(env::var("OUT_DIR")?);
    // It tells cargo to watch each, and no header but those.
    let kernels = || {
        KernelBuilder::new()
            .source_dir("../kernels")
            .watch(["../kernels/block.cuh"])
    };

    let library = out.join("libkernels.a");
    kernels()
        .with_compute_override("saxpy.cu", 80)
        .build_lib(&library)?;
    print!("{}", Build::new(library).write("kernels.rs")?);

    let ptx = out.join("ptx");
    // It leaves there what it made of sources that are gone.
    if ptx.exists() {
        fs::remove_dir_all(&ptx)?;
    }
    kernels().out_dir(&ptx).build_ptx()?;
    print!("{}", Build::new(ptx).write("ptx.rs")?);
    Ok(())
}
