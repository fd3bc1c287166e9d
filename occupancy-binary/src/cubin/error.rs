//! Why a binary cannot be read.

#![allow(
    clippy::large_types_passed_by_value,
    reason = "text is built up by value in const evaluation, and only where something is wrong"
)]

use core::{error, fmt};

use super::UnknownKernel;
use occupancy_core::gpu::{CodeForm, Suffix};
use occupancy_core::text::Text;

// Over 128 bytes, clippy warns of every function that returns it.
const _: () = assert!(size_of::<CubinError>() < 128);

/// Why the reader cannot say what a kernel uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CubinError {
    /// The bytes are neither a cubin nor a fat binary.
    NotCubin,
    /// The bytes are damaged: no cubin or fat binary has them.
    Malformed(Malformed),
    /// The cubin has an unknown layout, of a later CUDA or an early one. Its content is not guessed.
    UnknownAbi {
        /// `EI_OSABI` of the file.
        os_abi: u8,
        /// `EI_ABIVERSION` of the file.
        version: u8,
    },
    /// No kernel has this name.
    UnknownKernel(UnknownKernel),
    /// Several kernels have this name in the source: instances of a template, overloads, or the same
    /// name in several namespaces.
    AmbiguousKernel(UnknownKernel),
    /// A fat binary has no machine code for this GPU, or none at all.
    NoImage(ImageList),
    /// Several images of a fat binary match: [`usage_on`](super::usage_on) takes the GPU.
    SeveralImages(ImageList),
    /// The image is compressed, and this module does not decompress.
    Compressed {
        /// The compute capability that it is for: major and minor.
        compute_capability: (u32, u32),
    },
}

/// What is damaged in a cubin or a fat binary, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[doc(hidden)]
pub struct Malformed {
    /// What is wrong.
    pub fault: Fault,
    /// Where it is, or what refers to it: a byte of the image, or of the fat binary for its own faults.
    pub offset: usize,
}

/// What is wrong with a binary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[doc(hidden)]
pub enum Fault {
    /// A reference leads outside of the file.
    Truncated,
    /// A field of the ELF header.
    Header,
    /// A section does not exist, or has another kind than the reference to it needs.
    Section,
    /// The symbol table, or a kernel without code.
    Symbol,
    /// A name that does not end, is empty, or is not UTF-8.
    Name,
    /// An attribute has an unknown form, or another than its meaning needs.
    Attribute,
    /// A figure is stated twice, and differently.
    Contradiction,
    /// A kernel without stated registers.
    Registers,
    /// An impossible size of static shared memory.
    SharedMemory,
    /// A container or an entry of a fat binary.
    Fatbin,
    /// Sections, symbols and names refer to each other more often than in any compiler's output: reading
    /// them would take too long.
    Tangled,
}

impl CubinError {
    pub(super) const fn malformed(fault: Fault, offset: usize) -> Self {
        Self::Malformed(Malformed { fault, offset })
    }
}

/// The targets that a file has machine code for, in their order: `sm_80, sm_90a and 3 more`.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct ImageList {
    listed: Text<64>,
    left_out: u32,
}

impl ImageList {
    pub(super) const fn new() -> Self {
        Self {
            listed: Text::new(),
            left_out: 0,
        }
    }

    /// With one more: major and minor, and the letter.
    pub(super) const fn with(mut self, compute_capability: (u32, u32), suffix: Suffix) -> Self {
        let len = self.listed.as_str().len();
        // A comma, a blank, `sm_`, two numbers of 32 bits and a letter have 26 bytes at most.
        if len + 26 > 64 {
            self.left_out = self.left_out.saturating_add(1);
            return self;
        }
        if len > 0 {
            self.listed.text(", ");
        }
        let target = CodeForm::MachineCode.target(compute_capability, suffix);
        self.listed.text(target.as_str());
        self
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.listed.as_str().is_empty()
    }

    pub(crate) const fn text(&self) -> Text<96> {
        let mut text = Text::new();
        let out = text.text(self.listed.as_str());
        *match self.left_out {
            0 => out,
            left_out => out.text(" and ").number(left_out as u64).text(" more"),
        }
    }
}

impl PartialEq for ImageList {
    fn eq(&self, other: &Self) -> bool {
        self.listed.as_str() == other.listed.as_str() && self.left_out == other.left_out
    }
}

impl Eq for ImageList {}

impl fmt::Display for ImageList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text().as_str())
    }
}

/// What is wrong, and what to do.
type Words = (Text<256>, Text<256>);

