//! The directives of an entry.

use core::fmt;

use super::lexer::{Lexer, Token, TokenKind};
use super::{Fault, Malformed, Span, Version, number};

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

impl DirectiveKind {
    /// How it is written: `.maxntid`; `directive` for [`DirectiveKind::Other`].
    pub const fn name(self) -> &'static str {
        match self {
            Self::MaxRegisters => ".maxnreg",
            Self::MaxThreads => ".maxntid",
            Self::RequiredThreads => ".reqntid",
            Self::MinBlocksPerSm => ".minnctapersm",
            Self::MaxBlocksPerSm => ".maxnctapersm",
            Self::NoReturn => ".noreturn",
            Self::Pragma => ".pragma",
            Self::RequiredCluster => ".reqnctapercluster",
            Self::ExplicitCluster => ".explicitcluster",
            Self::MaxClusterRank => ".maxclusterrank",
            Self::BlocksAreClusters => ".blocksareclusters",
            Self::Other => "directive",
        }
    }

    const fn of(name: Token, text: &str) -> Self {
        let known = [
            Self::MaxRegisters,
            Self::MaxThreads,
            Self::RequiredThreads,
            Self::MinBlocksPerSm,
            Self::MaxBlocksPerSm,
            Self::NoReturn,
            Self::Pragma,
            Self::RequiredCluster,
            Self::ExplicitCluster,
            Self::MaxClusterRank,
            Self::BlocksAreClusters,
        ];
        let mut i = 0;
        while i < known.len() {
            if name.is_directive(text, known[i].name()) {
                return known[i];
            }
            i += 1;
        }
        Self::Other
    }

    /// The first PTX ISA version that has it; 1.0 if that is not known.
    ///
    /// Source: the "PTX ISA Notes" of each section.
    pub const fn since(self) -> Version {
        match self {
            Self::MaxRegisters | Self::MaxThreads | Self::MaxBlocksPerSm => Version::new(1, 3),
            Self::MinBlocksPerSm | Self::Pragma => Version::new(2, 0),
            Self::RequiredThreads => Version::new(2, 1),
            Self::NoReturn => Version::new(6, 4),
            Self::RequiredCluster | Self::ExplicitCluster | Self::MaxClusterRank => {
                Version::new(7, 8)
            }
            Self::BlocksAreClusters => Version::new(9, 0),
            Self::Other => Version::new(1, 0),
        }
    }

    /// The first target that has it, the 90 of `sm_90`; 0 if every target has it.
    ///
    /// Source: the "Target ISA Notes" of each section.
    pub const fn min_target(self) -> u32 {
        match self {
            Self::RequiredCluster
            | Self::ExplicitCluster
            | Self::MaxClusterRank
            | Self::BlocksAreClusters => 90,
            Self::NoReturn => 30,
            _ => 0,
        }
    }

    /// The most numbers that it takes.
    const fn numbers(self) -> usize {
        match self {
            Self::MaxThreads | Self::RequiredThreads | Self::RequiredCluster => 3,
            Self::MaxRegisters
            | Self::MinBlocksPerSm
            | Self::MaxBlocksPerSm
            | Self::MaxClusterRank => 1,
            _ => 0,
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
    pub(super) const fn new(kind: DirectiveKind, value: (u32, u32, u32)) -> Self {
        Self {
            kind,
            value,
            span: Span { start: 0, end: 0 },
        }
    }

    /// Whether both state the same, wherever they are.
    pub(super) const fn agrees(&self, other: &Self) -> bool {
        let (mine, theirs) = (self.value, other.value);
        self.kind as u8 == other.kind as u8
            && mine.0 == theirs.0
            && mine.1 == theirs.1
            && mine.2 == theirs.2
    }
}

/// As it is written into a header: `.maxntid 256, 1, 1`.
impl fmt::Display for Directive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (x, y, z) = self.value;
        f.write_str(self.kind.name())?;
        match self.kind.numbers() {
            0 => Ok(()),
            1 => write!(f, " {x}"),
            _ => write!(f, " {x}, {y}, {z}"),
        }
    }
}

