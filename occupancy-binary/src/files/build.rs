//! For build scripts: writes the figures of a library's kernels as constants.
//!
//! A build script that compiles kernels with nvcc, hipcc, the crate `cc`, `cudaforge` or `bindgen_cuda`
//! produces a library, an object file, a fat binary, cubins, PTX, or code objects of AMD. [`Build`] reads it, and writes a
//! Rust file into `OUT_DIR`. The crate includes the file. It has a module for each GPU, and in it a
//! constant for each kernel, named as in the source. The compiler then checks whatever the crate counts
//! on:
//!
//! ```
//! # /*
//! mod kernels {
//!     include!(concat!(env!("OUT_DIR"), "/kernels.rs"));
//! }
//! # */
//! # mod kernels {
//! #     pub mod sm_90 {
//! #         use occupancy_core::Compiled;
//! #         pub const SAXPY: Compiled<'static> =
//! #             Compiled::machine_code("saxpy", (9, 0)).with_registers(10);
//! #     }
//! # }
//! const _: () = assert!(kernels::sm_90::SAXPY.registers.unwrap() <= 32);
//! ```
//!
//! | tool | what to give |
//! |---|---|
//! | `cc`, `.cuda(true)` | [`Build::library`] with the name that was given to `compile` |
//! | `cudaforge`, `bindgen_cuda`, `build_lib` | [`Build::new`] with the path that was given |
//! | `cudaforge`, `bindgen_cuda`, `build_ptx` | [`Build::new`] with each PTX file, or with the folder |
//! | nvcc, hipcc, clang | [`Build::new`] with its output, or with the folder of several |
//!
//! For PTX, the file has modules such as `compute_90` with the figures that it states: bounds, static shared memory and
//! barriers. Only machine code has the registers.
//!
// The tools are only where these doctests run: in `tests/crates/build-tools/recipes`.
#![cfg_attr(not(doctest), doc = include_str!("build/tools.md"))]
//!
//! # What cargo watches
//!
//! [`Build::write`] returns a `cargo::rerun-if-changed` line for the file that it read, unless the file is in
//! `OUT_DIR`: the script writes such a file anew in each run, so cargo would run the script each time. For
//! such a file, the script or the tool has to state its sources, as above.

mod code;
mod kernels;

use std::env;
use std::io;
use std::path::{Path, PathBuf};

use super::Limits;
use crate::error::{Error, ErrorKind};

/// A file or a folder to read, and the kernels to write constants for.
#[must_use = "a build is changed by value, and writes nothing by itself"]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Build {
    path: PathBuf,
    compute_capabilities: Vec<(u32, u32)>,
    targets: Vec<String>,
    /// The requested kernels, with the names of their constants; none for all of them.
    kernels: Vec<(String, Option<String>)>,
    crate_path: String,
    limits: Limits,
}

impl Build {
    /// Reads a file that [`File`](crate::File) reads, or the files of a folder, in the order of their
    /// names, except those without kernels.
    ///
    /// A folder in `OUT_DIR` also has what earlier runs of the script left there, so empty it first.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            compute_capabilities: Vec::new(),
            targets: Vec::new(),
            kernels: Vec::new(),
            crate_path: "::occupancy".to_owned(),
            limits: Limits::default(),
        }
    }

    /// Reads the static library of this name in `OUT_DIR`: `libkernels.a`, or `kernels.lib`.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Io`] if there is none, or this is not a build script.
    pub fn library(name: &str) -> Result<Self, Error> {
        let folder = out_dir()?;
        let names = [format!("lib{name}.a"), format!("{name}.lib")];
        let mut paths = names.iter().map(|file| folder.join(file));
        let found = paths.find(|path| path.exists()).map(Self::new);
        found.ok_or_else(|| {
            let [one, other] = &names;
            let fault = format!("neither {one} nor {other} in {}", folder.display());
            let help = "compile the kernels before; `cc` writes the library there under the name that `compile` \
                 gets, and other tools take a path, which `Build::new` takes as well";
            Error::new(ErrorKind::Io, fault, help)
        })
    }

    /// Takes only code for this compute capability, and for others or for [targets](Self::target) given in the same way.
    /// The rest is not even decompressed.
    pub fn compute_capability(mut self, major: u32, minor: u32) -> Self {
        self.compute_capabilities.push((major, minor));
        self
    }

    /// Takes only code for this target, `gfx942`, `gfx90a:xnack-` or `sm_90a`, and for others given in the same way.
    ///
    /// ```
    /// use occupancy_binary::build::Build;
    ///
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/kernels/kernels.hipfb");
    /// # /*
    /// let path = "kernels.hipfb";
    /// # */
    /// let code = Build::new(path).target("gfx942").generate()?;
    /// assert!(code.contains("pub mod gfx942 {") && !code.contains("pub mod gfx1100 {"));
    /// # Ok::<(), occupancy_binary::Error>(())
    /// ```
    pub fn target(mut self, name: impl Into<String>) -> Self {
        self.targets.push(name.into());
        self
    }

    /// Takes only this kernel, and others given in the same way: by its symbol, or by its name in the
    /// source, with or without namespaces, if only one kernel has it. The kernel has to exist.
    pub fn kernel(mut self, name: impl Into<String>) -> Self {
        self.kernels.push((name.into(), None));
        self
    }

    /// Sets the name of the constant; by default, it is that of the kernel in capitals.
    pub fn kernel_as(mut self, name: impl Into<String>, constant: impl Into<String>) -> Self {
        self.kernels.push((name.into(), Some(constant.into())));
        self
    }

    /// Sets the path to the library in the generated code: by default `::occupancy`; use
    /// `::occupancy_binary` in a crate that has only that.
    pub fn crate_path(mut self, path: impl Into<String>) -> Self {
        self.crate_path = path.into();
        self
    }

    /// Sets limits for decompression.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }
}

fn out_dir() -> Result<PathBuf, Error> {
    env::var_os("OUT_DIR").map(PathBuf::from).ok_or_else(|| {
        let fault = "`OUT_DIR` is not set";
        let help = "cargo sets it for build scripts; elsewhere, take `Build::new` and `generate`";
        Error::new(ErrorKind::Io, fault, help)
    })
}

fn no_file(path: &Path, error: &io::Error) -> Error {
    let fault = format!("{}: {error}", path.display());
    let help = "look whether it is there, and readable";
    Error::new(ErrorKind::Io, fault, help)
}
