//! Reads files, and compares them with configurations. It is one program, since each is linked on its own.
//!
//! Most cases are rows of text files, which `cases` reads: to add one is to add a line.
//!
//! | | |
//! |---|---|
//! | `ptx/*.txt` | PTX that is read or refused, the bounds that are written into it, and what it states |
//! | `cubin/*.txt` | cubins and fat binaries that no compiler writes, and names of kernels |
//! | `files.txt` | files of every form, and what is in them |
//! | `embedded` | code among other data, which reads the same alone |
//! | `code.txt` | configurations, the code of a kernel, and what is said of them |
//! | `build.txt` | what a build script gets |
//! | `mutated`, `truncated`, `properties` | what holds for any bytes, any length and any text |
//! | `work` | that time is in proportion to the file |

#[cfg(feature = "files")]
mod common;
#[cfg(feature = "files")]
mod containers;

#[cfg(feature = "files")]
mod build;
mod cases;
#[cfg(feature = "files")]
mod code;
mod cubin;
#[cfg(feature = "files")]
mod embedded;
#[cfg(feature = "files")]
mod files;
#[cfg(feature = "files")]
mod mutated;
mod properties;
mod ptx;
#[cfg(feature = "files")]
mod truncated;
#[cfg(feature = "files")]
mod work;
