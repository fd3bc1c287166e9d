//! What a module defines and declares: its version and target, entries and functions.

use super::lexer::{Kind, Lexer, Token};
use super::{Entry, Error, Span};
use occupancy_core::gpu::Suffix;

/// A target: the compute capability, major and minor, and the letter.
type Target = ((u32, u32), Suffix);

/// The text from the next token on, and what was stated before it.
pub(super) struct Items<'a> {
    pub(super) lexer: Lexer<'a>,
    version: Option<(u32, u32)>,
    target: Option<Target>,
}

impl<'a> Items<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            lexer: Lexer::new(text),
            version: None,
            target: None,
        }
    }

    /// Source: PTX ISA 9.1, 11.1.1 `.version`.
    pub(super) fn version(&mut self, directive: Token<'a>) -> Result<(), Error> {
        let stated = self.lexer.next()?.text.split_once('.');
        let number = |text: &str| text.parse().ok();
        let version = stated.and_then(|(major, minor)| number(major).zip(number(minor)));
        if version.is_none() || self.version.is_some() {
            let (fault, help) = ("`.version` is wrong", "state it once: `.version 8.0`");
            return Err(self.lexer.error(directive.at, fault, help));
        }
        self.version = version;
        Ok(())
    }

    /// `.target sm_90, debug`: the GPU comes first, and options follow it.
    ///
    /// Source: PTX ISA 9.1, 11.1.2 `.target`.
    pub(super) fn target(&mut self, directive: Token<'a>) -> Result<(), Error> {
        loop {
            let token = self.lexer.next()?;
            match target(token.text) {
                // ptxas 13.5 goes by the last: `sm_90, sm_80` has no clusters.
                Some(target) => self.target = Some(target),
                None if self.target.is_some() && token.kind == Kind::Word => {}
                None => {
                    let (fault, help) = (
                        "`.target` names no GPU",
                        "name one before the options: `.target sm_90`",
                    );
                    return Err(self.lexer.error(directive.at, fault, help));
                }
            }
            if self.lexer.peek()?.text != "," {
                return Ok(());
            }
            self.lexer.next()?;
        }
    }

    pub(super) fn entry(&mut self, directive: Token<'a>) -> Result<Entry<'a>, Error> {
        let begun = self.lexer;
        let refused = |fault, help| begun.error(directive.at, fault, help);
        let version = self.version.ok_or_else(|| {
            let help = "start the module with it: `.version 8.0`";
            refused("an entry before `.version`", help)
        })?;
        let (compute_capability, suffix) = self.target.ok_or_else(|| {
            let help = "put it after `.version`: `.target sm_90`";
            refused("an entry before `.target`", help)
        })?;
        let name = self.lexer.next()?;
        if name.kind != Kind::Word {
            return Err(refused("an `.entry` has no name", "`.entry saxpy`"));
        }
        let start = self.parameters(name)?;
        let (mut in_pragma, mut is_bare) = (false, true);
        let body = loop {
            let token = self.lexer.next()?;
            match token.text {
                "{" => break Some(self.lexer.block(token)?),
                ";" if in_pragma => in_pragma = false,
                // ptxas takes no directives on a declaration.
                ";" if is_bare => break None,
                after if ends_a_header(after) => {
                    let fault = "an entry has neither a body nor is it a declaration";
                    let help = "`{ … }` follows its directives; a declaration has none and ends \
                                with `;`";
                    return Err(refused(fault, help));
                }
                _ => {
                    in_pragma =
                        token.text == ".pragma" || in_pragma && token.kind != Kind::Directive;
                    is_bare = false;
                }
            }
        };
        let end = body.map_or(start, |body| body.start);
        Ok(Entry {
            text: self.lexer.text,
            name: name.text,
            version,
            compute_capability,
            suffix,
            header: Span { start, end },
            body,
        })
    }

    /// The end of the parameters that come next, if there are some; else the end of the name before.
    fn parameters(&mut self, name: Token<'a>) -> Result<usize, Error> {
        let open = self.lexer.peek()?;
        if open.text != "(" {
            return Ok(name.end());
        }
        loop {
            let token = self.lexer.next()?;
            match token.text {
                ")" => return Ok(token.end()),
                "{" | "}" | ";" | "" => {
                    let fault = "the parameters of an entry are not closed";
                    return Err(self.lexer.error(open.at, fault, "end them with `)`"));
                }
                _ => {}
            }
        }
    }

    /// The function after `.func`: what it returns in parentheses, its name, its parameters and its body, which a
    /// declaration has not. `None` if it is not as expected, found out before the next statement, so that no text
    /// is searched again and again; then nothing is taken.
    pub(super) fn function(&mut self) -> Option<(&'a str, Option<Span>)> {
        let mut lexer = self.lexer;
        let mut name = None;
        let mut depth = 0_usize;
        let body = loop {
            let token = lexer.next().ok()?;
            match token.text {
                "(" => depth = depth.saturating_add(1),
                ")" => depth = depth.checked_sub(1)?,
                ";" if depth == 0 => break None,
                "{" if depth == 0 && name.is_some() => break Some(lexer.block(token).ok()?),
                ".shared" if depth == 0 => return None,
                "{" => return None,
                after if ends_a_header(after) => return None,
                word if token.kind == Kind::Word && depth == 0 => name = name.or(Some(word)),
                _ => {}
            }
        };
        let name = name?;
        self.lexer = lexer;
        Some((name, body))
    }
}

/// The target with this name, `sm_90a` or `compute_90a`; `None` if it is not one of those and a number.
fn target(name: &str) -> Option<Target> {
    let name = name
        .strip_prefix("sm_")
        .or_else(|| name.strip_prefix("compute_"))?;
    let digits = name.trim_end_matches(['a', 'f']);
    let suffix = match name.strip_prefix(digits)? {
        "" => Suffix::None,
        "a" => Suffix::Architecture,
        "f" => Suffix::Family,
        _ => return None,
    };
    let number: u32 = digits.parse().ok()?;
    let is_plain = digits.len() == 1 || !digits.starts_with('0');
    is_plain.then_some(((number / 10, number % 10), suffix))
}

/// Whether what is before this token has no body: it is the next statement, or out of place.
///
/// Source: PTX ISA 9.1, 11.6 Linking Directives.
fn ends_a_header(token: &str) -> bool {
    const ENDS: [&str; 10] = [
        "", ";", "}", "(", ")", ".entry", ".func", ".visible", ".weak", ".extern",
    ];
    ENDS.contains(&token)
}
