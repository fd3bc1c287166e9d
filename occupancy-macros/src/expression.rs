//! Expressions, as far as the attribute looks into them: what is left, the compiler evaluates.

use proc_macro2::{Delimiter, Group, Ident, Spacing, TokenStream, TokenTree};

use crate::literal::Literal;
use crate::tokens::{self, is_mark};

#[derive(Clone)]
pub(crate) struct Expression {
    /// Without parentheses around all of it.
    pub(crate) kind: Kind,
    pub(crate) tokens: TokenStream,
}

#[derive(Clone)]
pub(crate) enum Kind {
    Literal(Literal),
    /// A path, and its last name.
    Path(Ident),
    /// A call of a macro: its name, and what is in its parentheses.
    Macro(Ident, TokenStream),
    /// A call, a field or an element.
    Computed,
    /// `-`, `!`, `*` or `&`, and what it is before.
    Prefixed(char, Box<Expression>),
    /// Arithmetic: the operator stands between.
    Arithmetic(Box<Expression>, &'static str, Box<Expression>),
    /// Of other operators.
    Condition,
    /// Before `as`, and the type.
    Cast(Box<Expression>, TokenStream),
    /// A tuple, or an array.
    Tuple(Vec<Expression>),
    /// With an `if`, a `match`, a block or a structure in it, or an array of one value repeated.
    Opaque,
}

impl Expression {
    /// The expression that a value is, without the invisible delimiters of a `macro_rules!` argument; `None`
    /// where it is none.
    pub(crate) fn new(tokens: &TokenStream) -> Option<Self> {
        let all: Vec<TokenTree> = tokens.clone().into_iter().collect();
        let mut parser = Parser(&all);
        let parsed = parser.binary(0).filter(|_| parser.0.is_empty());
        parsed.or_else(|| {
            let (kind, tokens) = (Kind::Opaque, tokens.clone());
            has_braces(&tokens).then_some(Self { kind, tokens })
        })
    }

    /// Whether the compiler parses it apart from the rest: a fault in it hides nothing else.
    pub(crate) fn is_opaque(tokens: &TokenStream) -> bool {
        Self::new(tokens).is_some_and(|value| matches!(value.kind, Kind::Opaque))
    }

    /// Those between commas.
    pub(crate) fn list(tokens: TokenStream) -> Option<Vec<Self>> {
        let all: Vec<TokenTree> = tokens.into_iter().collect();
        let mut parser = Parser(&all);
        let mut list = Vec::new();
        while !parser.0.is_empty() {
            list.push(parser.binary(0)?);
            if !parser.takes(",") && !parser.0.is_empty() {
                return None;
            }
        }
        Some(list)
    }
}

/// Whether there are braces: those of a block, an `if`, a `match` or a structure.
fn has_braces(tokens: &TokenStream) -> bool {
    let is_brace = |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
    tokens::find(tokens, &mut |tokens, at| is_brace(&tokens[at])).is_some()
}

/// Operators, those that bind least first; the first three levels are of conditions.
const OPERATORS: &str = "||, &&, == != <= >= < >, |, ^, &, << >>, + -, * / %";

const KEYWORDS: &str = "_ abstract as async await become box break const continue do dyn else enum extern false final \
                        fn for if impl in let loop macro match mod move mut override priv pub ref return static struct \
                        trait true try type typeof unsafe unsized use virtual where while yield";

fn is_keyword(name: &Ident) -> bool {
    // Each comparison with an identifier asks the compiler.
    let name = name.to_string();
    KEYWORDS.split(' ').any(|keyword| name == keyword)
}

/// Whether an item can have the name.
pub(crate) fn is_free(name: &Ident) -> bool {
    let of_paths = ["Self", "crate", "self", "super"];
    !is_keyword(name) && of_paths.iter().all(|word| name != word)
}

/// What is left to read.
struct Parser<'a>(&'a [TokenTree]);

