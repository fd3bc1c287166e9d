//! What can be wrong with PTX text, and with bounds for it.

use core::{error, fmt};

use super::{Directive, DirectiveKind, Entries, Target, Version};
use occupancy_core::__private::contains;
use occupancy_core::text::Text;

/// Where text does not follow the PTX ISA, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[doc(hidden)]
pub struct Malformed {
    /// What is wrong.
    pub fault: Fault,
    /// The byte of the text where it begins.
    pub offset: usize,
    /// The line of the text, counted from 1.
    pub line: usize,
}

/// What is wrong with PTX text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[doc(hidden)]
pub enum Fault {
    /// `/*` without `*/`.
    UnclosedComment,
    /// `"` without another.
    UnclosedString,
    /// `{` without `}`.
    UnclosedBrace,
    /// `}` without `{`.
    UnopenedBrace,
    /// The `(` of an entry's parameters without `)`.
    UnclosedParameters,
    /// A byte that PTX allows only in comments and strings.
    Byte(u8),
    /// No `.version` before the first entry.
    MissingVersion,
    /// No `.target` before the first entry.
    MissingTarget,
    /// A `.version` that is not a major and a minor number, or a second one.
    Version,
    /// A `.target` that is not `sm_` and a number.
    Target,
    /// An `.entry` without a name.
    EntryName,
    /// An `.entry` that ends in neither a body nor, without directives, a `;`.
    UnfinishedEntry,
    /// An entry that is already defined.
    DefinedTwice,
    /// Something between an entry and its body that is not a directive.
    Header,
    /// A directive whose numbers are missing or are not numbers of 32 bits.
    Number,
    /// A `.pragma` that is not strings and a `;`.
    Pragma,
}

impl Malformed {
    pub(super) const fn new(text: &str, fault: Fault, offset: usize) -> Self {
        Self {
            fault,
            offset,
            line: line_of(text, offset),
        }
    }
}

/// The line of a byte of the text, or of its end; the first is 1.
pub(super) const fn line_of(text: &str, offset: usize) -> usize {
    let bytes = text.as_bytes();
    let (mut line, mut i) = (1, 0);
    while i < offset {
        if bytes[i] == b'\n' {
            line += 1;
        }
        i += 1;
    }
    line
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} of the PTX: ", self.line)?;
        f.write_str(match self.fault {
            Fault::UnclosedComment => "a comment is not closed\nhelp: end it with `*/`",
            Fault::UnclosedString => "a string is not closed\nhelp: end it with `\"`",
            Fault::UnclosedBrace => "a `{` is not closed\nhelp: the text may be cut off",
            Fault::UnopenedBrace => "a `}` closes nothing\nhelp: remove it",
            Fault::UnclosedParameters => {
                "the parameters of an entry are not closed\nhelp: end them with `)`"
            }
            Fault::Byte(byte) => {
                return write!(
                    f,
                    "the byte 0x{byte:02x} outside of a comment\nhelp: PTX is ASCII; is this a cubin \
                     or a fatbin, or does the text end in a NUL?",
                );
            }
            Fault::MissingVersion => {
                "an entry before `.version`\nhelp: start the module with it: `.version 8.0`"
            }
            Fault::MissingTarget => {
                "an entry before `.target`\nhelp: put it after `.version`: `.target sm_90`"
            }
            Fault::Version => "`.version` is wrong\nhelp: state it once: `.version 8.0`",
            Fault::Target => {
                "`.target` names no GPU\nhelp: name one before the options: `.target sm_90`"
            }
            Fault::EntryName => "an `.entry` has no name\nhelp: `.entry saxpy`",
            Fault::UnfinishedEntry => {
                "an entry has neither a body nor is it a declaration\nhelp: `{ … }` follows its \
                 directives; a declaration has none and ends with `;`"
            }
            Fault::DefinedTwice => "an entry of this name is defined before\nhelp: remove one",
            Fault::Header => {
                "what is between an entry and its body is no directive\nhelp: a directive is a \
                 `.name` and numbers with `,` between them"
            }
            Fault::Number => {
                "a directive lacks a number of 32 bits\nhelp: `.maxntid 256`, with a blank before \
                 what follows"
            }
            Fault::Pragma => {
                "a `.pragma` is not strings and a `;`\nhelp: `.pragma \"nounroll\";`"
            }
        })
    }
}

