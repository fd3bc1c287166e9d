//! Why an entry is not found.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::vec::Vec;

use super::{Entry, Error, ErrorKind};
use crate::cubin::first_of;
use crate::error::List;
use occupancy_core::__private::{name_in_source, nearness};

/// The names that are near; or else all, first those that contain the one that is asked for.
pub(super) fn unknown(entries: &[Entry<'_>], asked: &str) -> Error {
    let defined = entries.iter().filter(|entry| entry.body.is_some());
    let mut names: Vec<&str> = defined.map(|entry| entry.name).collect();
    let last = asked.rsplit(':').next().unwrap_or_default();
    let ranked = names.iter().filter_map(|name| {
        let rank = nearness(last, name_in_source(name))?;
        Some((rank, *name))
    });
    let mut near: Vec<(usize, &str)> = ranked.collect();
    near.sort_by_key(|(rank, _)| *rank);
    near.truncate(MOST_NEAR);
    let is_near = !near.is_empty();
    if is_near {
        names = near.into_iter().map(|(_, name)| name).collect();
    } else {
        // A mangled name contains what it is made from.
        names.sort_by_key(|name| !name.contains(asked));
    }
    let names = List {
        is_near,
        ..list(names, LISTED)
    };
    let help = match (names.is_empty(), is_near) {
        (true, _) => {
            "it has no entries; a kernel that is not `extern \"C\"` and unmangled, or not reachable, \
             is not emitted"
                .to_owned()
        }
        (false, true) => format!("the nearest are {names}"),
        (false, false) => format!("there are {names}"),
    };
    let asked = first_of(asked);
    let fault = format!("no entry `{asked}` in the PTX");
    Error::new(ErrorKind::UnknownKernel, fault, help).naming(&asked, names)
}

/// All names between which one has to be chosen.
pub(super) fn ambiguous(called: &[&Entry<'_>], asked: &str) -> Error {
    let names = list(called.iter().map(|entry| entry.name), usize::MAX);
    let asked = first_of(asked);
    let fault = format!("several entries of the PTX are called `{asked}`");
    let help = format!("state the mangled name of one: {names}");
    Error::new(ErrorKind::AmbiguousKernel, fault, help).naming(&asked, names)
}

/// The most names that are told as near.
const MOST_NEAR: usize = 3;

/// Bytes that a list of names has, if not the first alone is longer.
const LISTED: usize = 64;

/// At least one name, and as many as fit this many bytes.
fn list<'a>(names: impl IntoIterator<Item = &'a str>, most: usize) -> List {
    let mut list = List {
        quote: "`",
        ..List::default()
    };
    let mut len = 0_usize;
    for name in names {
        // With the comma, the quotes and the number that is left out.
        if len > 0 && len.saturating_add(name.len()).saturating_add(20) > most {
            list.left_out = list.left_out.saturating_add(1);
            continue;
        }
        // The comma is not before the first.
        len = len
            .saturating_add(name.len())
            .saturating_add(if len > 0 { 4 } else { 2 });
        list.names.push(name.to_owned());
    }
    list
}
