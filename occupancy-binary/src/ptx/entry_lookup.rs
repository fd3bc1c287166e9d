//! The entry that is asked for among those of a module.

use super::{Entry, Fault, FindError, Malformed, UnknownEntry};
use occupancy_core::__private::is_called;
use occupancy_core::__private::same;

/// What is found so far.
pub(super) struct EntryLookup<'a, 'b> {
    name: &'b str,
    /// Whether the name may be that in the source.
    in_source: bool,
    is_declared: bool,
    found: Option<Entry<'a>>,
    called: Option<Entry<'a>>,
    is_ambiguous: bool,
}

impl<'a, 'b> EntryLookup<'a, 'b> {
    /// The entry with this name.
    pub(super) const fn new(name: &'b str) -> Self {
        Self {
            name,
            in_source: false,
            is_declared: false,
            found: None,
            called: None,
            is_ambiguous: false,
        }
    }

    /// The entry with this name, or else the only one that is called so in the source.
    pub(super) const fn called(name: &'b str) -> Self {
        let mut sought = Self::new(name);
        sought.in_source = true;
        sought
    }

    /// Looks at the next entry.
    pub(super) const fn take(&mut self, entry: &Entry<'a>) -> Result<(), Malformed> {
        if !same(entry.name.as_bytes(), self.name.as_bytes()) {
            if self.in_source && entry.body.is_some() && is_called(entry.name, self.name) {
                self.is_ambiguous |= self.called.is_some();
                self.called = Some(*entry);
            }
        } else if entry.body.is_none() {
            self.is_declared = true;
        } else if self.found.is_some() {
            let at = entry.header.start;
            return Err(Malformed::new(entry.text, Fault::DefinedTwice, at));
        } else {
            self.found = Some(*entry);
        }
        Ok(())
    }

    /// The entry, once all are looked at.
    pub(super) const fn found(&self, text: &str) -> Result<Entry<'a>, FindError> {
        match (self.found, self.called) {
            (Some(entry), _) => Ok(entry),
            (None, _) if self.is_declared => Err(FindError::DeclaredOnly),
            (None, Some(entry)) if !self.is_ambiguous => Ok(entry),
            _ => Err(FindError::Unknown(UnknownEntry::new(text, self.name))),
        }
    }
}
