//! Finds a name by its bytes, if it is written as in the tables. The compiler looks a name up for each kernel, and any
//! other spelling costs it a hundred times as much.

use crate::gpu::{Arch, Device, Multiprocessor, Vendor, compute_capabilities, targets};
use crate::text::same;

/// The places of a hash table: a prime number, and half as many again as the names of either vendor.
const PLACES: usize = 521;

/// A hash table of the names of a vendor's GPUs: at the [place](place) of a name, or after it, is its GPU.
struct Table([Option<(&'static str, Arch)>; PLACES]);

// The compiler makes a table for each crate that looks a name up, so each vendor has one of its own.
static OF_NVIDIA: Table = Table::new(Device::of(Vendor::Nvidia), compute_capabilities::ROWS);
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

#[allow(clippy::large_stack_arrays, reason = "the tables are statics")]
#[allow(clippy::indexing_slicing, reason = "a remainder")]
impl Table {
    const fn new(devices: &'static [Device], multiprocessors: &'static [Multiprocessor]) -> Self {
        let mut table = Self([None; PLACES]);
        each!(devices, |device| {
            each!(device.aliases, |alias| {
                table.insert(alias, Arch::Device(*device));
            });
        });
        each!(multiprocessors, |sm| {
            // The modes of a target share it.
            if sm.is_of(Vendor::Amd) {
                table.insert(sm.name, Arch::Multiprocessor(sm));
                continue;
            }
            each!(sm.targets, |target| {
                table.insert(target, of_target(sm, target));
            });
        });
        table
    }

    const fn insert(&mut self, name: &'static str, arch: Arch) {
        let mut place = place(name);
        while self.0[place].is_some() {
            place = (place + 1) % PLACES;
        }
        self.0[place] = Some((name, arch));
    }

    const fn find(&self, name: &str) -> Option<Arch> {
        let mut place = place(name);
        while let Some((one, arch)) = &self.0[place] {
            if same(one.as_bytes(), name.as_bytes()) {
                return Some(*arch);
            }
            place = (place + 1) % PLACES;
        }
        None
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
