//! Finds a name by its bytes, if it is written as in the tables. The compiler looks a name up for each kernel, and any
//! other spelling costs it a hundred times as much.

use crate::gpu::{Arch, Device, Multiprocessor, Vendor};
use crate::text::same;
use core::slice;

/// The places of the hash table: a prime number, and more than twice the names.
const PLACES: usize = 1_021;

/// A hash table of names: at the [place](place) of a name, or after it, is the row of its GPU. Rows count the devices
/// first, then the compute capabilities. [`NO_ROW`] ends a search.
static ROWS: [u16; PLACES] = rows();

const NO_ROW: u16 = u16::MAX;

/// Finds the GPU that the tables have under this name, letter by letter: the alias of a board, or a target.
#[allow(clippy::indexing_slicing, reason = "a remainder, and a row of a table")]
pub(super) const fn as_written(name: &str) -> Option<Arch> {
    let mut place = place(name);
    while ROWS[place] != NO_ROW {
        let row = ROWS[place] as usize;
        if has(names(row), name) {
            return Some(match row.checked_sub(Device::ALL.len()) {
                Some(row) => of_target(&Multiprocessor::ALL[row], name),
                None => Arch::Device(Device::ALL[row]),
            });
        }
        place = (place + 1) % PLACES;
    }
    None
}

/// The limits of code that is compiled for a target of `sm`.
pub(super) const fn of_target(sm: &'static Multiprocessor, target: &str) -> Arch {
    Arch::Multiprocessor(match sm.architecture_specific() {
        Some((specific, limits)) if same(specific.as_bytes(), target.as_bytes()) => limits,
        _ => sm,
    })
}

/// The names of a row, as the tables have them.
const fn names(row: usize) -> &'static [&'static str] {
    match row.checked_sub(Device::ALL.len()) {
        Some(row) => match &Multiprocessor::ALL[row] {
            // The modes of a target share it.
            sm if matches!(sm.vendor, Vendor::Amd) => slice::from_ref(&sm.name),
            sm => sm.targets,
        },
        None => Device::ALL[row].aliases,
    }
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

/// The place of a name in [`ROWS`]. The operators are plain, because a call costs the compiler more than a letter.
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
        each!(names(row), |name| {
            let mut place = place(name);
            while rows[place] != NO_ROW {
                place = (place + 1) % PLACES;
            }
            rows[place] = row as u16;
        });
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
