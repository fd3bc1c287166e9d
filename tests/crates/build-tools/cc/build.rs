//! Compiles kernels with `cc`.

use std::error::Error;

use occupancy_binary::build::Build;

#[path = "../nvcc.rs"]
mod nvcc;

/// Two targets, and PTX.
const TARGETS: [&str; 3] = [
    "-gencode=arch=compute_80,code=sm_80",
    "-gencode=arch=compute_90,code=sm_90",
    "-gencode=arch=compute_90,code=compute_90",
];

fn main() -> Result<(), Box<dyn Error>> {
    if !nvcc::is_there() {
        return Ok(());
    }
    let mut cuda = cc::Build::new();
    // Else a debug build gets the code for debuggers, which takes other registers.
    cuda.cuda(true).debug(false).flags(TARGETS);
    // What `cc` is given it does not tell cargo to watch.
    println!("cargo::rerun-if-changed=../kernels");

    cuda.clone()
        .file("../kernels/block_sum.cu")
        .compile("one_file");
    print!("{}", Build::library("one_file")?.write("one_file.rs")?);

    // Of two, `cc` compiles each to be linked, and links them: the archive has both.
    cuda.file("../kernels/block_sum.cu")
        .file("../kernels/saxpy.cu")
        .compile("kernels");
    print!("{}", Build::library("kernels")?.write("kernels.rs")?);
    Ok(())
}
