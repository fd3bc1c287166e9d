//! Finds a name by its bytes, if it is written as in the tables. The compiler looks a name up for each kernel, and any
//! other spelling costs it a hundred times as much.

use core::slice;

use crate::gpu::{Arch, Device, Multiprocessor, Vendor, compute_capabilities, targets};
use crate::text::same;

/// The places of a hash table: a prime number, and more than twice the names of either vendor.
const PLACES: usize = 1_021;

const NO_ROW: u16 = u16::MAX;

/// A hash table of the names of a vendor's GPUs: at the [place](place) of a name, or after it, is the row of its GPU. Rows
/// count the devices first. [`NO_ROW`] ends a search.
struct Table {
    devices: &'static [Device],
    multiprocessors: &'static [Multiprocessor],
    rows: [u16; PLACES],
}

// The compiler makes a table for each crate that looks a name up, so each vendor has one of its own.
static OF_NVIDIA: Table = Table::new(Device::of(Vendor::Nvidia), compute_capabilities::ALL);
static OF_AMD: Table = Table::new(Device::of(Vendor::Amd), targets::ALL);

/// Finds the GPU that the tables have under this name, letter by letter: the alias of a board, or a target.
pub(super) const fn as_written(name: &str) -> Option<Arch> {
    let tables = match name.as_bytes() {
        [b'g', b'f', ..] | [b'm', b'i', ..] | [b'r', b'x', ..] => [&OF_AMD, &OF_NVIDIA],
        _ => [&OF_NVIDIA, &OF_AMD],
    };
    match tables[0].find(name) {
        None => tables[1].find(name),
        found => found,
    }
}

/// The limits of code that is compiled for a target of `sm`.
pub(super) const fn of_target(sm: &'static Multiprocessor, target: &str) -> Arch {
    Arch::Multiprocessor(match sm.architecture_specific() {
        Some((specific, limits)) if same(specific.as_bytes(), target.as_bytes()) => limits,
        _ => sm,
    })
}

#[allow(clippy::indexing_slicing, reason = "a remainder, and a row of a table")]
impl Table {
    #[allow(clippy::cast_possible_truncation, reason = "a few hundred rows")]
    const fn new(devices: &'static [Device], multiprocessors: &'static [Multiprocessor]) -> Self {
        let mut table = Self {
            devices,
            multiprocessors,
            rows: [NO_ROW; PLACES],
        };
        let (mut row, count) = (0, devices.len() + multiprocessors.len());
        while row < count {
            each!(table.names(row), |name| {
                let mut place = place(name);
                while table.rows[place] != NO_ROW {
                    place = (place + 1) % PLACES;
                }
                table.rows[place] = row as u16;
            });
            row += 1;
        }
        table
    }

    const fn find(&self, name: &str) -> Option<Arch> {
        let mut place = place(name);
        while self.rows[place] != NO_ROW {
            let row = self.rows[place] as usize;
            let mut names = self.names(row);
            while let [one, others @ ..] = names {
                if same(one.as_bytes(), name.as_bytes()) {
                    return Some(match row.checked_sub(self.devices.len()) {
                        Some(row) => of_target(&self.multiprocessors[row], name),
                        None => Arch::Device(self.devices[row]),
                    });
                }
                names = others;
            }
            place = (place + 1) % PLACES;
        }
        None
    }

    /// The names of a row, as the tables have them.
    const fn names(&self, row: usize) -> &'static [&'static str] {
        match row.checked_sub(self.devices.len()) {
            Some(row) => match &self.multiprocessors[row] {
                // The modes of a target share it.
                sm if matches!(sm.vendor, Vendor::Amd) => slice::from_ref(&sm.name),
                sm => sm.targets,
            },
            None => self.devices[row].aliases,
        }
    }
}

/// The place of a name in a [`Table`]. The operators are plain, because a call costs the compiler more than a letter.
const fn place(name: &str) -> usize {
    let (mut place, mut left) = (0, name.as_bytes());
    while let [letter, rest @ ..] = left {
        place = (place * 31 + *letter as usize) % PLACES;
        left = rest;
    }
    place
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
