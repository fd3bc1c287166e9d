//! GPU code among other data, as `include_bytes!` and `ld -r -b binary` put it into programs and object files: found by
//! what it begins with, and taken for code only if it reads as such. Anything may have the same few bytes.

use memchr::memmem::find_iter;

use super::FileKind;
use super::kind::extent;
use crate::cubin::{fatbin, index, u64_at};
use crate::ptx::{Lexer, Module};

/// The beginning of each kind: the letters of a fat binary, its version and the bytes of its header; ELF of 64 bits,
/// little-endian; a directive.
const OPENINGS: [(&[u8], FileKind); 3] = [
    (b"\x50\xed\x55\xba\x01\0\x10\0", FileKind::Fatbin),
    (b"\x7fELF\x02\x01", FileKind::Cubin),
    (b".version", FileKind::Ptx),
];

/// Where GPU code may begin, in order, with what is there up to the next place of its kind, so that nothing is read again
/// and again. A fat binary says by itself where it ends.
pub(super) fn places(bytes: &[u8]) -> Vec<(usize, &[u8], FileKind)> {
    let mut all = Vec::new();
    for (opening, kind) in OPENINGS {
        let mut end = bytes.len();
        let places: Vec<_> = find_iter(bytes, opening).collect();
        for at in places.into_iter().rev() {
            let content = bytes.get(at..end).unwrap_or_default();
            if kind == FileKind::Ptx && !begins_module(content) {
                continue;
            }
            all.push((at, content, kind));
            if kind != FileKind::Fatbin {
                end = at;
            }
        }
    }
    all.sort_unstable_by_key(|(at, ..)| *at);
    all
}

/// `.version 8.0 .target`; a comment or a message may have the first word alone.
fn begins_module(bytes: &[u8]) -> bool {
    /// Bytes that the first directives of PTX have at most.
    const MOST: usize = 1 << 8;
    let text = String::from_utf8_lossy(bytes.get(..MOST).unwrap_or(bytes));
    let mut lexer = Lexer::new(&text);
    let words = [(); 3].map(|()| lexer.next().map_or("", |token| token.text));
    words[1].contains('.') && words[2] == ".target"
}

/// The bytes of what begins here, if they are whole.
pub(super) fn whole(bytes: &[u8], kind: FileKind) -> Option<&[u8]> {
    match kind {
        FileKind::Cubin => bytes.get(..extent(bytes)?),
        FileKind::Ptx => {
            let text = bytes.utf8_chunks().next()?.valid().split('\0').next()?;
            Some(Module::leading(text).as_bytes())
        }
        _ => bytes.get(..index(u64_at(bytes, 8)?).checked_add(fatbin::HEADER)?),
    }
}
