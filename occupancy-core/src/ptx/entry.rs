//! The entries of a module.

use super::lexer::{Lexer, Token, TokenKind};
use super::{BlockBound, DirectiveKind, number};
use super::{Bounds, Directives, Fault, FindError, Malformed, Span, Target, UnknownEntry, Version};
use crate::text::same;

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
    /// The target of the module; the last, where there are several.
    pub target: Target,
    /// The linkage, where one is stated.
    pub linkage: Option<Linkage>,
    /// The parameter list with its parentheses, where there is one.
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
pub enum Linkage {
    /// `.visible`
    Visible,
    /// `.weak`
    Weak,
    /// `.extern`
    Extern,
}

impl<'a> Entry<'a> {
    /// The definition of the entry with this name. The whole text is read, so that none of it is
    /// taken for what it is not.
    ///
    /// ```
    /// use occupancy_core::ptx::Entry;
    ///
    /// let text = ".version 8.0\n.target sm_90\n.visible .entry saxpy() .maxntid 256\n{ ret; }\n";
    /// let entry = Entry::find(text, "saxpy")?;
    /// assert_eq!(entry.header.of(text).trim(), ".maxntid 256");
    /// let unknown = Entry::find(text, "axpy").unwrap_err();
    /// assert!(unknown.to_string().contains("`saxpy`"));
    /// # Ok::<(), occupancy_core::ptx::FindError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`FindError`] where the text is not PTX, has no entry of this name, only declares it, or
    /// defines it twice.
    pub const fn find(text: &'a str, name: &str) -> Result<Self, FindError> {
        let mut entries = Entries::new(text);
        let mut declared = false;
        let mut found: Option<Self> = None;
        while let Some(next) = entries.next_entry() {
            let entry = match next {
                Ok(entry) => entry,
                Err(malformed) => return Err(FindError::Malformed(malformed)),
            };
            if !same(entry.name.as_bytes(), name.as_bytes()) {
                continue;
            }
            if entry.body.is_none() {
                declared = true;
            } else if found.is_some() {
                let at = entry.header.start;
                return Err(FindError::Malformed(Malformed::new(
                    text,
                    Fault::DefinedTwice,
                    at,
                )));
            } else {
                found = Some(entry);
            }
        }
        match found {
            Some(entry) => Ok(entry),
            None if declared => Err(FindError::DeclaredOnly),
            None => Err(FindError::Unknown(UnknownEntry::new(text, name))),
        }
    }

    /// The directives between the entry's name and its body, in their order.
    pub const fn directives(&self) -> Directives<'a> {
        Directives::new(self.text, self.header)
    }

    /// What the directives bound. Of a directive that is stated twice the last counts, as for
    /// ptxas 12.9 and 13.5.
    ///
    /// # Errors
    ///
    /// [`Malformed`] where a directive is not as the PTX ISA has it.
    ///
    /// ```
    /// use occupancy_core::ptx::{BlockBound, Entry};
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
/// use occupancy_core::ptx::Entries;
///
/// let text = ".version 8.0 .target sm_90 .entry a { ret; } .entry b { ret; }";
/// let names: Vec<_> = Entries::new(text).map(|entry| entry.unwrap().name).collect();
/// assert_eq!(names, ["a", "b"]);
/// ```
#[derive(Clone, Debug)]
pub struct Entries<'a> {
    lexer: Lexer<'a>,
    version: Option<Version>,
    target: Option<Target>,
    ended: bool,
}

impl<'a> Entries<'a> {
    /// The entries of `text`.
    pub const fn new(text: &'a str) -> Self {
        Self {
            lexer: Lexer::new(text),
            version: None,
            target: None,
            ended: false,
        }
    }