impl error::Error for Malformed {}

/// Why there is no such entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FindError {
    /// The text is not PTX.
    Malformed(Malformed),
    /// No entry has this name.
    Unknown(UnknownEntry),
    /// The entry is only declared: its body is in another module.
    DeclaredOnly,
}

impl fmt::Display for FindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(malformed) => malformed.fmt(f),
            Self::Unknown(unknown) => unknown.fmt(f),
            Self::DeclaredOnly => f.write_str(
                "the entry is declared, but its body is not in this PTX\nhelp: take the PTX that \
                 defines it",
            ),
        }
    }
}

impl error::Error for FindError {}

// Over 128 bytes, clippy warns of every function that returns it.
const _: () = assert!(size_of::<RewriteError>() < 128);

/// A name that no entry has, and the names of the entries.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct UnknownEntry {
    asked: Text<32>,
    names: Text<64>,
}

impl UnknownEntry {
    /// Names that hold the asked one come first: a mangled name holds what it is made from.
    pub(super) const fn new(text: &str, asked: &str) -> Self {
        let mut names = Text::new();
        let (mut listed, mut left_out) = (0_u64, 0_u64);
        let mut holding = true;
        loop {
            let mut entries = Entries::new(text);
            while let Some(Ok(entry)) = entries.next_entry() {
                if entry.body.is_none() || contains(entry.name, asked) != holding {
                    continue;
                }
                // 20 bytes for the comma, the quotes and the number that is left out.
                if names.as_str().len() + entry.name.len() + 20 > 64 {
                    left_out += 1;
                    continue;
                }
                if listed > 0 {
                    names.text(", ");
                }
                names.text("`").text(entry.name).text("`");
                listed += 1;
            }
            if !holding {
                break;
            }
            holding = false;
        }
        if left_out > 0 {
            if listed > 0 {
                names.text(" and ");
            }
            names.grouped(left_out).text(" more");
        }
        Self {
            asked: *Text::new().text(asked),
            names,
        }
    }

    /// The first 32 bytes of the unknown name.
    pub const fn asked(&self) -> &str {
        self.asked.as_str()
    }

    /// The names of the entries, first those that contain the unknown one, as many as fit 64 bytes: ``
    /// `a`, `b` and 3 more ``. [`Entries`] lists all. Empty if there are no entries.
    pub const fn names(&self) -> &str {
        self.names.as_str()
    }
}

impl PartialEq for UnknownEntry {
    fn eq(&self, other: &Self) -> bool {
        self.asked() == other.asked() && self.names() == other.names()
    }
}

impl Eq for UnknownEntry {}

impl fmt::Display for UnknownEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no entry `{}` in the PTX", self.asked)?;
        if self.names().is_empty() {
            f.write_str(
                "\nhelp: it has no entries; a kernel that is not `extern \"C\"` and unmangled, or \
                 not reachable, is not emitted",
            )
        } else {
            write!(f, "\nhelp: there are {}", self.names)
        }
    }
}

impl error::Error for UnknownEntry {}

/// Why bounds cannot be written into an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RewriteError {
    /// There is no such entry.
    Find(FindError),
    /// A directive of the entry does not follow the PTX ISA.
    Malformed(Malformed),
    /// The entry differs from the bounds, and the caller chose [`Existing::Reject`](super::Existing::Reject).
    Contradiction {
        /// What the entry states.
        existing: Directive,
        /// What the bounds state.
        wanted: Directive,
        /// The line of the existing directive, counted from 1.
        line: usize,
    },
    /// The entry has a directive that ptxas refuses there, or refuses beside another one.
    Refused {
        /// The directive.
        existing: Directive,
        /// Its line, counted from 1.
        line: usize,
    },
    /// The directive needs a later PTX version than that of the module.
    Version {
        /// The directive.
        kind: DirectiveKind,
        /// The version of the module.
        version: Version,
    },
    /// The directive needs a later target than that of the module.
    Target {
        /// The directive.
        kind: DirectiveKind,
        /// The target of the module.
        target: Target,
    },
    /// The module does not run on a GPU that the bounds are for.
    DoesNotRunOn {
        /// The target of the module.
        target: Target,
        /// The compute capability of the GPU, major and minor.
        compute_capability: (u32, u32),
    },
    /// The limits of an SM are not known for the target, so a minimum of blocks cannot be checked.
    UnknownTarget(Target),
    /// The directive cannot have this number: ptxas refuses or ignores it.
    OutOfRange {
        /// The directive.
        kind: DirectiveKind,
        /// The number.
        value: u64,
        /// The least number that it takes.
        least: u32,
        /// The largest number that it takes.
        most: u32,
    },
    /// The minimum of blocks does not fit on one SM: ptxas ignores it.
    MinBlocks {
        /// The minimum.
        min_blocks: u32,
        /// Threads of a block.
        threads: u64,
        /// The blocks that the SM has slots for.
        fit: u32,
    },
    /// A minimum of blocks without the threads of a block: ptxas ignores it.
    MinBlocksWithoutBlock,
    /// `.blocksareclusters` without `.reqntid` and `.reqnctapercluster`.
    BlocksAreClusters,
}

