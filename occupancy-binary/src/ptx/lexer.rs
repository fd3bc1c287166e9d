//! PTX text as tokens.
//!
//! Source: PTX ISA 9.1, 4.2 Comments, 4.4 Identifiers, 4.5 Constants. Where the ISA is silent, what
//! ptxas 12.9 and 13.5 do: a line comment ends at a line feed alone, a form feed is a blank and a
//! vertical tab is not, and a string has no escapes and may span lines. A character that is not ASCII
//! passes in comments, as for ptxas 13.5, and in strings, where it changes nothing of what is read.

use super::{Fault, Malformed, Span};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// `k`, `%r1`, `$L_1`
    Word,
    /// `.entry`
    Directive,
    /// Starts with a digit and runs to what cannot be part of a number: `0x40U`, `8.0`.
    Number,
    /// `"nounroll"`, with its quotes.
    Quoted,
    /// Any other visible character.
    Symbol(u8),
    End,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
}

impl Token {
    pub(super) const fn is_symbol(&self, symbol: u8) -> bool {
        match self.kind {
            TokenKind::Symbol(found) => found == symbol,
            _ => false,
        }
    }

    pub(super) const fn is_directive(&self, text: &str, name: &str) -> bool {
        matches!(self.kind, TokenKind::Directive) && self.span.is(text, name)
    }
}

/// The classes of bytes. The order lets one comparison decide: words contain classes below `POINT`, numbers
/// those up to it, and nothing below `BRACE` ends a block or is not plain text.
mod class {
    pub(super) const LETTER: u8 = 0;
    pub(super) const DIGIT: u8 = 1;
    pub(super) const POINT: u8 = 2;
    pub(super) const PERCENT: u8 = 3;
    pub(super) const BLANK: u8 = 4;
    pub(super) const SYMBOL: u8 = 5;
    pub(super) const BRACE: u8 = 6;
    pub(super) const SLASH: u8 = 7;
    pub(super) const QUOTE: u8 = 8;
    pub(super) const OTHER: u8 = 9;
}

const CLASSES: &[u8; 256] = &{
    let mut classes = [class::OTHER; 256];
    let mut byte = 0_u8;
    while byte <= b'~' {
        classes[byte as usize] = match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => class::LETTER,
            b'0'..=b'9' => class::DIGIT,
            b'.' => class::POINT,
            b'%' => class::PERCENT,
            b' ' | b'\t' | b'\n' | b'\r' | b'\x0c' => class::BLANK,
            b'{' | b'}' => class::BRACE,
            b'/' => class::SLASH,
            b'"' => class::QUOTE,
            b'!'..=b'~' => class::SYMBOL,
            _ => class::OTHER,
        };
        byte += 1;
    }
    classes
};

/// First bytes of tokens, a bit for each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Firsts(u128);

impl Firsts {
    pub(super) const ALL: Self = Self(u128::MAX);

    pub(super) const fn of(bytes: &[u8]) -> Self {
        let mut firsts = Self(0);
        let mut i = 0;
        while i < bytes.len() {
            firsts = firsts.with(bytes[i]);
            i += 1;
        }
        firsts
    }

    /// With a byte, which is ASCII as every first one of a token.
    pub(super) const fn with(self, byte: u8) -> Self {
        Self(self.0 | 1 << byte)
    }
}

/// A place in the text; a copy of it looks ahead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    end: usize,
}

