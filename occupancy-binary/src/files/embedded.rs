//! GPU code among other data, as `include_bytes!` and `ld -r -b binary` put it into programs and object files: found by
//! what it begins with, and taken for code only if all of it is. Anything may have the same few bytes.

use memchr::memmem::find_iter;

use super::FileKind;
use super::kind::extent;
use crate::cubin::{Image, entries, fatbin, index, u64_at};
use crate::error::ErrorKind;
use crate::ptx::{Lexer, Module, leading_module};

/// What each begins with: the letters of a fat binary, its version and the bytes of its header; ELF of 64 bits,
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
        let left = |at| bytes.get(at..).unwrap_or_default();
        let places = find_iter(bytes, opening).filter(|at| begins(left(*at), kind));
        let mut places = places.peekable();
        while let Some(at) = places.next() {
            let next = places.peek().filter(|_| kind != FileKind::Fatbin);
            let end = next.copied().unwrap_or(bytes.len());
            all.push((at, bytes.get(at..end).unwrap_or_default(), kind));
        }
    }
    all.sort_unstable_by_key(|(at, ..)| *at);
    all
}

fn begins(bytes: &[u8], kind: FileKind) -> bool {
    /// Bytes that the first directives of PTX have at most.
    const MOST: usize = 1 << 8;
    match kind {
        FileKind::Cubin => FileKind::of(bytes) == Some(kind),
        FileKind::Ptx => {
            let text = String::from_utf8_lossy(bytes.get(..MOST).unwrap_or(bytes));
            let mut lexer = Lexer::new(&text);
            let words = [(); 3].map(|()| lexer.next().map_or("", |token| token.text));
            words[1].contains('.') && words[2] == ".target"
        }
        _ => true,
    }
}

/// The code that begins here; `None` if it is none.
pub(super) fn code(bytes: &[u8], kind: FileKind) -> Option<&[u8]> {
    match kind {
        FileKind::Cubin => {
            let content = bytes.get(..extent(bytes)?)?;
            let image = Image::new(content).map_err(|error| error.kind());
            let is_cubin = matches!(image, Ok(_) | Err(ErrorKind::Unsupported));
            is_cubin.then_some(content)
        }
        FileKind::Ptx => {
            let text = bytes.utf8_chunks().next()?.valid().split('\0').next()?;
            let text = leading_module(text);
            Module::new(text).is_ok().then_some(text.as_bytes())
        }
        _ => {
            let size = index(u64_at(bytes, 8)?).checked_add(fatbin::HEADER)?;
            let content = bytes.get(..size)?;
            let is_other = matches!(entries(content)[..], [Err(_)]);
            (!is_other).then_some(content)
        }
    }
}
