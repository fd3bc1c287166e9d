//! Reads the statements of a module: its version and target, entries and functions.

use super::lexer::{Kind, Lexer, Token};
use super::{Entry, Error, Span};
use crate::cubin::{Target, target};

/// The major and the minor version.
type Version = (u32, u32);

impl<'a> Lexer<'a> {
    /// Reads the version after `.version`.
    ///
    /// Source: PTX ISA 9.1, 11.1.1 `.version`.
    pub(super) fn version(
        &mut self,
        directive: Token<'a>,
        earlier: Option<Version>,
    ) -> Result<Option<Version>, Error> {
        let stated = self.next()?.text.split_once('.');
        let number = |text: &str| text.parse().ok();
        let version = stated.and_then(|(major, minor)| number(major).zip(number(minor)));
        if version.is_none() || earlier.is_some() {
            let (fault, help) = ("`.version` is wrong", "state it once: `.version 8.0`");
            return Err(self.error(directive.at, fault, help));
        }
        Ok(version)
    }

    /// Reads the GPU after `.target`. Options may follow it: `.target sm_90, debug`.
    ///
    /// Source: PTX ISA 9.1, 11.1.2 `.target`.
    pub(super) fn target(
        &mut self,
        directive: Token<'a>,
        earlier: Option<Target>,
    ) -> Result<Option<Target>, Error> {
        let mut last = earlier;
        loop {
            let token = self.next()?;
            // ptxas 13.5 goes by the last: `sm_90, sm_80` has no clusters.
            last = target(token.text).or(last.filter(|_| token.kind == Kind::Word));
            if last.is_none() {
                let help = "name one before the options: `.target sm_90`";
                return Err(self.error(directive.at, "`.target` names no GPU", help));
            }
            if !self.skips(",")? {
                return Ok(last);
            }
        }
    }

    /// Reads the entry after `.entry`.
    pub(super) fn entry(
        &mut self,
        directive: Token<'a>,
        version: Option<Version>,
        target: Option<Target>,
    ) -> Result<Entry<'a>, Error> {
        let begun = *self;
        let refused = |fault, help| begun.error(directive.at, fault, help);
        let version = version.ok_or_else(|| {
            let help = "start the module with it: `.version 8.0`";
            refused("an entry before `.version`", help)
        })?;
        let (compute_capability, suffix) = target.ok_or_else(|| {
            let help = "put it after `.version`: `.target sm_90`";
            refused("an entry before `.target`", help)
        })?;
        let name = self.next()?;
        if name.kind != Kind::Word {
            return Err(refused("an `.entry` has no name", "`.entry saxpy`"));
        }
        let start = self.parameters(name)?;
        let (mut in_pragma, mut is_bare) = (false, true);
        let body = loop {
            let token = self.next()?;
            match token.text {
                "{" => break Some(self.block(token)?),
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
            text: self.text,
            name: name.text,
            version,
            compute_capability,
            suffix,
            header: Span { start, end },
            body,
        })
    }

    /// Takes the parameters that come next, if there are some. Returns the byte after them, or else after the name.
    fn parameters(&mut self, name: Token<'a>) -> Result<usize, Error> {
        let open = self.peek()?;
        if open.text != "(" {
            return Ok(name.end());
        }
        let mut last = open;
        while last.text != ")" {
            last = self.next()?;
            if matches!(last.text, "{" | "}" | ";" | "") {
                let fault = "the parameters of an entry are not closed";
                return Err(self.error(open.at, fault, "end them with `)`"));
            }
        }
        Ok(last.end())
    }

    /// Reads the name and the body of the function after `.func`; a declaration has no body. The values that it returns, in
    /// parentheses, come before the name, and its parameters after it.
    ///
    /// Returns `None`, and takes nothing, if the function has another form. The search ends before the next statement,
    /// so that it reads no text again and again.
    pub(super) fn function(&mut self) -> Option<(&'a str, Option<Span>)> {
        let mut lexer = *self;
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
        *self = lexer;
        Some((name, body))
    }
}

/// Returns `true` if no body can follow this token: it begins the next statement, or is out of place.
///
/// Source: PTX ISA 9.1, 11.6 Linking Directives.
fn ends_a_header(token: &str) -> bool {
    const ENDS: [&str; 10] = [
        "", ";", "}", "(", ")", ".entry", ".func", ".visible", ".weak", ".extern",
    ];
    ENDS.contains(&token)
}
