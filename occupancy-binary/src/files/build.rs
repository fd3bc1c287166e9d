//! For build scripts: what the kernels of a library use, as constants.
//!
//! A build script that compiles kernels with nvcc, the crate `cc`, `cudaforge` or `bindgen_cuda` has a
//! library, an object file, a fat binary, cubins or PTX at its end. [`Build`] reads it, and writes a
//! Rust file into `OUT_DIR`. The crate takes the file in, with a module for each GPU, and a constant for
//! each kernel that is called as in the source. Whatever the crate counts on is then checked by the
//! compiler:
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
//! | nvcc | [`Build::new`] with its output, or with the folder of several |
//!
//! Of PTX there are the bounds that it states, as [`Bounds`] in modules such as `compute_90`: how many
//! registers it takes is known only of machine code.
//!
// Where its doctests are, `tests/crates/build-tools/recipes`, the tools are as well.
#![cfg_attr(not(doctest), doc = include_str!("build/tools.md"))]
//!
//! # What cargo watches
//!
//! [`Written`] has a `cargo::rerun-if-changed` line for the file that was read, except where it is in
//! `OUT_DIR`: the script itself makes it then, anew in each run, and cargo would run the script each
//! time. What such a file is made from is for the script to state, or for the tool, as above.

mod code;
mod error;
mod kernels;

use std::env;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

pub use self::error::BuildError;
use self::kernels::Kernels;
use crate::files::Limits;
#[allow(unused_imports, reason = "the documentation links to it")]
use crate::ptx::Bounds;

/// What to read, and which kernels of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Build {
    path: PathBuf,
    compute_capabilities: Vec<(u32, u32)>,
    kernels: Vec<Asked>,
    crate_path: String,
    limits: Limits,
}

/// A kernel that is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Asked {
    name: String,
    constant: Option<String>,
}

impl Build {
    /// A file that [`File`](crate::File) reads, or a folder with such files; of a folder, the files
    /// in it are read, in the order of their names, and those that have no kernels are left out.
    ///
    /// In `OUT_DIR`, a folder has what earlier runs of the script left in it, too: a script that gives
    /// one empties it first.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            compute_capabilities: Vec::new(),
            kernels: Vec::new(),
            crate_path: "::occupancy".to_owned(),
            limits: Limits::new(),
        }
    }

    /// The static library of this name in `OUT_DIR`: `libkernels.a`, or `kernels.lib`.
    ///
    /// # Errors
    ///
    /// [`BuildError`] if there is none, or this is no build script.
    pub fn library(name: &str) -> Result<Self, BuildError> {
        let folder = out_dir()?;
        [format!("lib{name}.a"), format!("{name}.lib")]
            .iter()
            .map(|file| folder.join(file))
            .find(|path| path.exists())
            .map(Self::new)
            .ok_or_else(|| BuildError::NoLibrary {
                name: name.to_owned(),
                folder,
            })
    }

    /// Only what is for this compute capability, or others that are asked for. The rest is not even
    /// decompressed.
    #[must_use = "returns the changed build"]
    pub fn compute_capability(mut self, major: u32, minor: u32) -> Self {
        self.compute_capabilities.push((major, minor));
        self
    }

    /// Only this kernel, and others that are asked for: by its symbol, or by its name in the source,
    /// with or without namespaces, where only one is called so. It has to exist.
    #[must_use = "returns the changed build"]
    pub fn kernel(mut self, name: impl Into<String>) -> Self {
        self.kernels.push(Asked {
            name: name.into(),
            constant: None,
        });
        self
    }

    /// Sets the name of the constant, where it is not that of the kernel in capitals.
    #[must_use = "returns the changed build"]
    pub fn kernel_as(mut self, name: impl Into<String>, constant: impl Into<String>) -> Self {
        self.kernels.push(Asked {
            name: name.into(),
            constant: Some(constant.into()),
        });
        self
    }

    /// The path by which generated code finds the library: `::occupancy` unless it is stated, and
    /// `::occupancy_binary` for a crate that has only that.
    #[must_use = "returns the changed build"]
    pub fn crate_path(mut self, path: impl Into<String>) -> Self {
        self.crate_path = path.into();
        self
    }

    /// Bounds of what is decompressed.
    #[must_use = "returns the changed build"]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The constants, as the text of a Rust file.
    ///
    /// ```
    /// use occupancy_binary::build::Build;
    ///
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/libkernels.so");
    /// # /*
    /// let path = "libkernels.so";
    /// # */
    /// let code = Build::new(path).compute_capability(9, 0).kernel("dot").generate()?;
    /// assert!(code.contains("pub mod sm_90 {"));
    /// assert!(code.contains("pub const DOT: Compiled<'static> ="));
    /// assert!(!code.contains("SAXPY"));
    /// # Ok::<(), occupancy_binary::build::BuildError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`BuildError`] if what is asked for cannot be read or does not exist, if two kernels of
    /// one GPU have the same symbol, or if two constants would have the same name.
    pub fn generate(&self) -> Result<String, BuildError> {
        let kernels = Kernels::read(self)?;
        code::file(&kernels, &self.crate_path)
    }

    /// Writes the constants to `OUT_DIR` under this name. What is returned is for cargo: print it.
    ///
    /// # Errors
    ///
    /// Those of [`generate`](Self::generate), and [`BuildError`] if this is no build script or the
    /// file cannot be written.
    pub fn write(&self, name: &str) -> Result<Written, BuildError> {
        let folder = out_dir()?;
        let kernels = Kernels::read(self)?;
        let code = code::file(&kernels, &self.crate_path)?;
        let path = folder.join(name);
        fs::write(&path, code).map_err(|error| BuildError::io(&path, &error))?;
        let is_made_here = self.path.starts_with(&folder);
        Ok(Written {
            watched: (!is_made_here).then(|| self.path.clone()),
            to_be_linked: kernels.to_be_linked(),
            path,
        })
    }
}

fn out_dir() -> Result<PathBuf, BuildError> {
    env::var_os("OUT_DIR")
        .map(PathBuf::from)
        .ok_or(BuildError::NoOutDir)
}

/// What was written. As text it is the lines for cargo: what to watch, and a warning of kernels that
/// are still to be linked, whose registers may become more.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "print it, so that cargo watches the file"]
pub struct Written {
    path: PathBuf,
    watched: Option<PathBuf>,
    to_be_linked: Vec<String>,
}

impl Written {
    /// The file that was written.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A line of cargo's ends with the line, and there is no way to quote one.
        if let Some(path) = &self.watched
            && let Some(path) = path.to_str()
            && !path.contains(['\n', '\r'])
        {
            writeln!(f, "cargo::rerun-if-changed={path}")?;
        }
        for kernel in &self.to_be_linked {
            let kernel = kernel.escape_debug();
            writeln!(
                f,
                "cargo::warning=the kernel `{kernel}` is to be linked (`-rdc=true`): linked, it may \
                 use more registers, stack and barriers than its constant says"
            )?;
        }
        Ok(())
    }
}