/// The directives of an entry in their order.
///
/// After the first error there are no more.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct Directives<'a> {
    lexer: Lexer<'a>,
    ended: bool,
}

impl<'a> Directives<'a> {
    pub(super) const fn new(text: &'a str, header: Span) -> Self {
        Self {
            lexer: Lexer::within(text, header),
            ended: false,
        }
    }

    /// [`Iterator::next`] as a `const fn`.
    pub const fn next_directive(&mut self) -> Option<Result<Directive, Malformed>> {
        if self.ended {
            return None;
        }
        match self.read_next() {
            Ok(Some(directive)) => Some(Ok(directive)),
            Ok(None) => {
                self.ended = true;
                None
            }
            Err(malformed) => {
                self.ended = true;
                Some(Err(malformed))
            }
        }
    }

    const fn read_next(&mut self) -> Result<Option<Directive>, Malformed> {
        let name = match self.lexer.next() {
            Ok(token) => token,
            Err(malformed) => return Err(malformed),
        };
        match name.kind {
            TokenKind::End => return Ok(None),
            TokenKind::Directive => {}
            _ => return Err(self.lexer.fault(Fault::Header, name.span.start)),
        }
        let kind = DirectiveKind::of(name, self.lexer.text());
        let mut values = [1; 3];
        let read = match kind {
            DirectiveKind::Pragma => self.read_strings(name.span),
            DirectiveKind::Other => self.skip_arguments(name.span),
            _ => self.read_numbers(name.span, kind.numbers(), &mut values),
        };
        let end = match read {
            Ok(end) => end,
            Err(malformed) => return Err(malformed),
        };
        let [x, y, z] = values;
        Ok(Some(Directive {
            kind,
            value: (x, y, z),
            span: Span {
                start: name.span.start,
                end,
            },
        }))
    }

    const fn read_numbers(
        &mut self,
        name: Span,
        most: usize,
        values: &mut [u32; 3],
    ) -> Result<usize, Malformed> {
        let mut end = name.end;
        let mut read = 0;
        while read < most {
            let token = match self.lexer.next() {
                Ok(token) => token,
                Err(malformed) => return Err(malformed),
            };
            let Some(value) = number::integer(token.span.of(self.lexer.text())) else {
                return Err(self.lexer.fault(Fault::Number, name.start));
            };
            values[read] = value;
            end = token.span.end;
            read += 1;
            match self.lexer.peek() {
                Ok(comma) if read < most && comma.is_symbol(b',') => {
                    if let Err(malformed) = self.lexer.next() {
                        return Err(malformed);
                    }
                }
                Ok(_) => break,
                Err(malformed) => return Err(malformed),
            }
        }
        Ok(end)
    }

    /// `"a", "b";`
    const fn read_strings(&mut self, name: Span) -> Result<usize, Malformed> {
        loop {
            let (string, after) = match (self.lexer.next(), self.lexer.next()) {
                (Ok(string), Ok(after)) => (string, after),
                (Err(malformed), _) | (_, Err(malformed)) => return Err(malformed),
            };
            if !matches!(string.kind, TokenKind::Quoted) {
                return Err(self.lexer.fault(Fault::Pragma, name.start));
            }
            match after.kind {
                TokenKind::Symbol(b',') => {}
                TokenKind::Symbol(b';') => return Ok(after.span.end),
                _ => return Err(self.lexer.fault(Fault::Pragma, name.start)),
            }
        }
    }

    const fn skip_arguments(&mut self, name: Span) -> Result<usize, Malformed> {
        let mut end = name.end;
        loop {
            match self.lexer.peek() {
                Ok(token) if matches!(token.kind, TokenKind::Directive | TokenKind::End) => {
                    return Ok(end);
                }
                Ok(token) => end = token.span.end,
                Err(malformed) => return Err(malformed),
            }
            if let Err(malformed) = self.lexer.next() {
                return Err(malformed);
            }
        }
    }
}

impl Iterator for Directives<'_> {
    type Item = Result<Directive, Malformed>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_directive()
    }
}
