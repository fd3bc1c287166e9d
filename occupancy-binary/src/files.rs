//! Any file that kernels ship in: fat binaries, libraries, object files and archives, compressed or not.

pub mod build;
pub mod compiled;
mod decoder;
mod embedded;
mod file;
mod kind;

use std::collections::BTreeSet;
use std::fmt::Display;

pub use self::decoder::{Decoder, Limits};
pub use self::file::{File, usage_on};
pub use self::kind::FileKind;
pub use crate::cubin::{Entry, EntryKind};
use crate::error::{Error, ErrorKind, List};

/// The faults of an entry.
mod fault {
    pub(super) const COMPRESSION: &str = "it cannot be decompressed";
    pub(super) const TRUNCATED: &str = "its compressed bytes are truncated";
    pub(super) const SIZE: &str = "it is not of the size that it states";
    pub(super) const PARTS: &str = "the list of its parts is wrong";
}

/// The error for the entry at this byte of the file.
fn damaged(offset: usize, fault: &str) -> Error {
    let kind = match fault {
        fault::TRUNCATED => ErrorKind::Truncated,
        _ => ErrorKind::Damaged,
    };
    let fault = format!("the entry at byte {offset} is damaged: {fault}");
    let help = "the file may be cut off: build it anew; if cuobjdump reads it, report it with the version of nvcc";
    Error::new(kind, fault, help).at(offset)
}

/// The error for a library, an object file or an archive, in the words of the crate `object`.
fn damaged_host(offset: usize, reason: impl Display) -> Error {
    let fault = format!("the object file or library at byte {offset} is damaged: {reason}");
    let help = "build it anew; if the linker takes it, report it";
    Error::new(ErrorKind::DamagedHost, fault, help).at(offset)
}

/// The error for a GPU without machine code. There is some for the compute capabilities of `available`.
fn no_image((major, minor): (u32, u32), available: impl Iterator<Item = (u32, u32)>) -> Error {
    let available: BTreeSet<_> = available.collect();
    let numbers = available.iter().map(|(x, y)| format!("{x}.{y}"));
    let names = available.iter().map(|(x, y)| format!("sm_{x}{y}"));
    no_code(
        format_args!("compute capability {major}.{minor}"),
        format_args!("-gencode arch=compute_{major}{minor},code=sm_{major}{minor}"),
        &numbers.collect::<Vec<_>>(),
        names.collect(),
    )
}

/// The error for a GPU without machine code, which this option compiles. There is some for `available`, whose targets
/// have these names.
fn no_code(
    gpu: impl Display,
    option: impl Display,
    available: &[String],
    names: Vec<String>,
) -> Error {
    let there_is = match available.join(", ").as_str() {
        "" => "there is none at all: ".to_owned(),
        available => format!("there is for {available}; "),
    };
    let targets = List {
        names,
        ..List::default()
    };
    let fault = format!("no machine code for {gpu}");
    let help = format!("{there_is}compile with `{option}`");
    Error::new(ErrorKind::NoImage, fault, help).naming("", targets)
}

/// The error for a target without machine code. There is some for `available`.
fn no_target(target: &str, available: impl Iterator<Item = String>) -> Error {
    let available: BTreeSet<_> = available.collect();
    let available: Vec<_> = available.into_iter().collect();
    let is_of_amd = target.starts_with("gfx");
    let option = if is_of_amd { "--offload-arch" } else { "-arch" };
    let option = format!("{option}={target}");
    no_code(target, option, &available, available.clone())
}

/// The error for several kernels of one name in the code for one GPU.
fn several_kernels(kernel: &str, gpu: impl Display) -> Error {
    let fault = format!("several kernels `{kernel}` for {gpu}");
    let help = "read the object file or the linked library that has the one";
    Error::new(ErrorKind::AmbiguousKernel, fault, help)
}
