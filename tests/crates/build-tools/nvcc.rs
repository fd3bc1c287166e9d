//! Whether there is an nvcc on `PATH`, where all three tools look for it.

use std::process::{Command, Stdio};

/// Tells cargo whether the crate has kernels.
pub(crate) fn is_there() -> bool {
    println!("cargo::rerun-if-env-changed=PATH");
    let version = Command::new("nvcc")
        .arg("--version")
        .stdout(Stdio::null())
        .status();
    match version {
        Ok(status) if status.success() => {
            println!("cargo::rustc-cfg=kernels");
            true
        }
        Ok(status) => {
            println!("cargo::warning=skipped: `nvcc --version` ends with {status}");
            false
        }
        Err(error) => {
            println!("cargo::warning=skipped: there is no nvcc on PATH: {error}");
            false
        }
    }
}
