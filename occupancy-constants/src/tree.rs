//! Expressions and types, as far as constants are made of them.

/// Tokens of one file: its number, and the first and the one behind the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Range {
    pub(crate) file: usize,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

pub(crate) enum Expression {
    /// Its value, and the type that its suffix names.
    Integer(i128, Option<String>),
    Bool(bool),
    Text(String),
    Path(Path),
    Unary(char, Box<Expression>),
    Binary(Operator, Box<Expression>, Box<Expression>),
    Cast(Box<Expression>, Type),
    Call(Box<Expression>, Vec<Expression>),
    Method(Box<Expression>, String, Vec<Expression>),
    Field(Box<Expression>, String),
    Index(Box<Expression>, Box<Expression>),
    Tuple(Vec<Expression>),
    Array(Vec<Expression>),
    Repeated(Box<Expression>, Box<Expression>),
    Struct(Path, Vec<(String, Expression)>, Option<Box<Expression>>),
    Block(Block),
    If(Box<Expression>, Block, Option<Box<Expression>>),
    Match(Box<Expression>, Vec<Arm>),
    While(Box<Expression>, Block),
    Loop(Block),
    /// The place, the operator of `+=`, and the value.
    Assign(Box<Expression>, Option<Operator>, Box<Expression>),
    Return(Option<Box<Expression>>),
    Break(Option<Box<Expression>>),
    Continue,
    /// The macro's name and what it is given.
    Macro(String, Range),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    And,
    Or,
    Xor,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Both,
    Either,
}

pub(crate) struct Block {
    pub(crate) statements: Vec<Statement>,
    pub(crate) value: Option<Box<Expression>>,
    /// What is between the braces, where items stand in it.
    pub(crate) items: Option<Range>,
}

pub(crate) enum Statement {
    Let(Box<Pattern>, Option<Type>, Expression),
    Expression(Expression),
}

pub(crate) struct Arm {
    pub(crate) pattern: Pattern,
    pub(crate) guard: Option<Expression>,
    pub(crate) value: Expression,
}

pub(crate) enum Pattern {
    Any,
    /// A name that is bound, or a constant.
    Name(String),
    Value(Expression),
    /// From, to, and whether the last is in it.
    Range(Option<Expression>, Option<Expression>, bool),
    Tuple(Vec<Pattern>),
    Either(Vec<Pattern>),
}

pub(crate) struct Path {
    /// The type in `<Type>::NAME`, and the trait in `<Type as Trait>::NAME`.
    pub(crate) of_type: Option<(Box<Type>, Option<Box<Path>>)>,
    /// Whether it starts with `::`.
    pub(crate) is_global: bool,
    pub(crate) segments: Vec<Segment>,
}

pub(crate) struct Segment {
    pub(crate) name: String,
    pub(crate) arguments: Vec<Type>,
}

pub(crate) enum Type {
    Path(Path),
    Tuple(Vec<Type>),
    Array(Box<Type>, Box<Expression>),
    Reference(Box<Type>),
    /// A value in the place of a type: `Tile<{ 2 + 2 }>`.
    Value(Box<Expression>),
    Unknown,
}

impl Path {
    /// As Rust writes it, without what is in angle brackets.
    pub(crate) fn text(&self) -> String {
        let names: Vec<&str> = self.segments.iter().map(|one| one.name.as_str()).collect();
        let names = names.join("::");
        match &self.of_type {
            Some((own, None)) => match own.as_ref() {
                Type::Path(own) => format!("{}::{names}", own.text()),
                _ => names,
            },
            Some((own, Some(of_trait))) => match own.as_ref() {
                Type::Path(own) => format!("<{} as {}>::{names}", own.text(), of_trait.text()),
                _ => names,
            },
            None => names,
        }
    }

    pub(crate) fn name(&self) -> Option<&str> {
        match self.segments.as_slice() {
            [one] if self.of_type.is_none() && !self.is_global => Some(&one.name),
            _ => None,
        }
    }

    /// What stands in angle brackets behind the last name.
    pub(crate) fn arguments(&self) -> &[Type] {
        self.segments.last().map_or(&[], |last| &last.arguments)
    }
}
