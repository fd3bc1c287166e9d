//! Why PTX cannot be read, or cannot have bounds.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::{error, fmt};

use super::Entry;
use occupancy_core::__private::{name_in_source, nearness};
use occupancy_core::text::grouped;

/// Why PTX cannot be read, has no such entry, or cannot have bounds, and what to do about it.
///
/// Programs act on its [`kind`](Self::kind). As text, it is a line that says what is wrong, and one with
/// `help: ` that says what to do.
///
/// ```
/// use occupancy_binary::ptx::{Entry, ErrorKind};
///
/// let error = Entry::find(".version 8.0\n.entry k { ret; }", "k").unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::InvalidPtx);
/// assert_eq!(error.line(), Some(2));
/// assert_eq!(
///     error.to_string(),
///     "line 2 of the PTX: an entry before `.target`\n\
///      help: put it after `.version`: `.target sm_90`"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    kind: ErrorKind,
    offset: Option<usize>,
    line: Option<usize>,
    asked: String,
    names: Vec<String>,
    /// Whether the names are near what was asked for.
    is_near: bool,
    /// What is wrong, and what to do.
    words: String,
}

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text does not follow the PTX ISA.
    InvalidPtx,
    /// No entry has this name.
    UnknownKernel,
    /// Several entries have this name in the source.
    AmbiguousKernel,
    /// The entry is only declared: its body is in another module.
    DeclaredOnly,
    /// The entry has other bounds, and the caller chose
    /// [`Existing::Reject`](super::Existing::Reject).
    OtherBounds,
    /// ptxas would refuse or ignore the bounds.
    RefusedBounds,
}

impl Error {
    pub(super) fn new(kind: ErrorKind, fault: impl fmt::Display, help: impl fmt::Display) -> Self {
        Self(Box::new(Inner {
            kind,
            offset: None,
            line: None,
            asked: String::new(),
            names: Vec::new(),
            is_near: false,
            words: format!("{fault}\nhelp: {help}"),
        }))
    }

    /// At a byte of the text.
    pub(super) fn at(mut self, text: &str, offset: usize) -> Self {
        let before = text.bytes().take(offset);
        let ended = before.filter(|byte| *byte == b'\n').count();
        let line = ended.saturating_add(1);
        self.0.offset = Some(offset);
        self.0.line = Some(line);
        self.0.words = format!("line {line} of the PTX: {}", self.0.words);
        self
    }

    /// With what was asked for, and the names to suggest.
    fn naming(mut self, asked: &str, names: Vec<String>, is_near: bool) -> Self {
        asked.clone_into(&mut self.0.asked);
        self.0.names = names;
        self.0.is_near = is_near;
        self
    }

    pub(super) fn invalid(
        text: &str,
        offset: usize,
        fault: impl fmt::Display,
        help: impl fmt::Display,
    ) -> Self {
        Self::new(ErrorKind::InvalidPtx, fault, help).at(text, offset)
    }

    pub(super) fn declared_only() -> Self {
        Self::new(
            ErrorKind::DeclaredOnly,
            "the entry is declared, but its body is not in this PTX",
            "take the PTX that defines it",
        )
    }

    pub(super) fn unknown(entries: &[Entry<'_>], asked: &str) -> Self {
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
        let names: Vec<String> = names.into_iter().map(ToOwned::to_owned).collect();
        let fault = format!("no entry `{asked}` in the PTX");
        let help = match (listed(&names), is_near) {
            (_, false) if names.is_empty() => {
                "it has no entries; a kernel that is not `extern \"C\"` and unmangled, or not \
                 reachable, is not emitted"
                    .to_owned()
            }
            (names, true) => format!("the nearest are {names}"),
            (names, false) => format!("there are {names}"),
        };
        Self::new(ErrorKind::UnknownKernel, fault, help).naming(asked, names, is_near)
    }

    pub(super) fn ambiguous(called: &[&Entry<'_>], asked: &str) -> Self {
        let names: Vec<String> = called.iter().map(|entry| entry.name.to_owned()).collect();
        let fault = format!("several entries of the PTX are called `{asked}`");
        let help = format!("state the mangled name of one: {}", quoted(&names));
        Self::new(ErrorKind::AmbiguousKernel, fault, help).naming(asked, names, false)
    }

    /// What is wrong.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The byte of the text where it is, if it is in one place.
    pub fn offset(&self) -> Option<usize> {
        self.0.offset
    }

    /// The line of that byte, counted from 1.
    pub fn line(&self) -> Option<usize> {
        self.0.line
    }

    /// The names to suggest for an unknown one: those that are near, the nearest first; or else all,
    /// first those that contain it. Of an ambiguous name, those of the entries that it may mean.
    pub fn names(&self) -> &[String] {
        &self.0.names
    }

    pub(crate) fn asked(&self) -> &str {
        &self.0.asked
    }

    /// Whether the names are near what was asked for.
    pub(crate) fn is_near(&self) -> bool {
        self.0.is_near
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.words)
    }
}

impl error::Error for Error {}

/// The most names that are told as near.
const MOST_NEAR: usize = 3;

/// Bytes that a list of names has, if not the first alone is longer.
const LISTED: usize = 64;

/// Names in quotes, at least one and as many as fit: `` `a`, `b` and 3 more ``.
pub(crate) fn listed(names: &[String]) -> String {
    let mut list = String::new();
    let mut left_out = 0_u64;
    for name in names {
        // The comma, the quotes and the number that is left out.
        let len = list.len().saturating_add(name.len()).saturating_add(20);
        if list.is_empty() {
            list = format!("`{name}`");
        } else if len <= LISTED {
            list = format!("{list}, `{name}`");
        } else {
            left_out = left_out.saturating_add(1);
        }
    }
    match left_out {
        0 => list,
        _ => format!("{list} and {} more", grouped(left_out)),
    }
}

/// All names in quotes.
pub(crate) fn quoted(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}
