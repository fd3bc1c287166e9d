//! Compiles kernels with the tool that the package is named for.

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use cudaforge::KernelBuilder;
use occupancy_binary::build::Build;

const KERNELS: [&str; 2] = ["../kernels/block_sum.cu", "../kernels/saxpy.cu"];
const HEADER: &str = "../kernels/block.cuh";

fn main() -> Result<(), Box<dyn Error>> {
    // All three look for it on `PATH`.
    println!("cargo::rerun-if-env-changed=PATH");
    let mut nvcc = Command::new("nvcc");
    let version = nvcc.arg("--version").stdout(Stdio::null()).status();
    if !version.as_ref().is_ok_and(ExitStatus::success) {
        println!("cargo::warning=skipped: there is no nvcc on PATH: {version:?}");
        return Ok(());
    }
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let tool = env::var("CARGO_PKG_NAME")?;
    let tool = tool.trim_start_matches("occupancy-");
    println!("cargo::rustc-cfg={}", tool.replace('-', "_"));
    match tool {
        "bindgen-cuda" => bindgen_cuda(&out),
        "cc" => cc(),
        _ => cudaforge(&out),
    }
}

fn bindgen_cuda(out: &Path) -> Result<(), Box<dyn Error>> {
    let library = out.join("libkernels.a");
    bindgen_cuda::Builder::default()
        .kernel_paths(KERNELS.to_vec())
        // For a library, it tells cargo to watch nothing else, not even the kernels.
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

/// Two targets, and PTX.
fn cc() -> Result<(), Box<dyn Error>> {
    let mut cuda = cc::Build::new();
    // Else a debug build gets the code for debuggers, which takes other registers.
    cuda.cuda(true).debug(false).flags([
        "-gencode=arch=compute_80,code=sm_80",
        "-gencode=arch=compute_90,code=sm_90",
        "-gencode=arch=compute_90,code=compute_90",
    ]);
    // `cc` does not tell cargo to watch the files that it gets.
    println!("cargo::rerun-if-changed=../kernels");

    cuda.clone().file(KERNELS[0]).compile("one_file");
    print!("{}", Build::library("one_file")?.write("one_file.rs")?);

    // `cc` compiles each of two to be linked, and links them: the archive has both.
    cuda.files(KERNELS).compile("kernels");
    print!("{}", Build::library("kernels")?.write("kernels.rs")?);
    Ok(())
}

fn cudaforge(out: &Path) -> Result<(), Box<dyn Error>> {
    // It tells cargo to watch each, and no header but those.
    let kernels = || {
        KernelBuilder::new()
            .source_dir("../kernels")
            .watch([HEADER])
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
