//! What can be wrong with the bytes.

use crate::error::{Error, ErrorKind};

pub(super) const TRUNCATED: &str = "what is referred to is outside of the file";
pub(super) const HEADER: &str = "the header is not that of a cubin";
pub(super) const SECTION: &str = "a section is missing or of another kind";
pub(super) const SYMBOL: &str = "a symbol is not one of a cubin";
pub(super) const ATTRIBUTE: &str = "an attribute has an unknown form";
pub(super) const CONTRADICTION: &str = "something is stated twice, and differently";
pub(super) const REGISTERS: &str = "no registers are stated for this kernel";
pub(super) const FATBIN: &str = "the fat binary has an unknown form";

pub(super) fn damaged(fault: &str, offset: usize) -> Error {
    let (kind, help) = match fault {
        TRUNCATED => (
            ErrorKind::Truncated,
            "the file may be cut off: build it anew",
        ),
        REGISTERS => (
            ErrorKind::Damaged,
            "compile it with ptxas or nvcc, which state them",
        ),
        _ => (
            ErrorKind::Damaged,
            "build it anew; if `cuobjdump -elf` reads it, report it with the version of nvcc",
        ),
    };
    let fault = format!("the binary is damaged at byte {offset}: {fault}");
    Error::new(kind, fault, help).at(offset)
}

pub(crate) fn not_cubin() -> Error {
    Error::new(
        ErrorKind::UnknownFormat,
        "neither a cubin nor a fat binary",
        "`nvcc -cubin -arch=sm_90` makes a cubin, `nvcc -fatbin` a fat binary; PTX, libraries and object \
         files are other formats",
    )
}
