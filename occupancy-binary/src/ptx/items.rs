//! What a module defines and declares: entries and functions.

use super::lexer::{Firsts, Lexer, Token, TokenKind};
use super::number;
use super::{Entry, Fault, Linkage, Malformed, Span, Target, Version};

/// An `.entry` or a `.func`.
pub(super) enum Item<'a> {
    /// With its name.
    Entry(Entry<'a>, Span),
    /// `None` if it has an unexpected form: only entries need more.
    Function(Option<Function>),
}

/// A `.func`, or an `.entry` as one.
#[derive(Clone, Copy)]
pub(super) struct Function {
    pub(super) name: Span,
    /// `None` for a declaration.
    pub(super) body: Option<Span>,
}

/// The rest of a module.
#[derive(Clone, Debug)]
pub(super) struct Items<'a> {
    lexer: Lexer<'a>,
    version: Option<Version>,
    target: Option<Target>,
}

impl<'a> Items<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self {
            lexer: Lexer::new(text),
            version: None,
            target: None,
        }
    }

    /// The next one; `None` after the last.
    pub(super) const fn next(&mut self) -> Result<Option<Item<'a>>, Malformed> {
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
                            Ok((entry, name)) => Ok(Some(Item::Entry(entry, name))),
                            Err(malformed) => Err(malformed),
                        };
                    } else if token.span.is(text, ".func") {
                        let mut ahead = self.lexer;
                        let function = Function::read(&mut ahead);
                        if function.is_some() {
                            self.lexer = ahead;
                        }
                        return Ok(Some(Item::Function(function)));
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
    ) -> Result<(Entry<'a>, Span), Malformed> {
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
        let entry = Entry {
            text: self.lexer.text(),
            name: name.span.of(self.lexer.text()),
            version,
            target,
            linkage,
            parameters,
            header: Span { start, end },
            body,
        };
        Ok((entry, name.span))
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
            let token = match self.lexer.next_of(Firsts::of(b"(){};")) {
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

impl Function {
    /// The function after `.func`: what it returns in parentheses, its name, and its body. `None` if it
    /// is not as expected.
    const fn read(lexer: &mut Lexer<'_>) -> Option<Self> {
        let mut name: Option<Span> = None;
        let mut depth = 0_u32;
        let inside = Firsts::of(b"();{}");
        loop {
            // Skip words in parentheses.
            let firsts = if depth > 0 { inside } else { Firsts::ALL };
            let Ok(token) = lexer.next_of(firsts) else {
                return None;
            };
            match token.kind {
                TokenKind::Symbol(b'(') => depth += 1,
                TokenKind::Symbol(b')') if depth > 0 => depth -= 1,
                TokenKind::Word if name.is_none() => name = Some(token.span),
                TokenKind::Symbol(b';' | b'{') if depth > 0 => return None,
                TokenKind::Symbol(b';') => {
                    return match name {
                        Some(name) => Some(Self { name, body: None }),
                        None => None,
                    };
                }
                TokenKind::Symbol(b'{') => {
                    return match (name, lexer.skip_block(token.span)) {
                        (Some(name), Ok(body)) => Some(Self {
                            name,
                            body: Some(body),
                        }),
                        _ => None,
                    };
                }
                // What comes is the next statement.
                TokenKind::Directive if starts_a_statement(token, lexer.text()) => return None,
                TokenKind::Symbol(b')' | b'}') | TokenKind::End => return None,
                _ => {}
            }
        }
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

/// Whether the next token is not part of a header, so that the item before it has no body.
const fn starts_a_statement(token: Token, text: &str) -> bool {
    linkage_of(token, text).is_some()
        || token.is_directive(text, ".entry")
        || token.is_directive(text, ".func")
}
