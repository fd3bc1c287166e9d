//! The file of constants, and what cargo has to know of it.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use super::kernels::Kernels;
use super::{Build, code, no_file, out_dir};
use crate::error::Error;

impl Build {
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
    /// # Ok::<(), occupancy_binary::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error`] if a file or a kernel cannot be read or does not exist, if two kernels of one GPU
    /// have the same symbol, or if two constants would have the same name.
    pub fn generate(&self) -> Result<String, Error> {
        let kernels = Kernels::read(self)?;
        code::file(&kernels, &self.crate_path)
    }

    /// Writes the constants to `OUT_DIR` under this name. Print the returned value: it is for cargo.
    ///
    /// # Errors
    ///
    /// Those of [`generate`](Self::generate), and [`Error`] if this is not a build script or the
    /// file cannot be written.
    pub fn write(&self, name: &str) -> Result<Written, Error> {
        let folder = out_dir()?;
        let kernels = Kernels::read(self)?;
        let code = code::file(&kernels, &self.crate_path)?;
        let path = folder.join(name);
        fs::write(&path, code).map_err(|error| no_file(&path, &error))?;
        let is_made_here = self.path.starts_with(&folder);
        Ok(Written {
            watched: (!is_made_here).then(|| self.path.clone()),
            to_be_linked: kernels.to_be_linked(),
            path,
        })
    }
}

/// The written file. As text, it is the lines for cargo: what to watch, and a warning about kernels that
/// are not yet linked, whose registers may increase.
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
                 use more registers, static shared memory, stack and barriers than its constant says"
            )?;
        }
        Ok(())
    }
}
