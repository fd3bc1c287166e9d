//! The entries of a module, and the directives of their headers.

use core::fmt;

use super::lexer::{Kind, Lexer, integer};
use super::{Error, ErrorKind, Span};
use crate::prelude::*;
use occupancy_core::Compiled;
use occupancy_core::gpu::{CodeForm, Suffix};

/// One `.entry` of a module: a definition, or a declaration without a body.
///
/// Source: PTX ISA 9.1, 11.2.1 `.entry`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry<'a> {
    /// The text of the module.
    pub text: &'a str,
    /// The name.
    pub name: &'a str,
    /// The PTX ISA version of the module, major and minor: `.version 8.0`.
    pub version: (u32, u32),
    /// The compute capability of the module's target, major and minor; of the last if there are several.
    pub compute_capability: (u32, u32),
    /// The letter of the target: `a` of `sm_90a`.
    pub suffix: Suffix,
    /// The text with the directives, from the name or the parameter list to the body; empty for a declaration.
    pub header: Span,
    /// The body with its braces; `None` for a declaration.
    pub body: Option<Span>,
}

impl<'a> Entry<'a> {
    /// The directives between the entry's name and its body, in their order.
    ///
    /// # Errors
    ///
    /// An [`Error`], with the place, if one does not follow the PTX ISA.
    #[doc(hidden)]
    pub fn directives(&self) -> Result<Vec<Directive<'a>>, Error> {
        let mut lexer = Lexer::within(self.text, self.header);
        let mut directives = Vec::new();
        while let Some(directive) = Directive::read(&mut lexer)? {
            directives.push(directive);
        }
        Ok(directives)
    }

    /// The figures that these directives of the entry state.
    pub(super) fn figures(&self, directives: &[Directive<'_>]) -> Compiled<'a> {
        let mut own = Compiled::ptx(self.name, self.compute_capability, self.suffix);
        for &Directive { name, value, .. } in directives {
            match name {
                ".maxntid" => (own.max_block, own.required_block) = (Some(value), None),
                ".reqntid" => (own.max_block, own.required_block) = (None, Some(value)),
                ".minnctapersm" => own.min_blocks = Some(value.0),
                ".maxnreg" => own.register_cap = Some(value.0),
                ".reqnctapercluster" => own.cluster_dim = Some(value),
                ".maxclusterrank" => own.max_cluster_rank = Some(value.0),
                ".explicitcluster" => own.is_cluster_explicit = true,
                ".blocksareclusters" => own.are_blocks_clusters = true,
                _ => {}
            }
        }
        own
    }

    /// Checks that ptxas compiles these directives of the entry. Of those that it ignores, the configuration warns.
    pub(super) fn check_directives(&self, present: &[Directive<'_>]) -> Result<(), Error> {
        for directive in present {
            let at = |error: Error| error.of_ptx(self.text, directive.span.start);
            self.check_since(directive).map_err(at)?;
            let (x, y, z) = directive.value;
            // ptxas takes a cluster of 0 blocks.
            let is_number = directive.slot().is_some_and(|slot| slot != Slot::Cluster);
            if is_number && [x, y, z].contains(&0) {
                let fault = format!("`{}` cannot be 0", directive.name);
                return Err(at(refused(fault, "it takes at least 1")));
            }
        }
        self.check_together(present, "state both, or remove it")
    }

    /// Checks that the version and the target of the text have this directive.
    pub(super) fn check_since(&self, directive: &Directive<'_>) -> Result<(), Error> {
        let Some((_, _, since, least, _)) = directive.row().copied() else {
            return Ok(());
        };
        let (needs, help) = if self.version < since {
            let ((major, minor), (x, y)) = (since, self.version);
            let needs = format!("PTX {major}.{minor}, and this is PTX {x}.{y}");
            (needs, "emit the PTX for a later version".to_owned())
        } else if self.compute_capability < least {
            let least = CodeForm::MachineCode.target(least, Suffix::None);
            let target = CodeForm::MachineCode.target(self.compute_capability, self.suffix);
            let needs = format!("the target {least}, and this is {target}");
            (needs, format!("compile for {least} or later"))
        } else {
            return Ok(());
        };
        let fault = format!("`{}` needs {needs}", directive.name);
        Err(refused(fault, format!("{help}, or leave the bound out")))
    }

    /// Checks that ptxas takes these directives of the entry beside each other. `help` says what to do if some are missing.
    ///
    /// Source: PTX ISA 9.1, 11.4.3, 11.4.6, 11.7.3 and 11.8.1; for `.maxnctapersm`, ptxas 13.5:
    /// "not supported as of PTX version 2.1".
    pub(super) fn check_together(&self, all: &[Directive<'_>], help: &str) -> Result<(), Error> {
        let last = [Slot::Block, Slot::Cluster].map(|slot| of_slot(all, slot));
        for directive in all {
            let is_another = |last: &&Directive<'_>| {
                last.slot() == directive.slot() && last.name != directive.name
            };
            let help = match (directive.name, last.into_iter().flatten().find(is_another)) {
                (".noreturn", _) => "it is for functions: remove it",
                (".maxnctapersm", _) if self.version >= (2, 1) => {
                    "PTX 2.0 replaced it by `.minnctapersm`: remove it"
                }
                (".maxntid" | ".reqntid", Some(_)) => {
                    "an entry has either `.maxntid` or `.reqntid`: remove one"
                }
                (_, Some(_)) => {
                    "an entry has either `.reqnctapercluster` or `.maxclusterrank`: remove one"
                }
                _ => continue,
            };
            let fault = format!("`{directive}` cannot stand here");
            return Err(refused(fault, help).of_ptx(self.text, directive.span.start));
        }
        let names = last.map(|one| one.map(|one| one.name));
        if all.iter().any(|one| one.name == ".blocksareclusters")
            && names != [Some(".reqntid"), Some(".reqnctapercluster")]
        {
            let fault = "the entry has `.blocksareclusters`, which needs `.reqntid` and `.reqnctapercluster`";
            return Err(refused(fault, help));
        }
        Ok(())
    }
}

pub(super) fn refused(fault: impl Into<String>, help: impl Into<String>) -> Error {
    Error::new(ErrorKind::RefusedBounds, fault, help)
}

/// A bound that at most one directive of an entry states, in the order in which directives are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    Block,
    MinBlocks,
    Registers,
    Cluster,
}

/// A directive that can stand between an entry's name and its body: its name, the count of its numbers, the first PTX
/// ISA version and the first target that have it, and its bound.
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

/// A directive of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[doc(hidden)]
pub struct Directive<'a> {
    /// Its name, such as `.maxntid`.
    pub name: &'a str,
    /// Its numbers in x, y and z, 1 for each that is left out. A single number is in x. The numbers of an unknown directive
    /// are ignored.
    pub value: (u32, u32, u32),
    /// Its place in the text, with its numbers or strings.
    pub span: Span,
}

