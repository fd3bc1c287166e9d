//! Why no constants can be written.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::files::ImageError;

/// Why a build script cannot write constants, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// This is not a build script: `OUT_DIR` is not set.
    NoOutDir,
    /// `OUT_DIR` has no static library of this name.
    NoLibrary {
        /// What was asked for.
        name: String,
        /// `OUT_DIR`.
        folder: PathBuf,
    },
    /// A file cannot be read or written.
    Io {
        /// Which.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// A file with kernels cannot be read, or has no such kernel.
    Image {
        /// Which.
        path: PathBuf,
        /// What is wrong.
        error: ImageError,
    },
    /// The file has no kernels, or no file of the folder has some.
    NoKernels {
        /// Which.
        path: PathBuf,
    },
    /// No file has the kernel, or none has it for the GPU.
    NoKernel {
        /// What was asked for.
        kernel: String,
        /// Where it was looked for, such as `sm_90`.
        target: String,
        /// The symbols that there are.
        found: Vec<String>,
    },
    /// Two constants for one GPU would have this name.
    SameConstant {
        /// The name.
        constant: String,
        /// The symbols of the kernels.
        kernels: [String; 2],
    },
    /// This cannot be the name of a constant.
    NotAName {
        /// What was asked for.
        constant: String,
    },
}

impl BuildError {
    pub(super) fn io(path: &Path, error: &io::Error) -> Self {
        Self::Io {
            path: path.to_owned(),
            reason: error.to_string(),
        }
    }

    pub(super) fn image(path: &Path, error: ImageError) -> Self {
        Self::Image {
            path: path.to_owned(),
            error,
        }
    }
}

/// Symbols that a message lists.
const LISTED: usize = 8;

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoOutDir => f.write_str(
                "`OUT_DIR` is not set\nhelp: cargo sets it for build scripts; elsewhere, take \
                 `Build::new` and `generate`",
            ),
            Self::NoLibrary { name, folder } => write!(
                f,
                "neither lib{name}.a nor {name}.lib in {}\nhelp: compile the kernels before; `cc` \
                 writes the library there under the name that `compile` gets, and other tools take a \
                 path, which `Build::new` takes as well",
                folder.display(),
            ),
            Self::Io { path, reason } => {
                write!(
                    f,
                    "{}: {reason}\nhelp: look whether it is there, and readable",
                    path.display()
                )
            }
            Self::Image { path, error } => write!(f, "{}: {error}", path.display()),
            Self::NoKernels { path } => write!(
                f,
                "{}: no kernels\nhelp: a template has to be instantiated, and a `static` kernel used; \
                 of a library, take the one that nvcc made",
                path.display(),
            ),
            Self::NoKernel {
                kernel,
                target,
                found,
            } => {
                write!(
                    f,
                    "no kernel `{kernel}` in what is for {target}\nhelp: there are "
                )?;
                for (i, symbol) in found.iter().take(LISTED).enumerate() {
                    let separator = if i == 0 { "" } else { ", " };
                    write!(f, "{separator}`{symbol}`")?;
                }
                match found.len().saturating_sub(LISTED) {
                    0 => Ok(()),
                    more => write!(f, " and {more} more"),
                }
            }
            Self::SameConstant {
                constant,
                kernels: [one, other],
            } => write!(
                f,
                "the kernels `{one}` and `{other}` would both be `{constant}`\nhelp: name one with \
                 `kernel_as`",
            ),
            Self::NotAName { constant } => write!(
                f,
                "`{constant}` cannot be the name of a constant\nhelp: a name has letters, digits and \
                 `_`, no digit at its beginning, is no keyword of Rust, and `ALL` is the list of all",
            ),
        }
    }
}

impl Error for BuildError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Image { error, .. } => Some(error),
            _ => None,
        }
    }
}