impl Parser<'_> {
    /// The expression that was read since these were left.
    fn since(&self, start: &[TokenTree], kind: Kind) -> Expression {
        let read = start.len() - self.0.len();
        let tokens = start[..read].iter().cloned().collect();
        Expression { kind, tokens }
    }

    /// At most so many marks that nothing is between.
    fn marks(&self, most: usize) -> String {
        let mut marks = String::new();
        for token in self.0.iter().take(most) {
            let TokenTree::Punct(mark) = token else {
                break;
            };
            marks.push(mark.as_char());
            if mark.spacing() == Spacing::Alone {
                break;
            }
        }
        marks
    }

    /// Whether a word comes next, or marks, which are read then.
    fn takes(&mut self, text: &str) -> bool {
        let read = match self.0 {
            [TokenTree::Ident(name), ..] => usize::from(name == text),
            _ if self.marks(text.len()) == text => text.len(),
            _ => 0,
        };
        self.0 = &self.0[read..];
        read > 0
    }

    /// An expression of operators that bind as much as these, or more.
    fn binary(&mut self, least: usize) -> Option<Expression> {
        let start = self.0;
        let mut left = self.prefixed()?;
        loop {
            let kind = if self.takes("as") {
                let of_type = self.0;
                self.path()?;
                if self.marks(1) == "<" {
                    self.angles()?;
                }
                let of_type = self.since(of_type, Kind::Opaque).tokens;
                Kind::Cast(Box::new(left), of_type)
            } else if let Some((level, operator)) = self.operator()
                && level >= least
            {
                self.0 = &self.0[operator.len()..];
                let right = self.binary(level + 1)?;
                match level {
                    ..3 => Kind::Condition,
                    _ => Kind::Arithmetic(Box::new(left), operator, Box::new(right)),
                }
            } else {
                return Some(left);
            };
            left = self.since(start, kind);
        }
    }

    fn operator(&self) -> Option<(usize, &'static str)> {
        [2, 1].into_iter().find_map(|length| {
            let marks = self.marks(length);
            OPERATORS.split(", ").enumerate().find_map(|(level, all)| {
                let mut operators = all.split(' ');
                Some((level, operators.find(|operator| *operator == marks)?))
            })
        })
    }

    fn prefixed(&mut self) -> Option<Expression> {
        let start = self.0;
        let mark = match start {
            [TokenTree::Punct(mark), ..] if "-!*&".contains(mark.as_char()) => mark.as_char(),
            _ => return self.computed(),
        };
        self.0 = &start[1..];
        if mark == '&' {
            self.takes("mut");
        }
        let kind = Kind::Prefixed(mark, Box::new(self.prefixed()?));
        Some(self.since(start, kind))
    }

    /// A name or a value, and the calls, fields and elements of it.
    fn computed(&mut self) -> Option<Expression> {
        let start = self.0;
        let mut kind = self.atom()?;
        loop {
            match self.0 {
                [TokenTree::Group(group), rest @ ..] if is_list(group) => {
                    let inside = Expression::list(group.stream())?;
                    if group.delimiter() == Delimiter::Bracket && inside.len() != 1 {
                        return None;
                    }
                    self.0 = rest;
                }
                [dot, TokenTree::Ident(_) | TokenTree::Literal(_), rest @ ..]
                    if is_mark(dot, '.') =>
                {
                    self.0 = rest;
                    if self.takes("::") {
                        self.angles()?;
                    }
                }
                _ => return Some(self.since(start, kind)),
            }
            kind = Kind::Computed;
        }
    }

    fn atom(&mut self) -> Option<Kind> {
        let (token, rest) = self.0.split_first()?;
        if let Some(literal) = Literal::new(token) {
            self.0 = rest;
            return Some(Kind::Literal(literal));
        }
        if let TokenTree::Group(group) = token {
            self.0 = rest;
            return in_group(group);
        }
        let name = self.path()?;
        Some(match self.0 {
            [mark, TokenTree::Group(group), rest @ ..] if is_mark(mark, '!') => {
                self.0 = rest;
                Kind::Macro(name, group.stream())
            }
            _ => Kind::Path(name),
        })
    }

    /// A path, and its last name.
    fn path(&mut self) -> Option<Ident> {
        if self.marks(1) == "<" {
            self.angles()?;
            if self.marks(2) != "::" {
                return None;
            }
        }
        let mut last = None;
        loop {
            let is_in_path = self.takes("::");
            match self.0 {
                [TokenTree::Ident(name), rest @ ..] if !is_keyword(name) => {
                    last = Some(name.clone());
                    self.0 = rest;
                }
                [mark, ..] if is_in_path && last.is_some() && is_mark(mark, '<') => {
                    self.angles()?;
                }
                _ => return None,
            }
            if self.marks(2) != "::" {
                return last;
            }
        }
    }

    /// `<f32>`, or `<f32 as Element>`.
    fn angles(&mut self) -> Option<()> {
        let mut open = 0_usize;
        loop {
            while self.takes("->") {}
            let (token, rest) = self.0.split_first()?;
            self.0 = rest;
            if is_mark(token, '<') {
                open += 1;
            } else if is_mark(token, '>') {
                open = open.checked_sub(1)?;
            }
            if open == 0 {
                return Some(());
            }
        }
    }
}

/// Whether a group is in parentheses or brackets.
pub(crate) fn is_list(group: &Group) -> bool {
    let delimiter = group.delimiter();
    matches!(delimiter, Delimiter::Parenthesis | Delimiter::Bracket)
}

/// What parentheses and brackets have in them, and invisible delimiters.
fn in_group(group: &Group) -> Option<Kind> {
    let tokens = group.stream();
    let list = Expression::list(tokens.clone());
    let is_repeated = || tokens.clone().into_iter().any(|token| is_mark(&token, ';'));
    match group.delimiter() {
        Delimiter::None => Some(Expression::new(&tokens)?.kind),
        Delimiter::Bracket if list.is_none() && is_repeated() => Some(Kind::Opaque),
        Delimiter::Bracket => list.map(Kind::Tuple),
        Delimiter::Parenthesis => {
            let mut list = list?;
            let end = tokens.into_iter().last();
            if list.len() == 1 && !end.is_some_and(|end| is_mark(&end, ',')) {
                return Some(list.remove(0).kind);
            }
            Some(Kind::Tuple(list))
        }
        Delimiter::Brace => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Expression, Kind};
    use crate::tests::each;

    fn parsed(text: &str) -> Option<Kind> {
        Expression::new(&text.parse().unwrap()).map(|value| value.kind)
    }

    #[test]
    fn expressions() {
        each("expressions", |written| {
            let found = match parsed(written) {
                Some(Kind::Opaque) => "tokens",
                Some(_) => "yes",
                None => "no",
            };
            found.to_owned()
        });
    }

    #[test]
    fn operators_bind_as_in_rust() {
        let Some(Kind::Arithmetic(left, "|", right)) = parsed("1 * 2 + 3 | -N as u8 & 4") else {
            panic!();
        };
        assert!(matches!(left.kind, Kind::Arithmetic(_, "+", _)));
        let Kind::Arithmetic(cast, "&", _) = right.kind else {
            panic!();
        };
        assert!(matches!(cast.kind, Kind::Cast(..)));
        assert_eq!(cast.tokens.to_string(), "- N as u8");
        assert!(matches!(parsed("1 << 2 < 3"), Some(Kind::Condition)));
    }
}
