//! GPU code among other data, as `include_bytes!` and `ld -r -b binary` put it into programs and object files.
//!
//! Its first bytes say where it may be. As anything may have the same few bytes, it counts as code only if it reads as
//! such.

use memchr::memmem::find_iter;

use super::FileKind;
use super::kind::{container, furthest, sections};
use crate::cubin::{bundle, fatbin, index};
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

/// The bytes where GPU code may begin, in order, with the bytes up to the next such place of its kind, so that nothing is
/// read again and again. A fat binary says by itself where it ends.
pub(super) fn places(bytes: &[u8]) -> Vec<(usize, &[u8], FileKind)> {
    /// Bytes that are searched for every opening before the next ones, so that a processor has them near.
    const NEAR: usize = 1 << 16;
    let mut found = OPENINGS.map(|opening| (opening, Vec::new()));
    for start in (0..bytes.len()).step_by(NEAR) {
        let rest = bytes.get(start..).unwrap_or_default();
        for ((opening, _), places) in &mut found {
            // With one that ends behind them.
            let most = NEAR.saturating_add(opening.len()).saturating_sub(1);
            let near = rest.get(..most).unwrap_or(rest);
            places.extend(find_iter(near, opening).map(|at| at.saturating_add(start)));
        }
    }
    let mut all = Vec::new();
    for ((_, kind), places) in found {
        let mut end = bytes.len();
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