impl fmt::Display for RewriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Find(ref error) => error.fmt(f),
            Self::Malformed(malformed) => malformed.fmt(f),
            Self::Contradiction {
                existing,
                wanted,
                line,
            } => write!(
                f,
                "line {line} of the PTX: the entry has `{existing}`, and the bounds say \
                 `{wanted}`\nhelp: remove one, or replace the entry's with `Existing::Replace`",
            ),
            Self::Refused { existing, line } => write!(
                f,
                "line {line} of the PTX: `{existing}` cannot stand here\nhelp: {}",
                match existing.kind {
                    DirectiveKind::NoReturn => "it is for functions: remove it",
                    DirectiveKind::MaxBlocksPerSm =>
                        "PTX 2.0 replaced it by `.minnctapersm`: remove it",
                    DirectiveKind::MaxThreads | DirectiveKind::RequiredThreads =>
                        "an entry has either `.maxntid` or `.reqntid`: remove one",
                    _ =>
                        "an entry has either `.reqnctapercluster` or `.maxclusterrank`: remove one",
                },
            ),
            Self::Version { kind, version } => write!(
                f,
                "`{}` needs PTX {}, and this is PTX {version}\nhelp: emit the PTX for a later \
                 version, or leave the bound out",
                kind.name(),
                kind.since(),
            ),
            Self::Target { kind, target } => write!(
                f,
                "`{}` needs the target sm_{least}, and this is {target}\nhelp: compile for \
                 sm_{least} or later, or leave the bound out",
                kind.name(),
                least = kind.min_target(),
            ),
            Self::DoesNotRunOn {
                target,
                compute_capability: (major, minor),
            } => {
                write!(
                    f,
                    "PTX for {target} does not run on compute capability {major}.{minor}, which the \
                     bounds are for\nhelp: compile for ",
                )?;
                if (target.number / 10, target.number % 10) > (major, minor) {
                    write!(f, "sm_{major}{minor}")
                } else {
                    write!(f, "sm_{}, which runs on later GPUs too", target.number)
                }
            }
            Self::UnknownTarget(target) => write!(
                f,
                "the limits of {target} are not known, so a minimum of blocks cannot be \
                 checked\nhelp: state the GPU with `with_compute_capability`, or leave the minimum \
                 out with `with_min_blocks(None)`",
            ),
            Self::OutOfRange {
                kind,
                value,
                least,
                most,
            } => write!(
                f,
                "`{}` cannot be {value}\nhelp: it takes {least} to {most}",
                kind.name(),
            ),
            Self::MinBlocks {
                min_blocks,
                threads,
                fit,
            } => {
                write!(
                    f,
                    "{min_blocks} blocks of {threads} threads do not fit on one SM, so ptxas would \
                     ignore the minimum\nhelp: ",
                )?;
                match fit {
                    0 => f.write_str("not one block fits: take fewer threads"),
                    fit => write!(f, "`with_min_blocks(Some({fit}))` is what fits"),
                }
            }
            Self::MinBlocksWithoutBlock => f.write_str(
                "a minimum of blocks without the threads of a block, so ptxas would ignore \
                 it\nhelp: state the threads with `with_block`",
            ),
            Self::BlocksAreClusters => f.write_str(
                "the entry has `.blocksareclusters`, which needs `.reqntid` and \
                 `.reqnctapercluster`\nhelp: state a block with `BlockBound::Required`, and the \
                 cluster",
            ),
        }
    }
}

impl error::Error for RewriteError {}
