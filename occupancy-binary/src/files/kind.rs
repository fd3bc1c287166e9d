//! What a file is.

use crate::cubin::is_fatbin;
use crate::ptx::Lexer;
use object::FileKind as Object;

/// What a file is, by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileKind {
    /// A cubin.
    Cubin,
    /// A fat binary.
    Fatbin,
    /// PTX text.
    Ptx,
    /// An object file, a library or a program of Linux.
    Elf,
    /// A library or a program of Windows.
    Pe,
    /// An object file of Windows.
    Coff,
    /// An archive of object files: `.a` or `.lib`.
    Archive,
}

impl FileKind {
    /// What these bytes begin as; `None` if it is nothing that has kernels.
    pub(crate) fn of(bytes: &[u8]) -> Option<Self> {
        if is_fatbin(bytes) {
            return Some(Self::Fatbin);
        }
        match Object::parse(bytes) {
            // `e_machine` of CUDA.
            Ok(Object::Elf64) if bytes.get(18..20) == Some(&[190, 0]) => Some(Self::Cubin),
            Ok(Object::Elf32 | Object::Elf64) => Some(Self::Elf),
            Ok(Object::Pe32 | Object::Pe64) => Some(Self::Pe),
            Ok(Object::Coff | Object::CoffBig) => Some(Self::Coff),
            Ok(Object::Archive) => Some(Self::Archive),
            _ if is_ptx(bytes) => Some(Self::Ptx),
            // One without members is shorter than what the crate looks at.
            _ if bytes == b"!<arch>\n" => Some(Self::Archive),
            _ => None,
        }
    }
}

/// Whether a text begins with `.version`, after blanks and comments, as PTX does.
///
/// Source: PTX ISA 9.1, 11.1.1: each module must begin with a `.version` directive.
fn is_ptx(bytes: &[u8]) -> bool {
    /// Bytes that comments before it have at most.
    const MOST: usize = 1 << 16;
    let text = String::from_utf8_lossy(bytes.get(..MOST).unwrap_or(bytes));
    let first = Lexer::new(&text).next();
    first.is_ok_and(|token| token.text.starts_with(".version"))
}

#[cfg(test)]
mod tests {
    use super::{FileKind, is_ptx};

    #[test]
    fn ptx_begins_with_its_version() {
        for text in [
            ".version 8.0",
            "\n\t.version 8.0",
            "//\n// one\n\n.version",
            "/**/ /* \n */.version",
        ] {
            assert!(is_ptx(text.as_bytes()), "{text}");
        }
        for text in [
            "",
            "/",
            "//",
            "/*",
            "/* .version",
            "/*/.version",
            "version",
            "// .version 8.0",
        ] {
            assert!(!is_ptx(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn other_files() {
        for bytes in [&b""[..], b"\x7fELF", b"MZ", b"#!/bin/sh\n", b"\0\0\xff\xff"] {
            assert_eq!(FileKind::of(bytes), None);
        }
    }
}
