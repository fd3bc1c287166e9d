//! The directives of an entry.

use core::fmt;

use super::lexer::{Kind, Lexer, integer};
use super::{Error, Span};

/// What at most one directive of an entry bounds, in the order in which directives are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    Block,
    MinBlocks,
    Registers,
    Cluster,
}

/// A directive that can stand between an entry's name and its body: how many numbers it takes, the first PTX
/// ISA version and the first target that have it, and what it bounds.
///
/// `.maxntid` excludes `.reqntid`, and `.maxclusterrank` `.reqnctapercluster`: PTX ISA 9.1, 11.4.3 and 11.7.3.
type Row = (&'static str, usize, (u32, u32), (u32, u32), Option<Slot>);

/// Source: PTX ISA 9.1, 11.4 Performance-Tuning Directives, 11.7 Cluster Dimension Directives and 11.8
/// Miscellaneous Directives: the "PTX ISA Notes" and "Target ISA Notes" of each section. `.minnctapersm` replaced
/// `.maxnctapersm`, which ptxas 13.5 refuses from PTX 2.1 on.
const ROWS: [Row; 11] = [
    (".maxnreg", 1, (1, 3), (0, 0), Some(Slot::Registers)),
    (".maxntid", 3, (1, 3), (0, 0), Some(Slot::Block)),
    (".reqntid", 3, (2, 1), (0, 0), Some(Slot::Block)),
    (".minnctapersm", 1, (2, 0), (0, 0), Some(Slot::MinBlocks)),
    (".maxnctapersm", 1, (1, 3), (0, 0), None),
    (".noreturn", 0, (6, 4), (3, 0), None),
    (".pragma", 0, (2, 0), (0, 0), None),
    (".reqnctapercluster", 3, (7, 8), (9, 0), Some(Slot::Cluster)),
    (".explicitcluster", 0, (7, 8), (9, 0), None),
    (".maxclusterrank", 1, (7, 8), (9, 0), Some(Slot::Cluster)),
    (".blocksareclusters", 0, (9, 0), (9, 0), None),
];

/// One directive of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[doc(hidden)]
pub struct Directive<'a> {
    /// How it is written: `.maxntid`.
    pub name: &'a str,
    /// Its numbers in x, y and z, 1 for each that is left out; a single number is in x. What is in a directive that
    /// is not known is ignored.
    pub value: (u32, u32, u32),
    /// Its place in the text, with its numbers or strings.
    pub span: Span,
}

impl<'a> Directive<'a> {
    /// One that is not in a text yet.
    pub(super) fn new(name: &'a str, value: (u32, u32, u32)) -> Self {
        let span = Span { start: 0, end: 0 };
        Self { name, value, span }
    }

    fn row(&self) -> Option<&'static Row> {
        ROWS.iter().find(|row| row.0 == self.name)
    }

    /// How many numbers it takes; `None` if it is not known.
    fn numbers(&self) -> Option<usize> {
        self.row().map(|row| row.1)
    }

    /// The first PTX ISA version and the first target that have it.
    pub(super) fn since(&self) -> ((u32, u32), (u32, u32)) {
        self.row().map_or(((1, 0), (0, 0)), |row| (row.2, row.3))
    }

    pub(super) fn slot(&self) -> Option<Slot> {
        self.row()?.4
    }

    /// Whether both bound the same, and state something else.
    pub(super) fn contradicts(&self, other: &Self) -> bool {
        self.slot().is_some()
            && self.slot() == other.slot()
            && (self.name, self.value) != (other.name, other.value)
    }

    /// The directive that comes next in a header; `None` at its end.
    pub(super) fn read(lexer: &mut Lexer<'a>) -> Result<Option<Self>, Error> {
        let name = lexer.next()?;
        match name.kind {
            Kind::End => return Ok(None),
            Kind::Directive => {}
            _ => {
                let fault = "what is between an entry and its body is no directive";
                let help = "a directive is a `.name` and numbers with `,` between them";
                return Err(lexer.error(name.at, fault, help));
            }
        }
        let mut directive = Self::new(name.text, (1, 1, 1));
        let mut end = name.end();
        match directive.numbers() {
            // Skips what is before the next directive.
            None => loop {
                let token = lexer.peek()?;
                if matches!(token.kind, Kind::Directive | Kind::End) {
                    break;
                }
                end = lexer.next()?.end();
            },
            Some(_) if name.text == ".pragma" => loop {
                let (string, after) = (lexer.next()?, lexer.next()?);
                end = after.end();
                match (string.kind, after.text) {
                    (Kind::Quoted, ",") => {}
                    (Kind::Quoted, ";") => break,
                    _ => {
                        let fault = "a `.pragma` is not strings and a `;`";
                        return Err(lexer.error(name.at, fault, "`.pragma \"nounroll\";`"));
                    }
                }
            },
            Some(count) => {
                let mut value = [1; 3];
                for (number, value) in value.iter_mut().take(count).enumerate() {
                    if number > 0 {
                        if lexer.peek()?.text != "," {
                            break;
                        }
                        lexer.next()?;
                    }
                    let number = lexer.next()?;
                    *value = integer(number.text).ok_or_else(|| {
                        let fault = "a directive lacks a number of 32 bits";
                        let help = "`.maxntid 256`, with a blank before what follows";
                        lexer.error(name.at, fault, help)
                    })?;
                    end = number.end();
                }
                directive.value = value.into();
            }
        }
        let start = name.at;
        directive.span = Span { start, end };
        Ok(Some(directive))
    }
}

/// As it is written into a header: `.maxntid 256, 1, 1`.
impl fmt::Display for Directive<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ((x, y, z), name) = (self.value, self.name);
        match self.numbers() {
            None | Some(0) => f.write_str(name),
            Some(1) => write!(f, "{name} {x}"),
            Some(_) => write!(f, "{name} {x}, {y}, {z}"),
        }
    }
}
