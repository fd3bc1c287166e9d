//! Tokens → expressions and types. What constants are not made of is no expression.

use crate::cursor::Cursor;
use crate::lexer::Kind;
use crate::tree::{Arm, Block, Expression, Operator, Path, Pattern, Segment, Statement, Type};

/// What is nested deeper would overflow the compiler's stack.
const DEEPEST: usize = 96;

/// The expression that all of the tokens are.
pub(crate) fn expression(cursor: Cursor<'_>) -> Option<Expression> {
    let mut parser = Parser { cursor, depth: 0 };
    let found = parser.expression()?;
    parser.cursor.is_at_end().then_some(found)
}

/// The type that all of the tokens are.
pub(crate) fn type_of(cursor: Cursor<'_>) -> Option<Type> {
    let mut parser = Parser { cursor, depth: 0 };
    let found = parser.type_of()?;
    parser.cursor.is_at_end().then_some(found)
}

/// The path that the tokens begin with, as a type has it, and the tokens behind it.
pub(crate) fn leading_type(cursor: Cursor<'_>) -> Option<(Type, Cursor<'_>)> {
    let mut parser = Parser { cursor, depth: 0 };
    let found = parser.type_of()?;
    Some((found, parser.cursor))
}

/// The body of a function.
pub(crate) fn body(cursor: Cursor<'_>) -> Option<Block> {
    Parser { cursor, depth: 0 }.statements()
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    depth: usize,
}

/// How strongly an operator binds, the least first.
const OPERATORS: [(&str, Operator, u8); 18] = [
    ("||", Operator::Either, 1),
    ("&&", Operator::Both, 2),
    ("==", Operator::Equal, 3),
    ("!=", Operator::NotEqual, 3),
    ("<<", Operator::ShiftLeft, 7),
    (">>", Operator::ShiftRight, 7),
    ("<=", Operator::LessOrEqual, 3),
    (">=", Operator::GreaterOrEqual, 3),
    ("<", Operator::Less, 3),
    (">", Operator::Greater, 3),
    ("|", Operator::Or, 4),
    ("^", Operator::Xor, 5),
    ("&", Operator::And, 6),
    ("+", Operator::Add, 8),
    ("-", Operator::Subtract, 8),
    ("*", Operator::Multiply, 9),
    ("/", Operator::Divide, 9),
    ("%", Operator::Remainder, 9),
];

/// As strong as a cast binds.
const CAST: u8 = 10;

