//! Why a file cannot be read.

use std::error::Error;
use std::fmt;

use crate::cubin::CubinError;
use crate::ptx;

/// Why the kernels of a file cannot be read, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ImageError {
    /// The file is not of a kind that has kernels.
    UnknownFormat,
    /// The file has no bytes.
    Empty,
    /// The file was cut off: it has fewer bytes than its headers state.
    Truncated {
        /// Where it begins: for a member of an archive, not 0.
        offset: usize,
        /// The least bytes that it has, by its headers.
        stated: u64,
        /// Bytes that it has.
        found: u64,
    },
    /// A library, an object file or an archive is damaged, in the words of the crate `object`.
    Host {
        /// Where it begins in the file: for a member of an archive, not 0.
        offset: usize,
        /// What is wrong.
        reason: String,
    },
    /// The archive has the names of its members, but not the members.
    ThinArchive,
    /// A cubin or a fat binary cannot be read, or has no such kernel.
    Cubin {
        /// Where the cubin begins in the file, or the section of the fat binary. Positions in the error
        /// count from there, and in unpacked bytes if it is compressed.
        offset: usize,
        /// What is wrong.
        error: Box<CubinError>,
    },
    /// The PTX does not follow its grammar.
    Ptx {
        /// Where it begins in the file.
        offset: usize,
        /// What is wrong.
        error: ptx::Error,
    },
    /// Bytes that only this crate reads are damaged.
    Damaged {
        /// Where its entry begins in the file.
        offset: usize,
        /// What is wrong.
        damage: Damage,
    },
    /// An entry is larger than the [`Limits`](crate::Limits) allow.
    TooLarge {
        /// Where it begins in the file.
        offset: usize,
        /// Bytes that it would have when unpacked, or all bytes unpacked so far together with it.
        size: u64,
        /// Bytes that are allowed.
        limit: u64,
    },
    /// There is no machine code for this GPU.
    NoImage {
        /// What was asked for.
        compute_capability: (u32, u32),
        /// The compute capabilities that have machine code, ascending.
        found: Vec<(u32, u32)>,
    },
    /// Several kernels for one GPU have this name: in several members of an archive, or both linked and
    /// unlinked.
    SeveralKernels {
        /// Its symbol.
        kernel: String,
        /// The compute capability of the GPU: major and minor.
        compute_capability: (u32, u32),
    },
}

/// What is damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Damage {
    /// The compressed bytes.
    Compression,
    /// The compressed bytes end too early.
    Truncated,
    /// Unpacked, they have another number of bytes than the entry states.
    Size,
    /// The list of what is in concatenated entries.
    Concatenation,
    /// The text is not UTF-8.
    Text,
    /// Sections overlap.
    Overlap,
    /// It is machine code instead of PTX, or PTX instead of machine code.
    Kind,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Compression => "it cannot be decompressed",
            Self::Truncated => "its compressed bytes are truncated",
            Self::Size => "it is not of the size that it states",
            Self::Concatenation => "the list of its parts is wrong",
            Self::Text => "its text is not UTF-8",
            Self::Overlap => "its sections lie over each other",
            Self::Kind => "it is not what it is read as",
        })
    }
}

impl fmt::Display for ImageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownFormat => f.write_str(
                "not a file with GPU kernels\nhelp: those are cubins, fat binaries, PTX, and object \
                 files, libraries and archives that nvcc made for Linux or Windows",
            ),
            Self::Empty => f.write_str("the file is empty\nhelp: build or copy it anew"),
            Self::Truncated {
                offset,
                stated,
                found,
            } => {
                if *offset > 0 {
                    write!(f, "the member at byte {offset} is ")?;
                }
                write!(
                    f,
                    "truncated: its headers state at least {stated} bytes, and it has {found}\nhelp: \
                     build or copy it anew",
                )
            }
            Self::Host { offset, reason } => write!(
                f,
                "the object file or library at byte {offset} is damaged: {reason}\nhelp: build it \
                 anew; if the linker takes it, report it",
            ),
            Self::ThinArchive => f.write_str(
                "the archive is thin: its members are files of their own\nhelp: give those files, or \
                 make it with `ar` and no `T`",
            ),
            Self::Cubin { offset, error } => write!(f, "at byte {offset}: {error}"),
            Self::Ptx { offset, error } => write!(f, "the PTX at byte {offset}: {error}"),
            Self::Damaged { offset, damage } => write!(
                f,
                "the entry at byte {offset} is damaged: {damage}\nhelp: the file may be cut off: \
                 build it anew; if cuobjdump reads it, report it with the version of nvcc",
            ),
            Self::TooLarge {
                offset,
                size,
                limit,
            } => write!(
                f,
                "the entry at byte {offset} comes to {size} bytes unpacked, over the {limit} that are \
                 allowed\nhelp: if the file is to be trusted, allow more with `Limits`",
            ),
            Self::NoImage {
                compute_capability: (major, minor),
                found,
            } => {
                write!(
                    f,
                    "no machine code for compute capability {major}.{minor}\nhelp: "
                )?;
                if found.is_empty() {
                    f.write_str("there is none at all: ")?;
                } else {
                    f.write_str("there is for ")?;
                    for (i, (major, minor)) in found.iter().enumerate() {
                        let separator = if i == 0 { "" } else { ", " };
                        write!(f, "{separator}{major}.{minor}")?;
                    }
                    f.write_str("; ")?;
                }
                write!(
                    f,
                    "compile with `-gencode arch=compute_{major}{minor},code=sm_{major}{minor}`"
                )
            }
            Self::SeveralKernels {
                kernel,
                compute_capability: (major, minor),
            } => write!(
                f,
                "several kernels `{kernel}` for compute capability {major}.{minor}\nhelp: read the \
                 object file or the linked library that has the one",
            ),
        }
    }
}

impl ImageError {
    pub(crate) fn cubin(offset: usize, error: CubinError) -> Self {
        let error = Box::new(error);
        Self::Cubin { offset, error }
    }
}

impl Error for ImageError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Cubin { error, .. } => Some(&**error),
            Self::Ptx { error, .. } => Some(error),
            _ => None,
        }
    }
}
