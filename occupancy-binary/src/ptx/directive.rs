//! The directives of an entry.

use core::fmt;

use super::lexer::{Kind, Lexer, Token, integer};
use super::{Error, Span, Version};

/// A directive that can stand between an entry's name and its body.
///
/// Source: PTX ISA 9.1, 11.4 Performance-Tuning Directives, 11.7 Cluster Dimension Directives and
/// 11.8 Miscellaneous Directives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[doc(hidden)]
pub enum DirectiveKind {
    /// `.maxnreg n`: the most registers per thread. Source: 11.4.1.
    MaxRegisters,
    /// `.maxntid x, y, z`: the most threads per block. Source: 11.4.2.
    MaxThreads,
    /// `.reqntid x, y, z`: the threads of every block. Source: 11.4.3.
    RequiredThreads,
    /// `.minnctapersm n`: the fewest resident blocks. Source: 11.4.4.
    MinBlocksPerSm,
    /// `.maxnctapersm n`, which `.minnctapersm` replaced in PTX 2.0. Source: 11.4.5; ptxas 13.5 refuses
    /// it from PTX 2.1 on.
    MaxBlocksPerSm,
    /// `.noreturn`, of functions only. Source: 11.4.6.
    NoReturn,
    /// `.pragma "nounroll";` Source: 11.4.7.
    Pragma,
    /// `.reqnctapercluster x, y, z`: the blocks of every cluster. Source: 11.7.1.
    RequiredCluster,
    /// `.explicitcluster`: the cluster is stated at the launch, or by `.reqnctapercluster`. Source:
    /// 11.7.2.
    ExplicitCluster,
    /// `.maxclusterrank n`: the most blocks per cluster. Source: 11.7.3.
    MaxClusterRank,
    /// `.blocksareclusters`: the launch counts clusters; needs `.reqntid` and `.reqnctapercluster`.
    /// Source: 11.8.1.
    BlocksAreClusters,
    /// Any other, whose content is ignored: `.language`, and what later versions add.
    Other,
}

/// What at most one directive of an entry bounds, in the order in which directives are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Slot {
    Block,
    MinBlocks,
    Registers,
    Cluster,
}