    /// [`Iterator::next`] as a `const fn`.
    pub const fn next_entry(&mut self) -> Option<Result<Entry<'a>, Malformed>> {
        if self.ended {
            return None;
        }
        let next = self.read_next();
        match next {
            Ok(Some(entry)) => Some(Ok(entry)),
            Ok(None) => {
                self.ended = true;
                None
            }
            Err(malformed) => {
                self.ended = true;
                Some(Err(malformed))
            }
        }
    }

    const fn read_next(&mut self) -> Result<Option<Entry<'a>>, Malformed> {
        let text = self.lexer.text();
        let mut linkage = None;
        loop {
            let token = match self.lexer.next() {
                Ok(token) => token,
                Err(malformed) => return Err(malformed),
            };
            let before = linkage;
            linkage = None;
            match token.kind {
                TokenKind::End => return Ok(None),
                TokenKind::Symbol(b'{') => {
                    if let Err(malformed) = self.lexer.skip_block(token.span) {
                        return Err(malformed);
                    }
                }
                TokenKind::Symbol(b'}') => {
                    return Err(self.lexer.fault(Fault::UnopenedBrace, token.span.start));
                }
                TokenKind::Directive => {
                    let read = if token.span.is(text, ".version") {
                        self.read_version(token)
                    } else if token.span.is(text, ".target") {
                        self.read_target(token)
                    } else if token.span.is(text, ".entry") {
                        return match self.read_entry(token, before) {
                            Ok(entry) => Ok(Some(entry)),
                            Err(malformed) => Err(malformed),
                        };
                    } else {
                        linkage = linkage_of(token, text);
                        Ok(())
                    };
                    if let Err(malformed) = read {
                        return Err(malformed);
                    }
                }
                _ => {}
            }
        }
    }

    const fn read_version(&mut self, directive: Token) -> Result<(), Malformed> {
        let token = match self.lexer.next() {
            Ok(token) => token,
            Err(malformed) => return Err(malformed),
        };
        match number::version(token.span.of(self.lexer.text())) {
            Some((major, minor)) if self.version.is_none() => {
                self.version = Some(Version { major, minor });
                Ok(())
            }
            _ => Err(self.lexer.fault(Fault::Version, directive.span.start)),
        }
    }

    /// `.target sm_90, debug`: the GPU comes first, and options follow it.
    const fn read_target(&mut self, directive: Token) -> Result<(), Malformed> {
        let text = self.lexer.text();
        loop {
            let token = match self.lexer.next() {
                Ok(token) => token,
                Err(malformed) => return Err(malformed),
            };
            match (Target::parse(token.span.of(text)), self.target) {
                // ptxas 13.5 goes by the last: `sm_90, sm_80` has no clusters.
                (Some(next), _) => self.target = Some(next),
                (None, Some(_)) if matches!(token.kind, TokenKind::Word) => {}
                (None, _) => return Err(self.lexer.fault(Fault::Target, directive.span.start)),
            }
            let comma = match self.lexer.peek() {
                Ok(token) => token,
                Err(malformed) => return Err(malformed),
            };
            if !comma.is_symbol(b',') {
                return Ok(());
            }
            if let Err(malformed) = self.lexer.next() {
                return Err(malformed);
            }
        }
    }

    const fn read_entry(
        &mut self,
        directive: Token,
        linkage: Option<Linkage>,
    ) -> Result<Entry<'a>, Malformed> {
        let at = directive.span.start;
        let Some(version) = self.version else {
            return Err(self.lexer.fault(Fault::MissingVersion, at));
        };
        let Some(target) = self.target else {
            return Err(self.lexer.fault(Fault::MissingTarget, at));
        };
        let name = match self.lexer.next() {
            Ok(token) => token,
            Err(malformed) => return Err(malformed),
        };
        if !matches!(name.kind, TokenKind::Word) {
            return Err(self.lexer.fault(Fault::EntryName, at));
        }
        let parameters = match self.read_parameters() {
            Ok(parameters) => parameters,
            Err(malformed) => return Err(malformed),
        };
        let start = match parameters {
            Some(parameters) => parameters.end,
            None => name.span.end,
        };
        let (end, body) = match self.read_header_and_body(at) {
            Ok((Some(end), body)) => (end, body),
            Ok((None, body)) => (start, body),
            Err(malformed) => return Err(malformed),
        };
        Ok(Entry {
            text: self.lexer.text(),
            name: name.span.of(self.lexer.text()),
            version,
            target,
            linkage,
            parameters,
            header: Span { start, end },
            body,
        })
    }

    const fn read_parameters(&mut self) -> Result<Option<Span>, Malformed> {
        let open = match self.lexer.peek() {
            Ok(token) => token,
            Err(malformed) => return Err(malformed),
        };
        if !open.is_symbol(b'(') {
            return Ok(None);
        }
        let mut depth = 0_usize;
        loop {
            let token = match self.lexer.next() {
                Ok(token) => token,
                Err(malformed) => return Err(malformed),
            };
            match token.kind {
                TokenKind::Symbol(b'(') => depth += 1,
                // The first token is `(`, so the depth is at least 1 here.
                TokenKind::Symbol(b')') => depth -= 1,
                TokenKind::Symbol(b'{' | b'}' | b';') | TokenKind::End => {
                    return Err(self.lexer.fault(Fault::UnclosedParameters, open.span.start));
                }
                _ => {}
            }
            if depth == 0 {
                return Ok(Some(Span {
                    start: open.span.start,
                    end: token.span.end,
                }));
            }
        }
    }

    /// The end of the header and the body, or neither of a declaration. ptxas takes no directives
    /// on a declaration.
    const fn read_header_and_body(
        &mut self,
        entry: usize,
    ) -> Result<(Option<usize>, Option<Span>), Malformed> {
        let text = self.lexer.text();
        let (mut in_pragma, mut bare) = (false, true);
        loop {
            let token = match self.lexer.next() {
                Ok(token) => token,
                Err(malformed) => return Err(malformed),
            };
            match token.kind {
                TokenKind::Symbol(b'{') => {
                    return match self.lexer.skip_block(token.span) {
                        Ok(body) => Ok((Some(token.span.start), Some(body))),
                        Err(malformed) => Err(malformed),
                    };
                }
                TokenKind::Symbol(b';') if in_pragma => in_pragma = false,
                TokenKind::Symbol(b';') if bare => return Ok((None, None)),
                TokenKind::Directive if !starts_a_statement(token, text) => {
                    in_pragma = token.span.is(text, ".pragma");
                    bare = false;
                }
                TokenKind::Symbol(b';' | b'}' | b'(' | b')')
                | TokenKind::End
                | TokenKind::Directive => {
                    return Err(self.lexer.fault(Fault::UnfinishedEntry, entry));
                }
                _ => bare = false,
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

const fn linkage_of(token: Token, text: &str) -> Option<Linkage> {
    if token.is_directive(text, ".visible") {
        Some(Linkage::Visible)
    } else if token.is_directive(text, ".weak") {
        Some(Linkage::Weak)
    } else if token.is_directive(text, ".extern") {
        Some(Linkage::Extern)
    } else {
        None
    }
}

/// Whether what comes is no part of an entry's header: the entry before it has no body.
const fn starts_a_statement(token: Token, text: &str) -> bool {
    linkage_of(token, text).is_some()
        || token.is_directive(text, ".entry")
        || token.is_directive(text, ".func")
}