impl Malformed {
    const fn words(&self) -> Words {
        let fault = match self.fault {
            Fault::Truncated => "what is referred to is outside of the file",
            Fault::Header => "the header is not that of a cubin",
            Fault::Section => "a section is missing or of another kind",
            Fault::Symbol => "a symbol is not one of a cubin",
            Fault::Name => "a name is empty, does not end, or is not UTF-8",
            Fault::Attribute => "an attribute has an unknown form",
            Fault::Contradiction => "something is stated twice, and differently",
            Fault::Registers => "no registers are stated for this kernel",
            Fault::SharedMemory => "the shared memory of this kernel cannot be",
            Fault::Fatbin => "the fat binary has an unknown form",
            Fault::Tangled => "its parts refer to each other too often",
        };
        let help = match self.fault {
            Fault::Truncated => "the file may be cut off: build it anew",
            Fault::Registers => "compile it with ptxas or nvcc, which state them",
            _ => "build it anew; if `cuobjdump -elf` reads it, report it with the version of nvcc",
        };
        let mut words = Text::new();
        words.text("the binary is damaged at byte ");
        words.number(self.offset as u64).text(": ").text(fault);
        (words, *Text::new().text(help))
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (fault, help) = self.words();
        write!(f, "{fault}\nhelp: {help}")
    }
}

impl error::Error for Malformed {}

impl CubinError {
    /// What is wrong, and what to do.
    pub(crate) const fn words(&self) -> Words {
        match self {
            Self::NotCubin => (
                *Text::new().text("neither a cubin nor a fat binary"),
                *Text::new().text(
                    "`nvcc -cubin -arch=sm_90` makes a cubin, `nvcc -fatbin` a fat binary; PTX, \
                     libraries and object files are other formats",
                ),
            ),
            Self::Malformed(malformed) => malformed.words(),
            Self::UnknownAbi { os_abi, version } => (
                *Text::new().text("a cubin of ABI ")
                    .number(*version as u64)
                    .text(" (OS ABI 0x")
                    .hexadecimal(*os_abi)
                    .text("), which is not known"),
                *Text::new().text(
                    "ABI 7 (0x33) of CUDA 12 and ABI 8 (0x41) of CUDA 13 are; build it with one of \
                     those, or take a later version of this crate",
                ),
            ),
            Self::UnknownKernel(unknown) => (
                *Text::new().text("no kernel `")
                    .text(unknown.asked())
                    .text("` in the binary"),
                match (unknown.names().is_empty(), unknown.is_near()) {
                    (true, _) => *Text::new().text(
                        "it has no kernels; a template has to be instantiated, and a `static` one \
                         used",
                    ),
                    (false, true) => *Text::new().text("the nearest are ").text(unknown.names()),
                    (false, false) => *Text::new().text("there are ").text(unknown.names()),
                },
            ),
            Self::AmbiguousKernel(unknown) => (
                *Text::new().text("several kernels of the binary are called `")
                    .text(unknown.asked())
                    .text("`"),
                *Text::new().text("state the mangled name of one: ")
                    .text(unknown.names()),
            ),
            Self::NoImage(images) if images.is_empty() => (
                *Text::new().text("the fat binary has no machine code"),
                *Text::new().text(
                    "compile it for a GPU and not only to PTX: `-gencode \
                     arch=compute_90,code=sm_90`",
                ),
            ),
            Self::NoImage(images) => (
                *Text::new().text("no machine code for this GPU"),
                *Text::new().text("there is for ")
                    .text(images.text().as_str())
                    .text("; add the GPU: `-gencode arch=compute_90,code=sm_90`"),
            ),
            Self::SeveralImages(images) => (
                *Text::new().text("the fat binary has several images"),
                *Text::new().text("they are for ")
                    .text(images.text().as_str())
                    .text(
                        ": say which GPU, or where there are several for one, take the cubin itself",
                    ),
            ),
            Self::Compressed {
                compute_capability: (major, minor),
            } => (
                *Text::new().text("the image for compute capability ")
                    .number(*major as u64)
                    .text(".")
                    .number(*minor as u64)
                    .text(" is compressed"),
                *Text::new().text(
                    "compile with `nvcc --no-compress`, or take the cubin of `nvcc -cubin`",
                ),
            ),
        }
    }
}

impl fmt::Display for CubinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (fault, help) = self.words();
        write!(f, "{fault}\nhelp: {help}")
    }
}

impl error::Error for CubinError {}