/// A directive with its name, how many numbers it takes, and the first PTX ISA version and the first
/// target that have it.
///
/// Source: the "PTX ISA Notes" and "Target ISA Notes" of each section.
type Row = (DirectiveKind, &'static str, usize, (u32, u32), u32);

const TABLE: [Row; 11] = [
    (DirectiveKind::MaxRegisters, ".maxnreg", 1, (1, 3), 0),
    (DirectiveKind::MaxThreads, ".maxntid", 3, (1, 3), 0),
    (DirectiveKind::RequiredThreads, ".reqntid", 3, (2, 1), 0),
    (DirectiveKind::MinBlocksPerSm, ".minnctapersm", 1, (2, 0), 0),
    (DirectiveKind::MaxBlocksPerSm, ".maxnctapersm", 1, (1, 3), 0),
    (DirectiveKind::NoReturn, ".noreturn", 0, (6, 4), 30),
    (DirectiveKind::Pragma, ".pragma", 0, (2, 0), 0),
    (
        DirectiveKind::RequiredCluster,
        ".reqnctapercluster",
        3,
        (7, 8),
        90,
    ),
    (
        DirectiveKind::ExplicitCluster,
        ".explicitcluster",
        0,
        (7, 8),
        90,
    ),
    (
        DirectiveKind::MaxClusterRank,
        ".maxclusterrank",
        1,
        (7, 8),
        90,
    ),
    (
        DirectiveKind::BlocksAreClusters,
        ".blocksareclusters",
        0,
        (9, 0),
        90,
    ),
];

impl DirectiveKind {
    fn of(name: &str) -> Self {
        let row = TABLE.iter().find(|row| row.1 == name);
        row.map_or(Self::Other, |row| row.0)
    }

    fn row(self) -> Row {
        let row = TABLE.into_iter().find(|row| row.0 == self);
        row.unwrap_or((self, "directive", 0, (1, 0), 0))
    }

    /// How it is written: `.maxntid`; `directive` for [`DirectiveKind::Other`].
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// The first PTX ISA version that has it; 1.0 if that is not known.
    pub fn since(self) -> Version {
        let (major, minor) = self.row().3;
        Version { major, minor }
    }

    /// The first target that has it, the 90 of `sm_90`; 0 if every target has it.
    pub fn min_target(self) -> u32 {
        self.row().4
    }

    /// What it bounds. `.maxntid` excludes `.reqntid`, and `.maxclusterrank` `.reqnctapercluster`.
    /// Source: PTX ISA 9.1, 11.4.3 and 11.7.3.
    pub(super) fn slot(self) -> Option<Slot> {
        match self {
            Self::MaxThreads | Self::RequiredThreads => Some(Slot::Block),
            Self::MinBlocksPerSm => Some(Slot::MinBlocks),
            Self::MaxRegisters => Some(Slot::Registers),
            Self::RequiredCluster | Self::MaxClusterRank => Some(Slot::Cluster),
            _ => None,
        }
    }
}

/// One directive of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[doc(hidden)]
pub struct Directive {
    /// Its kind.
    pub kind: DirectiveKind,
    /// Its numbers in x, y and z, 1 for each that is left out; a single number is in x.
    pub value: (u32, u32, u32),
    /// Its place in the text, with its numbers or strings.
    pub span: Span,
}

impl Directive {
    /// Whether both state the same, wherever they are.
    pub(super) fn agrees(&self, other: &Self) -> bool {
        (self.kind, self.value) == (other.kind, other.value)
    }

    /// The directive that comes next in a header; `None` at its end.
    pub(super) fn read(lexer: &mut Lexer<'_>) -> Result<Option<Self>, Error> {
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
        let kind = DirectiveKind::of(name.text);
        let mut value = [1; 3];
        let end = match kind {
            DirectiveKind::Pragma => strings(lexer, name)?,
            DirectiveKind::Other => arguments(lexer, name)?,
            _ => numbers(lexer, name, value.iter_mut().take(kind.row().2))?,
        };
        Ok(Some(Self {
            kind,
            value: value.into(),
            span: Span {
                start: name.at,
                end,
            },
        }))
    }
}

/// Reads at least one number, if there are any to read, and gives the end of the last.
fn numbers<'n>(
    lexer: &mut Lexer<'_>,
    name: Token<'_>,
    values: impl ExactSizeIterator<Item = &'n mut u32>,
) -> Result<usize, Error> {
    let (mut end, mut left) = (name.end(), values.len());
    for value in values {
        let number = lexer.next()?;
        *value = integer(number.text).ok_or_else(|| {
            let fault = "a directive lacks a number of 32 bits";
            let help = "`.maxntid 256`, with a blank before what follows";
            lexer.error(name.at, fault, help)
        })?;
        end = number.end();
        left = left.saturating_sub(1);
        if left == 0 || lexer.peek()?.text != "," {
            break;
        }
        lexer.next()?;
    }
    Ok(end)
}

/// `"a", "b";`
fn strings(lexer: &mut Lexer<'_>, name: Token<'_>) -> Result<usize, Error> {
    loop {
        let (string, after) = (lexer.next()?, lexer.next()?);
        match (string.kind, after.text) {
            (Kind::Quoted, ",") => {}
            (Kind::Quoted, ";") => return Ok(after.end()),
            _ => {
                let fault = "a `.pragma` is not strings and a `;`";
                return Err(lexer.error(name.at, fault, "`.pragma \"nounroll\";`"));
            }
        }
    }
}

/// Skips what is before the next directive.
fn arguments(lexer: &mut Lexer<'_>, name: Token<'_>) -> Result<usize, Error> {
    let mut end = name.end();
    loop {
        let token = lexer.peek()?;
        if matches!(token.kind, Kind::Directive | Kind::End) {
            return Ok(end);
        }
        end = token.end();
        lexer.next()?;
    }
}

/// As it is written into a header: `.maxntid 256, 1, 1`.
impl fmt::Display for Directive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (x, y, z) = self.value;
        let (_, name, numbers, ..) = self.kind.row();
        match numbers {
            0 => f.write_str(name),
            1 => write!(f, "{name} {x}"),
            _ => write!(f, "{name} {x}, {y}, {z}"),
        }
    }
}
