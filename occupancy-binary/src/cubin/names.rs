//! Which kernel a name means, and what to suggest if there is none.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str;

use occupancy_core::__private::{name_in_source, nearness};
use occupancy_core::text::Text;

use super::Image;
use crate::error::List;
use crate::{Error, ErrorKind};

/// A name that is asked for: of the source, with or without namespaces.
pub(super) struct Asked<'a> {
    path: Vec<&'a [u8]>,
}

impl<'a> Asked<'a> {
    pub(super) fn new(kernel: &'a str) -> Self {
        Self {
            path: kernel.split("::").map(str::as_bytes).collect(),
        }
    }

    /// Whether a mangled name is this one: `dot` and `blas::dot` are `_ZN4blas3dotEiPKfS1_Pf`.
    pub(super) fn is(&self, symbol: &[u8]) -> bool {
        let parts = parts(symbol).unwrap_or_default();
        !parts.is_empty() && parts.ends_with(&self.path)
    }
}

/// The namespaces and the name of the function, without namespaces that have no name in the source; `None` if a
/// part is longer than the rest.
///
/// Source: Itanium C++ ABI, 5.1.2 and 5.1.3: `_Z`, and a length before each part.
fn parts(symbol: &[u8]) -> Option<Vec<&[u8]>> {
    let rest = symbol.strip_prefix(b"_Z")?;
    let (mut rest, is_single) = match rest.strip_prefix(b"N") {
        Some(nested) => (nested, false),
        None => (rest, true),
    };
    let mut parts = Vec::new();
    loop {
        // A function of internal linkage.
        rest = rest.strip_prefix(b"L").unwrap_or(rest);
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (digits, after) = rest.split_at_checked(digits)?;
        if digits.iter().all(|&digit| digit == b'0') {
            return Some(parts);
        }
        let (part, after) = after.split_at_checked(str::from_utf8(digits).ok()?.parse().ok()?)?;
        if !part.starts_with(b"_GLOBAL__") {
            parts.push(part);
        }
        if is_single {
            return Some(parts);
        }
        rest = after;
    }
}

/// Bytes of the list of names at most, and how many of them are reserved behind the names.
const LISTED: usize = 56;
const LEFT: usize = 20;

/// The number of near names at most, and of those between which one has to be chosen.
const NEAR: usize = 3;
const SEVERAL: usize = 32;

/// Names that are compared with what was asked for; with more, it takes too long.
const COMPARED: usize = (1 << 16) - 1024;

/// The names of kernels that are not the one that is asked for, of one image or of several.
#[derive(Debug)]
pub(crate) struct Candidates<'a> {
    asked: &'a str,
    /// The nearest, with their distances.
    near: Vec<(usize, String)>,
    all: List,
    pub(crate) is_used: bool,
}

impl<'a> Candidates<'a> {
    pub(crate) fn new(asked: &'a str) -> Self {
        Self {
            asked,
            near: Vec::new(),
            all: List::of_kernels(),
            is_used: false,
        }
    }

    pub(crate) fn look_in(&mut self, image: &Image<'_>) {
        self.is_used = true;
        let asked = self.asked.rsplit(':').next().unwrap_or(self.asked);
        for (i, symbol) in image.names().enumerate() {
            let Some(symbol) = symbol.ok().filter(|_| i < COMPARED) else {
                self.all.is_cut = true;
                return;
            };
            let name = name_in_source(symbol);
            self.all.add(name);
            if let Some(rank) = nearness(asked, name)
                && !self.near.iter().any(|(_, other)| other == name)
            {
                let place = self.near.partition_point(|(other, _)| *other <= rank);
                self.near.insert(place, (rank, name.to_owned()));
                self.near.truncate(NEAR);
            }
        }
    }

    /// The error that names those that are nearest; if none is near, the first.
    pub(crate) fn finish(self) -> Error {
        let mut names = List::of_kernels();
        for (_, name) in &self.near {
            names.add(name);
        }
        names.is_near = !self.near.is_empty();
        if !names.is_near {
            names = self.all;
        } else if !names.names.is_empty() {
            // There are others, too, that are less near.
            names.left_out = 0;
        }
        let asked = first_of(self.asked);
        let help = match (names.is_empty(), names.is_near) {
            (true, _) => {
                "it has no kernels; a template has to be instantiated, and a `static` one used"
                    .to_owned()
            }
            (false, true) => format!("the nearest are {names}"),
            (false, false) => format!("there are {names}"),
        };
        let fault = format!("no kernel `{asked}` in the binary");
        Error::new(ErrorKind::UnknownKernel, fault, help).naming(&asked, names)
    }
}

/// The error for a name that several kernels have in the source, with all their symbols.
pub(super) fn ambiguous<'a>(asked: &str, symbols: impl Iterator<Item = &'a str>) -> Error {
    let mut names = List::of_kernels();
    for symbol in symbols {
        if names.names.len() < SEVERAL {
            names.names.push(symbol.to_owned());
        } else {
            names.left_out = names.left_out.saturating_add(1);
        }
    }
    let asked = first_of(asked);
    Error::new(
        ErrorKind::AmbiguousKernel,
        format!("several kernels of the binary are called `{asked}`"),
        format!("state the mangled name of one: {names}"),
    )
    .naming(&asked, names)
}

/// As much of a name as a message has room for.
fn first_of(name: &str) -> String {
    Text::<32>::new().text(name).to_string()
}

impl List {
    fn of_kernels() -> Self {
        Self {
            quote: "`",
            ..Self::default()
        }
    }

    /// Adds a name, once, if it fits.
    fn add(&mut self, name: &str) {
        let listed = self.listed().len();
        // For the comma, the quotes, and " and " with what is left out.
        if listed.saturating_add(LEFT).saturating_add(name.len()) > LISTED {
            self.left_out = self.left_out.saturating_add(1);
        // Instances of a template share a name.
        } else if !self.names.iter().any(|other| other == name) {
            self.names.push(name.to_owned());
        }
    }
}
