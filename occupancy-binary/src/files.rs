//! Any file that kernels ship in: fat binaries, libraries, object files and archives, compressed or not.

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
#[cfg_attr(feature = "native-zstd", path = "files/zstandard/native.rs")]
mod zstandard;

pub use self::decoder::{Decoder, Limits};
pub use self::entries::Entries;
pub use self::entry::{Entry, EntryKind};
pub use self::error::{Damage, ImageError};
pub use self::file::{File, FileKind};
pub use self::usage::usage;