impl<'a> Directive<'a> {
    /// A directive that is not in a text yet.
    pub(super) fn new(name: &'a str, value: (u32, u32, u32)) -> Self {
        let span = Span { start: 0, end: 0 };
        Self { name, value, span }
    }

    fn row(&self) -> Option<&'static Row> {
        ROWS.iter().find(|(name, ..)| *name == self.name)
    }

    /// The number of its numbers; `None` if the directive is unknown.
    fn count(&self) -> Option<usize> {
        self.row().map(|(_, count, ..)| *count)
    }

    /// The bound that it states, if it is one of a [`Slot`].
    pub(super) fn slot(&self) -> Option<Slot> {
        let (.., slot) = self.row()?;
        *slot
    }

    /// Returns `true` if both state the same bound, and not alike.
    pub(super) fn contradicts(&self, other: &Self) -> bool {
        self.slot().is_some()
            && self.slot() == other.slot()
            && (self.name, self.value) != (other.name, other.value)
    }

    /// Reads the next directive of a header; `None` at its end.
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
        match directive.count() {
            // Skips everything before the next directive.
            None => {
                while !matches!(lexer.peek()?.kind, Kind::Directive | Kind::End) {
                    lexer.next()?;
                }
            }
            Some(_) if name.text == ".pragma" => loop {
                let (string, after) = (lexer.next()?, lexer.next()?);
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
                    if number > 0 && !lexer.skips(",")? {
                        break;
                    }
                    let number = lexer.next()?;
                    *value = integer(number.text).ok_or_else(|| {
                        let fault = "a directive lacks a number of 32 bits";
                        let help = "`.maxntid 256`, with a blank before what follows";
                        lexer.error(name.at, fault, help)
                    })?;
                }
                directive.value = value.into();
            }
        }
        let (start, end) = (name.at, lexer.at);
        directive.span = Span { start, end };
        Ok(Some(directive))
    }
}

/// Writes it as it stands in a header: `.maxntid 256, 1, 1`.
impl fmt::Display for Directive<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ((x, y, z), name) = (self.value, self.name);
        match self.count() {
            None | Some(0) => f.write_str(name),
            Some(1) => write!(f, "{name} {x}"),
            Some(_) => write!(f, "{name} {x}, {y}, {z}"),
        }
    }
}

/// The directive that states a bound: ptxas accepts several and takes the last one.
pub(super) fn of_slot<'d, 'a>(
    directives: &'d [Directive<'a>],
    slot: Slot,
) -> Option<&'d Directive<'a>> {
    directives.iter().rfind(|it| it.slot() == Some(slot))
}
