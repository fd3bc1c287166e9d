//! Compiles kernels with `bindgen_cuda`: a library, and PTX.

use std::env;
use std::error::Error;
use std::path::PathBuf;

use occupancy_binary::build::Build;

#[path = "../nvcc.rs"]
mod nvcc;

const KERNELS: [&str; 2] = ["../kernels/block_sum.cu", "../kernels/saxpy.cu"];
const HEADER: &str = "../kernels/block.cuh";

fn main() -> Result<(), Box<dyn Error>> {
    if !nvcc::is_there() {
        return Ok(());
    }
    let out = PathBuf::from(env::var("OUT_DIR")?);

    let library = out.join("libkernels.a");
    bindgen_cuda::Builder::default()
        .kernel_paths(KERNELS.to_vec())
        // Of a library, it tells cargo to watch nothing else, not even the kernels.
        .watch(KERNELS.iter().chain([&HEADER]))
        .build_lib(&library);
    print!("{}", Build::new(library).write("kernels.rs")?);

    bindgen_cuda::Builder::default()
        .kernel_paths(KERNELS.to_vec())
        .include_paths(vec![HEADER])
        .build_ptx()
        .map_err(|error| format!("{error:?}"))?;
    for kernel in ["block_sum", "saxpy"] {
        let ptx = Build::new(out.join(kernel).with_extension("ptx"));
        print!("{}", ptx.write(&format!("{kernel}_ptx.rs"))?);
    }
    Ok(())
}
