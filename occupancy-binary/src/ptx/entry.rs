//! The entries of a module.

use super::entry_lookup::EntryLookup;
use super::items::{Item, Items};
use super::{BlockBound, DirectiveKind};
use super::{Bounds, Directives, FindError, Malformed, Span, Target, Version};

/// One `.entry` of a module: a definition, or a declaration without a body.
///
/// Source: PTX ISA 9.1, 11.2.1 `.entry`; 11.6 for the linkage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry<'a> {
    /// The text of the module.
    pub text: &'a str,
    /// The name.
    pub name: &'a str,
    /// The PTX ISA version of the module.
    pub version: Version,
    /// The target of the module; the last if there are several.
    pub target: Target,
    /// The linkage, if one is stated.
    pub linkage: Option<Linkage>,
    /// The parameter list with its parentheses, if there is one.
    pub parameters: Option<Span>,
    /// From the name or the parameter list to the body: where the directives are. Empty for a
    /// declaration.
    pub header: Span,
    /// The body with its braces; `None` for a declaration.
    pub body: Option<Span>,
}

/// The linkage of an entry.
///
/// Source: PTX ISA 9.1, 11.6 Linking Directives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[doc(hidden)]
pub enum Linkage {
    /// `.visible`
    Visible,
    /// `.weak`
    Weak,
    /// `.extern`
    Extern,
}

impl<'a> Entry<'a> {
    /// Finds the definition of the entry with this name. It reads the whole text, so that it mistakes
    /// nothing in it.
    ///
    /// ```
    /// use occupancy_binary::ptx::Entry;
    ///
    /// let text = ".version 8.0\n.target sm_90\n.visible .entry saxpy() .maxntid 256\n{ ret; }\n";
    /// let entry = Entry::find(text, "saxpy")?;
    /// assert_eq!(entry.header.of(text).trim(), ".maxntid 256");
    /// let unknown = Entry::find(text, "axpy").unwrap_err();
    /// assert!(unknown.to_string().contains("`saxpy`"));
    /// # Ok::<(), occupancy_binary::ptx::FindError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`FindError`] if the text is not PTX, has no entry of this name, only declares it, or
    /// defines it twice.
    pub const fn find(text: &'a str, name: &str) -> Result<Self, FindError> {
        let mut entries = Entries::new(text);
        let mut sought = EntryLookup::new(name);
        while let Some(next) = entries.next_entry() {
            match next {
                Ok(entry) => {
                    if let Err(malformed) = sought.take(&entry) {
                        return Err(FindError::Malformed(malformed));
                    }
                }
                Err(malformed) => return Err(FindError::Malformed(malformed)),
            }
        }
        sought.found(text)
    }

    /// The directives between the entry's name and its body, in their order.
    pub const fn directives(&self) -> Directives<'a> {
        Directives::new(self.text, self.header)
    }

    /// The bounds that the directives state. If a directive is stated twice, the last one counts, as for
    /// ptxas 12.9 and 13.5.
    ///
    /// # Errors
    ///
    /// `Malformed`, with the place, if a directive does not follow the PTX ISA.
    ///
    /// ```
    /// use occupancy_binary::ptx::{BlockBound, Entry};
    ///
    /// let text = ".version 8.0 .target sm_90 .entry k .reqntid 0x80 .minnctapersm 4 { ret; }";
    /// let bounds = Entry::find(text, "k")?.bounds()?;
    /// assert_eq!(bounds.block, Some(BlockBound::Required((128, 1, 1))));
    /// assert_eq!(bounds.min_blocks, Some(4));
    /// assert_eq!(bounds.max_registers, None);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub const fn bounds(&self) -> Result<Bounds, Malformed> {
        let mut bounds = Bounds::new();
        let mut directives = self.directives();
        while let Some(next) = directives.next_directive() {
            let directive = match next {
                Ok(directive) => directive,
                Err(malformed) => return Err(malformed),
            };
            let (value, _, _) = directive.value;
            match directive.kind {
                DirectiveKind::MaxThreads => bounds.block = Some(BlockBound::Max(directive.value)),
                DirectiveKind::RequiredThreads => {
                    bounds.block = Some(BlockBound::Required(directive.value));
                }
                DirectiveKind::MinBlocksPerSm => bounds.min_blocks = Some(value),
                DirectiveKind::MaxRegisters => bounds.max_registers = Some(value),
                DirectiveKind::RequiredCluster => bounds.cluster_dim = Some(directive.value),
                _ => {}
            }
        }
        Ok(bounds)
    }
}

/// The entries of a module in their order, declarations too.
///
/// After the first error there are no more.
///
/// ```
/// use occupancy_binary::ptx::Entries;
///
/// let text = ".version 8.0 .target sm_90 .entry a { ret; } .entry b { ret; }";
/// let names: Vec<_> = Entries::new(text).map(|entry| entry.unwrap().name).collect();
/// assert_eq!(names, ["a", "b"]);
/// ```
#[derive(Clone, Debug)]
pub struct Entries<'a> {
    items: Items<'a>,
    ended: bool,
}

impl<'a> Entries<'a> {
    /// The entries of `text`.
    pub const fn new(text: &'a str) -> Self {
        Self {
            items: Items::new(text),
            ended: false,
        }
    }

    /// [`Iterator::next`] as a `const fn`.
    pub const fn next_entry(&mut self) -> Option<Result<Entry<'a>, Malformed>> {
        if self.ended {
            return None;
        }
        loop {
            match self.items.next() {
                Ok(Some(Item::Entry(entry, _))) => return Some(Ok(entry)),
                Ok(Some(Item::Function(_))) => {}
                Ok(None) => {
                    self.ended = true;
                    return None;
                }
                Err(malformed) => {
                    self.ended = true;
                    return Some(Err(malformed));
                }
            }
        }
    }
}

impl<'a> Iterator for Entries<'a> {
    type Item = Result<Entry<'a>, Malformed>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_entry()
    }
}
