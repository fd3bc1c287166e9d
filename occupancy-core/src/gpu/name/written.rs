//! Names as the tables have them, found by their bytes: the compiler looks a name up for each kernel, and every other
//! name costs it a hundred times as much.

use crate::gpu::{Arch, Device, Multiprocessor};
use crate::text::same;

/// More than twice the names, and a prime number.
const PLACES: usize = 1_021;

/// The row of the GPU with a name, at the place that follows from the name, or behind it; devices come before compute
/// capabilities. A row that is no row ends a search.
static ROWS: [u16; PLACES] = rows();

const NO_ROW: u16 = u16::MAX;

/// The GPU that the tables have under this name, letter by letter: the alias of a board, or a target.
#[allow(clippy::indexing_slicing, reason = "a remainder, and a row of a table")]
pub(super) const fn as_written(name: &str) -> Option<Arch> {
    let mut place = place(name);
    while ROWS[place] != NO_ROW {
        let row = ROWS[place] as usize;
        if row < Device::ALL.len() {
            let device = &Device::ALL[row];
            if has(device.aliases, name) {
                return Some(Arch::Device(*device));
            }
        } else {
            let sm = &Multiprocessor::ALL[row - Device::ALL.len()];
            if has(sm.targets, name) {
                return Some(Arch::Multiprocessor(match sm.architecture_specific() {
                    Some((target, specific)) if same(target.as_bytes(), name.as_bytes()) => {
                        specific
                    }
                    _ => sm,
                }));
            }
        }
        place = (place + 1) % PLACES;
    }
    None
}

const fn has(mut names: &[&str], name: &str) -> bool {
    while let [one, others @ ..] = names {
        if same(one.as_bytes(), name.as_bytes()) {
            return true;
        }
        names = others;
    }
    false
}

/// Plain operators: a call costs the compiler more than a letter.
const fn place(name: &str) -> usize {
    let (mut place, mut left) = (0, name.as_bytes());
    while let [letter, rest @ ..] = left {
        place = (place * 31 + *letter as usize) % PLACES;
        left = rest;
    }
    place
}

#[allow(clippy::cast_possible_truncation, reason = "a few hundred rows")]
const fn rows() -> [u16; PLACES] {
    let (mut rows, mut row) = ([NO_ROW; PLACES], 0);
    let count = Device::ALL.len() + Multiprocessor::ALL.len();
    while row < count {
        let mut names = if row < Device::ALL.len() {
            Device::ALL[row].aliases
        } else {
            Multiprocessor::ALL[row - Device::ALL.len()].targets
        };
        while let [name, others @ ..] = names {
            let mut place = place(name);
            while rows[place] != NO_ROW {
                place = (place + 1) % PLACES;
            }
            rows[place] = row as u16;
            names = others;
        }
        row += 1;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::super::find_whole;
    use super::super::key::Key;
    use super::as_written;
    use crate::gpu::{Device, Multiprocessor};

    #[test]
    fn a_name_as_written_finds_what_any_spelling_finds() {
        let aliases = Device::ALL.iter().flat_map(|device| device.aliases);
        let targets = Multiprocessor::ALL.iter().flat_map(|sm| sm.targets);
        for name in aliases.chain(targets) {
            let found = as_written(name);
            assert!(found.is_some(), "{name}");
            assert_eq!(found, find_whole(&Key::new(name)).ok(), "{name}");
        }
    }
}