// By index, without a call for each skipped byte or token: calls are what costs build time.
impl<'a> Lexer<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            end: text.len(),
        }
    }

    /// The tokens of a part of the text; if a span reaches outside, those inside.
    pub(super) const fn within(text: &'a str, span: Span) -> Self {
        let end = if span.end < text.len() {
            span.end
        } else {
            text.len()
        };
        let at = if span.start < end { span.start } else { end };
        Self { text, at, end }
    }

    pub(super) const fn text(&self) -> &'a str {
        self.text
    }

    pub(super) const fn fault(&self, fault: Fault, at: usize) -> Malformed {
        Malformed::new(self.text, fault, at)
    }

    /// The next token.
    pub(super) const fn next(&mut self) -> Result<Token, Malformed> {
        self.next_of(Firsts::ALL)
    }

    /// The next token that begins with one of these bytes, or the end.
    pub(super) const fn next_of(&mut self, firsts: Firsts) -> Result<Token, Malformed> {
        let (bytes, end, classes) = (self.text.as_bytes(), self.end, CLASSES);
        let mut at = self.at;
        let (start, kind) = loop {
            if at >= end {
                break (end, TokenKind::End);
            }
            let byte = bytes[at];
            let class = classes[byte as usize];
            if class == class::BLANK {
                at += 1;
                continue;
            }
            let start = at;
            let kind = match class {
                class::LETTER | class::PERCENT | class::POINT => {
                    at += 1;
                    while at < end && classes[bytes[at] as usize] < class::POINT {
                        at += 1;
                    }
                    if class != class::POINT {
                        TokenKind::Word
                    } else if at > start + 1 {
                        TokenKind::Directive
                    } else {
                        TokenKind::Symbol(b'.')
                    }
                }
                // A point belongs to the number: ptxas reads `32.` of `32.minnctapersm` as one, and
                // refuses it.
                class::DIGIT => {
                    at += 1;
                    while at < end && classes[bytes[at] as usize] <= class::POINT {
                        at += 1;
                    }
                    TokenKind::Number
                }
                class::SLASH => {
                    at = match self.after_comment(at) {
                        Ok(after) => after,
                        Err(malformed) => return Err(malformed),
                    };
                    if at > start + 1 {
                        continue;
                    }
                    TokenKind::Symbol(byte)
                }
                class::QUOTE => {
                    at = match self.after_string(at) {
                        Ok(after) => after,
                        Err(malformed) => return Err(malformed),
                    };
                    TokenKind::Quoted
                }
                class::OTHER => return Err(self.fault(Fault::Byte(byte), start)),
                _ => {
                    at += 1;
                    TokenKind::Symbol(byte)
                }
            };
            if firsts.0 >> byte & 1 != 0 {
                break (start, kind);
            }
        };
        self.at = at;
        Ok(Token {
            kind,
            span: Span { start, end: at },
        })
    }

    /// The next token, without taking it.
    pub(super) const fn peek(&self) -> Result<Token, Malformed> {
        let mut ahead = *self;
        ahead.next()
    }

    /// Goes on at this byte.
    pub(super) const fn skip_to(&mut self, at: usize) {
        self.at = at;
    }

    /// Goes past `}`, where `{` has been taken; blocks nest.
    pub(super) const fn skip_block(&mut self, open: Span) -> Result<Span, Malformed> {
        let (bytes, end, classes) = (self.text.as_bytes(), self.end, CLASSES);
        let mut at = self.at;
        let mut depth = 1_usize;
        while at < end {
            let byte = bytes[at];
            let class = classes[byte as usize];
            if class < class::BRACE {
                at += 1;
                continue;
            }
            let after = match class {
                class::SLASH => self.after_comment(at),
                class::QUOTE => self.after_string(at),
                class::OTHER => Err(self.fault(Fault::Byte(byte), at)),
                _ => {
                    // Each brace is a byte, so there are never more than a `usize` counts.
                    if byte == b'{' {
                        depth += 1;
                    } else {
                        depth -= 1;
                    }
                    if depth == 0 {
                        self.at = at + 1;
                        return Ok(Span {
                            start: open.start,
                            end: self.at,
                        });
                    }
                    Ok(at + 1)
                }
            };
            at = match after {
                Ok(after) => after,
                Err(malformed) => return Err(malformed),
            };
        }
        self.at = end;
        Err(self.fault(Fault::UnclosedBrace, open.start))
    }

    /// What comes after a comment, or after a `/` that begins none.
    const fn after_comment(&self, start: usize) -> Result<usize, Malformed> {
        let (bytes, end) = (self.text.as_bytes(), self.end);
        // Both below the end.
        let mut at = start + 1;
        if at >= end {
            return Ok(at);
        }
        match bytes[at] {
            b'/' => {
                while at < end && bytes[at] != b'\n' {
                    at += 1;
                }
                Ok(at)
            }
            b'*' => {
                at += 1;
                while at < end {
                    if bytes[at] == b'*' && at + 1 < end && bytes[at + 1] == b'/' {
                        return Ok(at + 2);
                    }
                    at += 1;
                }
                Err(self.fault(Fault::UnclosedComment, start))
            }
            _ => Ok(at),
        }
    }

    const fn after_string(&self, start: usize) -> Result<usize, Malformed> {
        let (bytes, end) = (self.text.as_bytes(), self.end);
        let mut at = start + 1;
        while at < end {
            if bytes[at] == b'"' {
                return Ok(at + 1);
            }
            at += 1;
        }
        Err(self.fault(Fault::UnclosedString, start))
    }
}
