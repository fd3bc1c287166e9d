//! GPU code among other data, as `include_bytes!` and `ld -r -b binary` put it into programs and object files.
//!
//! Its first bytes say where it may be. As anything may have the same few bytes, it counts as code only if it reads as
//! such.

use memchr::memmem::Finder;

use super::FileKind;
use super::kind::{container, furthest, sections};
use crate::cubin::{AMDGPU, CUDA, bundle, fatbin, index, machine};
use crate::ptx::{Lexer, Module};

/// The first bytes of each kind: those of a bundle, plain and compressed; those of a fat binary with its version and the size of its header; those of ELF with 64
/// bits, little-endian; a directive.
const OPENINGS: [(&[u8], FileKind); 5] = [
    (bundle::MAGIC, FileKind::Bundle),
    (bundle::COMPRESSED, FileKind::Bundle),
    (fatbin::OPENING, FileKind::Fatbin),
    (b"\x7fELF\x02\x01", FileKind::Cubin),
    (b".version", FileKind::Ptx),
];

/// Searches for GPU code, in order. `read` gets the byte where some may begin, with the bytes up to the next such place of
/// its kind, so that nothing is read again and again; a fat binary says by itself where it ends. If it is code, `read`
/// returns its length, and the search goes on behind it. `release` gets what was searched.
pub(super) fn search<'a>(
    bytes: &'a [u8],
    release: &dyn Fn(&'a [u8]),
    mut read: impl FnMut(usize, &'a [u8], FileKind) -> Option<usize>,
) {
    /// Bytes that are searched for every opening before the next ones, so that a processor has them near.
    const NEAR: usize = 1 << 14;
    /// The same with an opening that ends behind them.
    const MOST: usize = NEAR + (1 << 5);
    /// Bytes that are searched before they are released.
    const RELEASED: usize = 1 << 20;
    let openings = OPENINGS.map(|(opening, kind)| (Finder::new(opening), kind));
    let rest = |at| bytes.get(at..).unwrap_or_default();
    let (mut start, mut end, mut released) = (0, 0, 0);
    while start < bytes.len() {
        let near = rest(start).get(..MOST).unwrap_or(rest(start));
        let mut found = Vec::new();
        for (opening, kind) in &openings {
            let places = opening.find_iter(near);
            found.extend(places.map(|at| (at.saturating_add(start), opening, *kind)));
        }
        found.sort_unstable_by_key(|(at, ..)| *at);
        for (at, opening, kind) in found {
            let may_begin = |at: &usize| may_begin(rest(*at), kind);
            if at < end || !may_begin(&at) {
                continue;
            }
            end = at.saturating_add(1);
            let others = opening.find_iter(rest(end));
            let mut others = others.map(|other| other.saturating_add(end));
            let is_bounded = kind != FileKind::Fatbin;
            let next = is_bounded.then(|| others.find(may_begin)).flatten();
            let content = bytes.get(at..next.unwrap_or(bytes.len()));
            let code = read(at, content.unwrap_or_default(), kind);
            end = code.map_or(end, |len| at.saturating_add(len));
        }
        start = end.max(start.saturating_add(NEAR));
        if start.saturating_sub(released) >= RELEASED {
            release(bytes.get(released..start).unwrap_or(rest(released)));
            released = start;
        }
    }
}

/// Returns `true` if code of this kind may begin with these bytes, which have its opening.
fn may_begin(bytes: &[u8], kind: FileKind) -> bool {
    match kind {
        // Also the host's libraries begin so.
        FileKind::Cubin => matches!(machine(bytes), Some(CUDA | AMDGPU)),
        FileKind::Ptx => begins_module(bytes),
        _ => true,
    }
}

/// Returns `true` for the beginning of a module, `.version 8.0 .target`. A comment or a message may have the first word
/// alone.
fn begins_module(bytes: &[u8]) -> bool {
    /// The most bytes of these directives.
    const MOST: usize = 1 << 8;
    let text = String::from_utf8_lossy(bytes.get(..MOST).unwrap_or(bytes));
    let mut lexer = Lexer::new(&text);
    let words = [(); 3].map(|()| lexer.next().map_or("", |token| token.text));
    words[1].contains('.') && words[2] == ".target"
}

/// The bytes of the code that begins here, if all of them are there.
pub(super) fn whole(bytes: &[u8], kind: FileKind) -> Option<&[u8]> {
    match kind {
        FileKind::Cubin => bytes.get(..index(furthest(bytes, sections))),
        FileKind::Ptx => {
            let text = bytes.utf8_chunks().next()?.valid().split('\0').next()?;
            Some(Module::leading(text).as_bytes())
        }
        _ => {
            let mut end = 0;
            container(bytes, kind, &mut end)?;
            bytes.get(..end)
        }
    }
}