impl<'a> Parser<'a> {
    fn expression(&mut self) -> Option<Expression> {
        self.nested(|parser| {
            if parser.cursor.take_word("return") {
                let value = parser.optional()?;
                return Some(Expression::Return(value));
            }
            if parser.cursor.take_word("break") {
                if parser.cursor.kind() == Some(Kind::Lifetime) {
                    return None;
                }
                let value = parser.optional()?;
                return Some(Expression::Break(value));
            }
            let left = parser.operation(1, true)?;
            parser.assignment(left)
        })
    }

    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth > DEEPEST {
            return None;
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    /// An expression, where one begins here.
    #[allow(clippy::option_option, reason = "none there, and one that is none")]
    fn optional(&mut self) -> Option<Option<Box<Expression>>> {
        if self.cursor.is_at_end() || self.cursor.is_marks(";") || self.cursor.is_marks(",") {
            return Some(None);
        }
        self.expression().map(|value| Some(Box::new(value)))
    }

    fn assignment(&mut self, left: Expression) -> Option<Expression> {
        if self.cursor.is_marks("=") && !self.cursor.is_marks("==") && !self.cursor.is_marks("=>") {
            self.cursor.advance();
            let value = self.expression()?;
            return Some(Expression::Assign(Box::new(left), None, Box::new(value)));
        }
        for (marks, operator, binding) in OPERATORS {
            if binding > 3 && self.cursor.is_marks(&format!("{marks}=")) {
                self.cursor.take_marks(marks);
                self.cursor.advance();
                let value = self.expression()?;
                let (left, value) = (Box::new(left), Box::new(value));
                return Some(Expression::Assign(left, Some(operator), value));
            }
        }
        Some(left)
    }

    /// Operators that bind at least as strongly as `least`.
    fn operation(&mut self, least: u8, structs: bool) -> Option<Expression> {
        self.nested(|parser| {
            let mut left = parser.unary(structs)?;
            loop {
                if parser.cursor.is_word("as") && CAST >= least {
                    parser.cursor.advance();
                    left = Expression::Cast(Box::new(left), parser.type_of()?);
                    continue;
                }
                let Some((marks, operator, binding)) = parser.operator() else {
                    return Some(left);
                };
                if binding < least {
                    return Some(left);
                }
                parser.cursor.take_marks(marks);
                let right = parser.operation(binding + 1, structs)?;
                left = Expression::Binary(operator, Box::new(left), Box::new(right));
            }
        })
    }

    /// The operator here, that is no assignment.
    fn operator(&self) -> Option<(&'static str, Operator, u8)> {
        let found = OPERATORS
            .into_iter()
            .find(|(marks, ..)| self.cursor.is_marks(marks))?;
        let (marks, _, binding) = found;
        let is_assignment = binding > 3 && self.cursor.is_marks(&format!("{marks}="));
        (!is_assignment).then_some(found)
    }

    fn unary(&mut self, structs: bool) -> Option<Expression> {
        for mark in ['-', '!'] {
            if self.cursor.kind() == Some(Kind::Mark(mark)) {
                self.cursor.advance();
                let value = self.nested(|parser| parser.unary(structs))?;
                return Some(Expression::Unary(mark, Box::new(value)));
            }
        }
        // What a reference refers to has the same value.
        if self.cursor.take_marks("*") || self.cursor.take_marks("&") {
            if self.cursor.is_word("mut") || self.cursor.is_word("raw") {
                return None;
            }
            return self.nested(|parser| parser.unary(structs));
        }
        let first = self.primary(structs)?;
        self.postfix(first)
    }

    fn postfix(&mut self, mut value: Expression) -> Option<Expression> {
        loop {
            if self.cursor.is_marks("..") {
                return None;
            }
            if self.cursor.take_marks(".") {
                let name = match self.cursor.kind()? {
                    Kind::Word => self.cursor.take_name()?,
                    Kind::Integer => {
                        let name = self.cursor.text(0).to_owned();
                        self.cursor.advance();
                        name
                    }
                    // `tuple.0.1`
                    Kind::Float => {
                        let (first, second) = self.cursor.text(0).split_once('.')?;
                        self.cursor.advance();
                        value = Expression::Field(Box::new(value), first.to_owned());
                        second.to_owned()
                    }
                    _ => return None,
                };
                if self.cursor.is_marks("::") {
                    return None;
                }
                value = match self.cursor.take_inside('(') {
                    Some(inside) => Expression::Method(Box::new(value), name, self.list(inside)?),
                    None => Expression::Field(Box::new(value), name),
                };
            } else if let Some(inside) = self.cursor.take_inside('(') {
                value = Expression::Call(Box::new(value), self.list(inside)?);
            } else if let Some(inside) = self.cursor.take_inside('[') {
                let index = self.within(inside, Self::expression)?;
                value = Expression::Index(Box::new(value), Box::new(index));
            } else if self.cursor.is_marks("?") {
                return None;
            } else {
                return Some(value);
            }
        }
    }

    /// What `parse` makes of all of the tokens inside.
    fn within<T>(
        &mut self,
        inside: Cursor<'a>,
        parse: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let outside = std::mem::replace(&mut self.cursor, inside);
        let parsed = parse(self);
        let is_at_end = self.cursor.is_at_end();
        self.cursor = outside;
        parsed.filter(|_| is_at_end)
    }

    /// Expressions between commas.
    fn list(&mut self, inside: Cursor<'a>) -> Option<Vec<Expression>> {
        self.within(inside, |parser| {
            let mut all = Vec::new();
            while !parser.cursor.is_at_end() {
                all.push(parser.expression()?);
                if !parser.cursor.take_marks(",") {
                    break;
                }
            }
            Some(all)
        })
    }

    fn primary(&mut self, structs: bool) -> Option<Expression> {
        match self.cursor.kind()? {
            Kind::Integer => {
                let (value, suffix) = integer(self.cursor.text(0))?;
                self.cursor.advance();
                Some(Expression::Integer(value, suffix))
            }
            Kind::Text => {
                let text = text(self.cursor.text(0))?;
                self.cursor.advance();
                Some(Expression::Text(text))
            }
            Kind::Open('(', _) => self.parenthesized(),
            Kind::Open('[', _) => self.array(),
            Kind::Open('{', _) => self.block().map(Expression::Block),
            Kind::Mark('<' | ':') => self.path(true).map(Expression::Path),
            Kind::Word => self.word(structs),
            _ => None,
        }
    }

    fn parenthesized(&mut self) -> Option<Expression> {
        let inside = self.cursor.take_inside('(')?;
        self.within(inside, |parser| {
            let mut all = Vec::new();
            let mut is_tuple = true;
            while !parser.cursor.is_at_end() {
                all.push(parser.expression()?);
                is_tuple = parser.cursor.take_marks(",");
                if !is_tuple {
                    break;
                }
            }
            match all.len() {
                1 if !is_tuple => all.pop(),
                _ => Some(Expression::Tuple(all)),
            }
        })
    }

    fn array(&mut self) -> Option<Expression> {
        let inside = self.cursor.take_inside('[')?;
        self.within(inside, |parser| {
            let mut all = Vec::new();
            while !parser.cursor.is_at_end() {
                all.push(parser.expression()?);
                if parser.cursor.take_marks(";") {
                    let count = Box::new(parser.expression()?);
                    return Some(Expression::Repeated(Box::new(all.pop()?), count));
                }
                if !parser.cursor.take_marks(",") {
                    break;
                }
            }
            Some(Expression::Array(all))
        })
    }

    fn word(&mut self, structs: bool) -> Option<Expression> {
        match self.cursor.text(0) {
            word @ ("true" | "false") => {
                self.cursor.advance();
                Some(Expression::Bool(word == "true"))
            }
            "if" => self.conditional(),
            "match" => self.matched(),
            "while" => {
                self.cursor.advance();
                let condition = self.condition()?;
                Some(Expression::While(Box::new(condition), self.block()?))
            }
            "loop" => {
                self.cursor.advance();
                self.block().map(Expression::Loop)
            }
            "unsafe" | "const" => {
                self.cursor.advance();
                self.block().map(Expression::Block)
            }
            "continue" => {
                self.cursor.advance();
                Some(Expression::Continue)
            }
            "return" | "break" => self.expression(),
            "for" | "async" | "move" | "static" | "let" | "yield" | "box" => None,
            _ => {
                let path = self.path(true)?;
                if self.cursor.is_marks("!") && !self.cursor.is_marks("!=") {
                    self.cursor.advance();
                    let given = self.cursor.inside()?.range;
                    self.cursor.skip();
                    let name = path.segments.last()?.name.clone();
                    return Some(Expression::Macro(name, given));
                }
                if structs && self.cursor.is_open('{') {
                    return self.fields(path);
                }
                Some(Expression::Path(path))
            }
        }
    }

    /// `Tile { width: 16, ..Tile::DEFAULT }`
    fn fields(&mut self, path: Path) -> Option<Expression> {
        let inside = self.cursor.take_inside('{')?;
        self.within(inside, |parser| {
            let (mut fields, mut rest) = (Vec::new(), None);
            while !parser.cursor.is_at_end() {
                if parser.cursor.take_marks("..") {
                    rest = Some(Box::new(parser.expression()?));
                    break;
                }
                let name = parser.cursor.take_name()?;
                let value = if parser.cursor.take_marks(":") {
                    parser.expression()?
                } else {
                    Expression::Path(Path::of_name(&name))
                };
                fields.push((name, value));
                if !parser.cursor.take_marks(",") {
                    break;
                }
            }
            Some(Expression::Struct(path, fields, rest))
        })
    }

    /// An expression before a block: braces begin the block.
    fn condition(&mut self) -> Option<Expression> {
        if self.cursor.is_word("let") {
            return None;
        }
        self.operation(1, false)
    }

    fn conditional(&mut self) -> Option<Expression> {
        self.nested(|parser| {
            parser.cursor.advance();
            let condition = parser.condition()?;
            let then = parser.block()?;
            let mut otherwise = None;
            if parser.cursor.take_word("else") {
                otherwise = Some(Box::new(if parser.cursor.is_word("if") {
                    parser.conditional()?
                } else {
                    Expression::Block(parser.block()?)
                }));
            }
            Some(Expression::If(Box::new(condition), then, otherwise))
        })
    }

    fn matched(&mut self) -> Option<Expression> {
        self.cursor.advance();
        let value = self.condition()?;
        let inside = self.cursor.take_inside('{')?;
        let arms = self.within(inside, |parser| {
            let mut arms = Vec::new();
            while !parser.cursor.is_at_end() {
                let pattern = parser.patterns()?;
                let guard = if parser.cursor.take_word("if") {
                    Some(parser.expression()?)
                } else {
                    None
                };
                if !parser.cursor.take_marks("=>") {
                    return None;
                }
                let value = if parser.cursor.is_open('{') {
                    Expression::Block(parser.block()?)
                } else {
                    parser.expression()?
                };
                arms.push(Arm {
                    pattern,
                    guard,
                    value,
                });
                parser.cursor.take_marks(",");
            }
            Some(arms)
        })?;
        Some(Expression::Match(Box::new(value), arms))
    }

    fn patterns(&mut self) -> Option<Pattern> {
        self.cursor.take_marks("|");
        let mut all = vec![self.pattern()?];
        while self.cursor.take_marks("|") {
            all.push(self.pattern()?);
        }
        if all.len() == 1 {
            all.pop()
        } else {
            Some(Pattern::Either(all))
        }
    }

    fn pattern(&mut self) -> Option<Pattern> {
        if self.cursor.take_word("_") {
            return Some(Pattern::Any);
        }
        // `ref` changes no value, and `mut` only what is bound.
        if self.cursor.take_word("ref") || self.cursor.take_word("mut") {
            return self.cursor.take_name().map(Pattern::Name);
        }
        if let Some(inside) = self.cursor.take_inside('(') {
            return self.within(inside, |parser| {
                let mut all = Vec::new();
                while !parser.cursor.is_at_end() {
                    all.push(parser.patterns()?);
                    if !parser.cursor.take_marks(",") {
                        break;
                    }
                }
                Some(Pattern::Tuple(all))
            });
        }
        if self.cursor.is_marks("..") {
            return self.range(None);
        }
        let value = self.bound()?;
        if self.cursor.is_marks("..") {
            return self.range(Some(value));
        }
        match &value {
            Expression::Path(path) => match path.name() {
                Some(_) if self.cursor.is_marks("@") => None,
                Some(name) => Some(Pattern::Name(name.to_owned())),
                // Of a variant with fields.
                None if self.cursor.is_open('(') || self.cursor.is_open('{') => None,
                None => Some(Pattern::Value(value)),
            },
            _ => Some(Pattern::Value(value)),
        }
    }

    fn range(&mut self, first: Option<Expression>) -> Option<Pattern> {
        self.cursor.take_marks("..");
        let is_inclusive = self.cursor.take_marks("=");
        let is_open = self.cursor.is_at_end()
            || self.cursor.is_marks("=>")
            || self.cursor.is_marks("|")
            || self.cursor.is_marks(",")
            || self.cursor.is_word("if");
        let last = if is_open { None } else { Some(self.bound()?) };
        Some(Pattern::Range(first, last, is_inclusive))
    }

    /// A literal, negative or not, or a path.
    fn bound(&mut self) -> Option<Expression> {
        if self.cursor.take_marks("-") {
            let value = Box::new(self.primary(false)?);
            return Some(Expression::Unary('-', value));
        }
        match self.cursor.kind()? {
            Kind::Word if !matches!(self.cursor.text(0), "true" | "false") => {
                self.path(true).map(Expression::Path)
            }
            Kind::Integer | Kind::Text | Kind::Word => self.primary(false),
            _ => None,
        }
    }

    fn block(&mut self) -> Option<Block> {
        let inside = self.cursor.take_inside('{')?;
        self.nested(|parser| parser.within(inside, Self::statements))
    }

    fn statements(&mut self) -> Option<Block> {
        let all = self.cursor.range;
        let mut block = Block {
            statements: Vec::new(),
            value: None,
            items: None,
        };
        while !self.cursor.is_at_end() {
            if self.cursor.take_marks(";") {
                continue;
            }
            if self.cursor.is_marks("#") {
                // An attribute can take the statement away.
                return None;
            }
            if self.item()? {
                block.items = Some(all);
                continue;
            }
            if self.cursor.take_word("let") {
                let pattern = self.pattern()?;
                let of_type = if self.cursor.take_marks(":") {
                    Some(self.type_of()?)
                } else {
                    None
                };
                if !self.cursor.take_marks("=") {
                    return None;
                }
                let value = self.expression()?;
                if !self.cursor.take_marks(";") {
                    return None;
                }
                block
                    .statements
                    .push(Statement::Let(Box::new(pattern), of_type, value));
                continue;
            }
            let is_block_like = matches!(
                self.cursor.text(0),
                "if" | "match" | "while" | "loop" | "unsafe" | "{"
            );
            // Behind one that ends with braces, a new statement begins.
            let value = if is_block_like {
                let first = self.primary(true)?;
                if self.cursor.is_marks(".") || self.cursor.is_word("as") {
                    return None;
                }
                first
            } else {
                self.expression()?
            };
            if self.cursor.is_at_end() {
                block.value = Some(Box::new(value));
            } else if self.cursor.take_marks(";") || is_block_like {
                block.statements.push(Statement::Expression(value));
            } else {
                return None;
            }
        }
        Some(block)
    }

    /// Skips an item among statements; whether there was one.
    fn item(&mut self) -> Option<bool> {
        let is_constant =
            self.cursor.is_word("const") && !matches!(self.cursor.token(1)?.kind, Kind::Open(..));
        let is_import = self.cursor.is_word("use");
        if !is_constant && !is_import {
            return Some(false);
        }
        while !self.cursor.is_marks(";") {
            // A function among the statements ends otherwise.
            if self.cursor.is_at_end() || self.cursor.is_word("fn") {
                return None;
            }
            self.cursor.skip();
        }
        self.cursor.advance();
        Some(true)
    }

    /// A path; in an expression, `::` comes before what is in angle brackets.
    fn path(&mut self, is_expression: bool) -> Option<Path> {
        let mut path = Path {
            of_type: None,
            is_global: false,
            segments: Vec::new(),
        };
        if self.cursor.take_marks("<") {
            let own = self.type_of()?;
            let mut of_trait = None;
            if self.cursor.take_word("as") {
                of_trait = Some(Box::new(self.path(false)?));
            }
            if !self.cursor.take_marks(">") || !self.cursor.take_marks("::") {
                return None;
            }
            path.of_type = Some((Box::new(own), of_trait));
        } else {
            path.is_global = self.cursor.take_marks("::");
        }
        loop {
            let mut segment = Segment {
                name: self.cursor.take_name()?,
                arguments: Vec::new(),
            };
            // What the attribute is given has a space between the two.
            let is_turbofish = self.cursor.is_marks("::")
                && self.cursor.token(2).map(|token| token.kind) == Some(Kind::Mark('<'));
            let is_generic = if is_turbofish {
                self.cursor.take_marks("::")
            } else {
                !is_expression && self.cursor.is_marks("<")
            };
            if is_generic {
                self.cursor.advance();
                segment.arguments = self.nested(Self::generic_arguments)?;
            }
            path.segments.push(segment);
            if !self.cursor.take_marks("::") {
                return Some(path);
            }
        }
    }

    /// Up to the `>`, which is taken.
    fn generic_arguments(&mut self) -> Option<Vec<Type>> {
        let mut all = Vec::new();
        while !self.cursor.take_marks(">") {
            match self.cursor.kind()? {
                Kind::Lifetime => self.cursor.advance(),
                Kind::Integer | Kind::Text | Kind::Mark('-') | Kind::Open('{', _) => {
                    let value = self.unary(false)?;
                    all.push(Type::Value(Box::new(value)));
                }
                _ => all.push(self.type_of()?),
            }
            if !self.cursor.take_marks(",") && !self.cursor.is_marks(">") {
                return None;
            }
        }
        Some(all)
    }

    fn type_of(&mut self) -> Option<Type> {
        self.nested(Self::type_here)
    }

    fn type_here(&mut self) -> Option<Type> {
        if self.cursor.take_marks("&") {
            if self.cursor.kind() == Some(Kind::Lifetime) {
                self.cursor.advance();
            }
            self.cursor.take_word("mut");
            return self.type_of().map(|of| Type::Reference(Box::new(of)));
        }
        if self.cursor.take_marks("*") {
            if !self.cursor.take_word("const") && !self.cursor.take_word("mut") {
                return None;
            }
            return self.type_of().map(|of| Type::Reference(Box::new(of)));
        }
        if let Some(inside) = self.cursor.take_inside('(') {
            return self.within(inside, |parser| {
                let (mut all, mut is_tuple) = (Vec::new(), true);
                while !parser.cursor.is_at_end() {
                    all.push(parser.type_of()?);
                    is_tuple = parser.cursor.take_marks(",");
                    if !is_tuple {
                        break;
                    }
                }
                match all.len() {
                    1 if !is_tuple => all.pop(),
                    _ => Some(Type::Tuple(all)),
                }
            });
        }
        if let Some(inside) = self.cursor.take_inside('[') {
            return self.within(inside, |parser| {
                let of = parser.type_of()?;
                if !parser.cursor.take_marks(";") {
                    return Some(Type::Unknown);
                }
                let count = parser.expression()?;
                Some(Type::Array(Box::new(of), Box::new(count)))
            });
        }
        match self.cursor.text(0) {
            "_" | "!" => {
                self.cursor.advance();
                Some(Type::Unknown)
            }
            "fn" | "dyn" | "impl" | "unsafe" | "extern" | "for" => None,
            _ => self.path(false).map(Type::Path),
        }
    }
}

impl Path {
    pub(crate) fn of_name(name: &str) -> Self {
        Self {
            of_type: None,
            is_global: false,
            segments: vec![Segment {
                name: name.to_owned(),
                arguments: Vec::new(),
            }],
        }
    }
}

/// The value of a literal, and its suffix.
fn integer(text: &str) -> Option<(i128, Option<String>)> {
    let text = text.replace('_', "");
    let (digits, radix) = match text.get(..2) {
        Some("0x") => (text.get(2..)?, 16),
        Some("0o") => (text.get(2..)?, 8),
        Some("0b") => (text.get(2..)?, 2),
        _ => (text.as_str(), 10),
    };
    let end = digits.find(|digit: char| !digit.is_digit(radix));
    let (digits, suffix) = digits.split_at(end.unwrap_or(digits.len()));
    let value = i128::from_str_radix(digits, radix).ok()?;
    Some((value, (!suffix.is_empty()).then(|| suffix.to_owned())))
}

/// The text of a string; one with an escape that files and names do not have is none.
pub(crate) fn text(literal: &str) -> Option<String> {
    if let Some(raw) = literal.strip_prefix('r') {
        let raw = raw.trim_matches('#');
        return Some(raw.strip_prefix('"')?.strip_suffix('"')?.to_owned());
    }
    let inside = literal.strip_prefix('"')?.strip_suffix('"')?;
    if !inside.contains('\\') {
        return Some(inside.to_owned());
    }
    let mut out = String::new();
    let mut characters = inside.chars();
    while let Some(next) = characters.next() {
        out.push(match next {
            '\\' => match characters.next()? {
                '\\' => '\\',
                '"' => '"',
                'n' => '\n',
                't' => '\t',
                _ => return None,
            },
            next => next,
        });
    }
    Some(out)
}
