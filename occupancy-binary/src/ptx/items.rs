//! What a module defines and declares: entries, functions and shared memory.

use alloc::vec::Vec;

use super::lexer::{Kind, Lexer, Token};
use super::shared_memory::{Variable, declared};
use super::{Entry, Error, Linkage, Span, Target, Version, error};

pub(super) enum Item<'a> {
    Entry(Entry<'a>),
    /// `None` if it has an unexpected form: only entries need more.
    Function(Option<Function<'a>>),
    /// Variables of shared memory; `None` if the declaration has an unknown form.
    Shared(Option<Vec<Variable<'a>>>),
}

/// The first entry of a text. What comes after it is not read.
#[cfg(feature = "files")]
pub(crate) fn first_entry(text: &str) -> Option<Result<Entry<'_>, Error>> {
    Items::new(text).find_map(|item| match item {
        Ok(Item::Entry(entry)) => Some(Ok(entry)),
        Ok(_) => None,
        Err(error) => Some(Err(error)),
    })
}

/// A `.func`, or an `.entry` as one.
pub(super) struct Function<'a> {
    pub(super) name: &'a str,
    /// `None` for a declaration.
    pub(super) body: Option<Span>,
}

/// The items of a module in their order. After an error there is nothing more to ask for.
pub(super) struct Items<'a> {
    lexer: Lexer<'a>,
    version: Option<Version>,
    target: Option<Target>,
    before: Option<Token<'a>>,
}

impl<'a> Iterator for Items<'a> {
    type Item = Result<Item<'a>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

impl<'a> Items<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            lexer: Lexer::new(text),
            version: None,
            target: None,
            before: None,
        }
    }

    fn read(&mut self) -> Result<Option<Item<'a>>, Error> {
        loop {
            let token = self.lexer.next()?;
            let before = self.before.replace(token);
            match token.text {
                "" => return Ok(None),
                "{" => {
                    self.lexer.block(token)?;
                }
                "}" => {
                    return Err(self
                        .lexer
                        .error(token.at, "a `}` closes nothing", "remove it"));
                }
                ".version" => self.version(token)?,
                ".target" => self.target(token)?,
                ".entry" => {
                    let linkage = before.and_then(|before| Linkage::of(before.text));
                    return Ok(Some(Item::Entry(self.entry(token, linkage)?)));
                }
                ".func" => {
                    let mut ahead = self.lexer;
                    let function = function(&mut ahead);
                    if function.is_some() {
                        self.lexer = ahead;
                    }
                    return Ok(Some(Item::Function(function)));
                }
                ".shared" => {
                    let variables = declared(before, token, self.lexer);
                    return Ok(Some(Item::Shared(variables)));
                }
                _ => {}
            }
        }
    }

    fn version(&mut self, directive: Token<'a>) -> Result<(), Error> {
        let version = Version::parse(self.lexer.next()?.text);
        if version.is_none() || self.version.is_some() {
            let (fault, help) = ("`.version` is wrong", "state it once: `.version 8.0`");
            return Err(self.lexer.error(directive.at, fault, help));
        }
        self.version = version;
        Ok(())
    }

    /// `.target sm_90, debug`: the GPU comes first, and options follow it.
    fn target(&mut self, directive: Token<'a>) -> Result<(), Error> {
        loop {
            let token = self.lexer.next()?;
            match Target::parse(token.text) {
                // ptxas 13.5 goes by the last: `sm_90, sm_80` has no clusters.
                Some(target) => self.target = Some(target),
                None if self.target.is_some() && token.kind == Kind::Word => {}
                None => {
                    let help = "name one before the options: `.target sm_90`";
                    return Err(self
                        .lexer
                        .error(directive.at, "`.target` names no GPU", help));
                }
            }
            if self.lexer.peek()?.text != "," {
                return Ok(());
            }
            self.lexer.next()?;
        }
    }

    fn entry(
        &mut self,
        directive: Token<'a>,
        linkage: Option<Linkage>,
    ) -> Result<Entry<'a>, Error> {
        let text = self.lexer.text;
        let refused = |fault, help| Err(error::invalid(text, directive.at, fault, help));
        let Some(version) = self.version else {
            let help = "start the module with it: `.version 8.0`";
            return refused("an entry before `.version`", help);
        };
        let Some(target) = self.target else {
            let help = "put it after `.version`: `.target sm_90`";
            return refused("an entry before `.target`", help);
        };
        let name = self.lexer.next()?;
        if name.kind != Kind::Word {
            return refused("an `.entry` has no name", "`.entry saxpy`");
        }
        let parameters = self.parameters()?;
        let start = parameters.map_or(name.end(), |parameters| parameters.end);
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
                    return refused(fault, help);
                }
                _ => {
                    if token.kind == Kind::Directive {
                        in_pragma = token.text == ".pragma";
                    }
                    is_bare = false;
                }
            }
        };
        Ok(Entry {
            text,
            name: name.text,
            version,
            target,
            linkage,
            parameters,
            header: Span {
                start,
                end: body.map_or(start, |body| body.start),
            },
            body,
        })
    }

    fn parameters(&mut self) -> Result<Option<Span>, Error> {
        let open = self.lexer.peek()?;
        if open.text != "(" {
            return Ok(None);
        }
        let mut depth = 0_usize;
        loop {
            let token = self.lexer.next()?;
            match token.text {
                "(" => depth = depth.saturating_add(1),
                ")" => depth = depth.saturating_sub(1),
                "{" | "}" | ";" | "" => {
                    let fault = "the parameters of an entry are not closed";
                    return Err(self.lexer.error(open.at, fault, "end them with `)`"));
                }
                _ => {}
            }
            if depth == 0 {
                return Ok(Some(Span {
                    start: open.at,
                    end: token.end(),
                }));
            }
        }
    }
}

/// The function after `.func`: what it returns in parentheses, its name, its parameters and its body.
/// `None` if it is not as expected, found out before the next statement, so that no text is searched
/// again and again.
fn function<'a>(lexer: &mut Lexer<'a>) -> Option<Function<'a>> {
    let mut name = None;
    let mut depth = 0_usize;
    loop {
        let token = lexer.next().ok()?;
        match token.text {
            "(" => depth = depth.saturating_add(1),
            ")" => depth = depth.checked_sub(1)?,
            ";" if depth == 0 => {
                return Some(Function {
                    name: name?,
                    body: None,
                });
            }
            "{" if depth == 0 => {
                let name = name?;
                let body = Some(lexer.block(token).ok()?);
                return Some(Function { name, body });
            }
            ".shared" if depth == 0 => return None,
            "{" => return None,
            after if ends_a_header(after) => return None,
            word if token.kind == Kind::Word && depth == 0 => name = name.or(Some(word)),
            _ => {}
        }
    }
}

/// Whether what is before this token has no body: it is the next statement, or out of place.
fn ends_a_header(token: &str) -> bool {
    Linkage::of(token).is_some() || matches!(token, "" | ";" | "}" | "(" | ")" | ".entry" | ".func")
}
