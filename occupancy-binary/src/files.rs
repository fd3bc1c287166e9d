//! What GPU kernels use, out of the files that they ship in.
//!
//! [`occupancy_binary::cubin`] reads a cubin. Most kernels are in something else: a fat binary, which
//! may be compressed, inside of a library or an object file. [`File`] finds every piece of machine
//! code and of PTX in there, and a [`Decoder`] unpacks those that are asked for:
//!
//! ```
//! use occupancy_image::{Decoder, File};
//!
//! # let bytes = include_bytes!("../fixtures/libkernels.so");
//! # /*
//! let bytes = std::fs::read("libkernels.so")?;
//! # */
//! let file = File::new(&bytes[..])?;
//! let mut decoder = Decoder::new();
//! let mut registers = Vec::new();
//! for entry in file.entries() {
//!     let entry = entry?;
//!     // The others are not decompressed.
//!     if entry.is_machine_code() && entry.compute_capability == (9, 0) {
//!         for kernel in decoder.image(&entry)?.kernels() {
//!             let kernel = kernel?;
//!             registers.push((kernel.name.to_owned(), kernel.registers.unwrap()));
//!         }
//!     }
//! }
//! registers.sort();
//! assert_eq!(registers[0], ("_Z6scaledIfEvPT_S0_".to_owned(), 8));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | what is read |
//! |---|---|
//! | cubin | itself |
//! | fat binary: `nvcc -fatbin` | its entries; those that `--concat` puts together one by one |
//! | ELF: `.o`, `.so`, programs | the sections `.nv_fatbin` and `__nv_relfatbin` |
//! | PE and COFF: `.dll`, `.exe`, `.obj` | the same sections, and the eight letters that Windows leaves of their names |
//! | archives: `.a`, `.lib` | each member that is one of these |
//! | PTX | itself |
//!
//! Machine code and PTX may be compressed with LZ4 or Zstandard. With the feature `native-zstd` the
//! latter is decompressed by its own library, in C, which is three times as fast; without, nothing but
//! Rust is needed.
//!
//! * [`usage()`] is one kernel for one GPU.
//! * [`build`] is for build scripts: constants of what the kernels of a library use.
//! * [`compiled`] holds what was compiled at run time, by NVRTC, against a configuration, before it
//!   is loaded.
//!
//! # Files of unknown origin
//!
//! Every error is a value that says what to do, and no bytes make this crate panic. A [`Decoder`]
//! gives out no more memory than the file states and [`Limits`] allow, and stops once the sum of
//! what it decompressed is over them.
#![forbid(unsafe_code)]
#![doc(html_root_url = "https://docs.rs/occupancy-image/0.1.0")]

mod archive;
pub mod build;
pub mod compiled;
mod decoder;
mod entries;
mod entry;
mod error;
mod extent;
mod file;
mod host;
mod usage;
#[cfg_attr(feature = "native-zstd", path = "zstandard/native.rs")]
mod zstandard;

pub use self::decoder::{Decoder, Limits};
pub use self::entries::Entries;
pub use self::entry::{Entry, EntryKind};
pub use self::error::{Damage, ImageError};
pub use self::file::{File, FileKind};
pub use self::usage::usage;
