//! Errors of reading a file, and the messages of the attribute for them.

use crate::prelude::*;
use core::{error, fmt};

use occupancy_core::kernel::Argument;
use occupancy_core::rules::{instead_of_no_code, no_code};
use occupancy_core::text::{Message, Visible, grouped};
use occupancy_core::{Arch, Rule};

/// Why a file cannot be read, or has no such kernel, and what to do about it.
///
/// Programs act on its [`kind`](Self::kind). As text, it is a line that says what is wrong, and one with
/// `help: ` that says what to do; for [`ErrorKind::BrokenRules`], it is the messages of the rules.
///
/// ```
/// use occupancy_binary::{ErrorKind, cubin};
///
/// # let file = include_bytes!("../fixtures/sm_90.cubin");
/// # /*
/// let file = std::fs::read("kernels.cubin")?;
/// # */
/// let error = cubin::usage(file, "saxpi").unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::UnknownKernel);
/// assert_eq!(error.names(), ["saxpy"]);
/// assert_eq!(
///     error.to_string(),
///     "no kernel `saxpi` in the binary\nhelp: the nearest are `saxpy`"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(pub(crate) Box<Inner>);

/// The kind of an [`Error`], which programs act on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// It is not a file of a kind that has GPU code, or it is empty.
    UnknownFormat,
    /// It has GPU code in a form that this crate does not read: a cubin of a later CUDA, or an archive without its
    /// members.
    Unsupported,
    /// The machine code is compressed, and [`cubin`](crate::cubin) does not decompress.
    Compressed,
    /// It was cut off, and has fewer bytes than it states.
    Truncated,
    /// GPU code, or its container, is damaged.
    Damaged,
    /// The library, the object file or the archive around the GPU code is damaged.
    DamagedHost,
    /// The PTX does not follow its grammar.
    InvalidPtx,
    /// It is larger, when unpacked, than the limits allow.
    TooLarge,
    /// No kernel has this name.
    UnknownKernel,
    /// Several kernels have this name: instances of a template, overloads, the same name in several
    /// namespaces, or in several members of an archive.
    AmbiguousKernel,
    /// The kernel is only declared: its body is in another module.
    DeclaredOnly,
    /// The entry of the PTX has other bounds, and the caller chose
    /// [`Existing::Reject`](crate::ptx::Existing::Reject).
    OtherBounds,
    /// ptxas refuses the directives of an entry of PTX, or would refuse or ignore bounds that are written into it.
    RefusedBounds,
    /// There is no machine code for this GPU, or none at all.
    NoImage,
    /// Several images have the kernel, and nothing says which one is meant.
    SeveralImages,
    /// A file, a folder or a variable of the environment is missing or cannot be used.
    Io,
    /// There is only PTX, which has no registers yet: the driver compiles it. No bytes at all mean the
    /// same, as NVRTC has no cubin for a virtual architecture.
    OnlyPtx,
    /// The kernel breaks [`rules`](Error::rules) of a configuration. Its message has that of each, separated by
    /// empty lines, and that of [`Lint::Relocatable`](occupancy_core::Lint::Relocatable) if it is not yet linked.
    BrokenRules,
    /// The kernel is input for the linker: after linking, it may use more registers than it states.
    Relocatable,
}

/// The parts of an error, in a box so that results stay small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Inner {
    kind: ErrorKind,
    offset: Option<usize>,
    line: Option<usize>,
    pub(crate) rules: Vec<Rule>,
    /// The requested name, as far as a message has room for it.
    pub(crate) requested: String,
    /// The names to suggest.
    pub(crate) available: List,
    /// The line that says what is wrong.
    pub(crate) fault: String,
    /// The line that says what to do.
    pub(crate) help: String,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, fault: impl Into<String>, help: impl Into<String>) -> Self {
        Self(Box::new(Inner {
            kind,
            offset: None,
            line: None,
            rules: Vec::new(),
            requested: String::new(),
            available: List::default(),
            fault: fault.into(),
            help: help.into(),
        }))
    }

    /// Names AMD's tools, if it is about damaged code.
    pub(crate) fn of_amd(mut self) -> Self {
        if self.kind() == ErrorKind::Damaged {
            let help = "build it anew; if `llvm-readelf --notes` reads it, report it with the version of clang";
            help.clone_into(&mut self.0.help);
        }
        self
    }

    /// Places the error at this byte of the file.
    pub(crate) fn at(mut self, offset: usize) -> Self {
        self.0.offset = Some(offset);
        self
    }

    /// Places the error at this byte of PTX, and names its line.
    pub(crate) fn of_ptx(mut self, text: &str, offset: usize) -> Self {
        let before = text.bytes().take(offset);
        let ended = before.filter(|byte| *byte == b'\n').count();
        let line = ended.saturating_add(1);
        self.0.line = Some(line);
        self.of(format_args!("line {line} of the PTX")).at(offset)
    }

    /// Adds the requested name, and the names to suggest.
    pub(crate) fn naming(mut self, requested: &str, available: List) -> Self {
        requested.clone_into(&mut self.0.requested);
        self.0.available = available;
        self
    }

    /// Puts the thing at fault before the fault.
    pub(crate) fn of(mut self, whole: impl fmt::Display) -> Self {
        self.0.fault = format!("{whole}: {}", self.0.fault);
        self
    }

    /// The kind of the error.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The byte of the file at fault, or of the cubin or PTX if that was given alone. In a file that
    /// contains others, the damaged part begins there.
    pub fn offset(&self) -> Option<usize> {
        self.0.offset
    }

    /// The line of PTX, counted from 1.
    pub fn line(&self) -> Option<usize> {
        self.0.line
    }

    /// The rules of a configuration that the kernel breaks.
    pub fn rules(&self) -> &[Rule] {
        &self.0.rules
    }

    /// The names that the message suggests, the nearest first: kernels, or targets (`sm_90`) if there is no image for
    /// a GPU.
    pub fn names(&self) -> &[String] {
        &self.0.available.names
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.kind {
            // The messages of rules have many lines.
            ErrorKind::BrokenRules | ErrorKind::Relocatable => f.write_str(&self.0.fault)?,
            _ => Visible(&self.0.fault).fmt(f)?,
        }
        match &*self.0.help {
            "" => Ok(()),
            help => write!(f, "\nhelp: {}", Visible(help)),
        }
    }
}

impl error::Error for Error {}

/// Names in a message: `` `a`, `b` and 3 more ``.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct List {
    pub(crate) names: Vec<String>,
    /// The text around each name.
    pub(crate) quote: &'static str,
    /// The number of names that do not fit.
    pub(crate) left_out: usize,
    /// Set if there are more that were not counted.
    pub(crate) is_cut: bool,
    /// Set if they are near the requested name.
    pub(crate) is_near: bool,
}

impl List {
    pub(crate) fn is_empty(&self) -> bool {
        self.names.is_empty() && self.left_out == 0 && !self.is_cut
    }
}

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let and = if self.names.is_empty() { "" } else { " and " };
        f.write_str(&listed(&self.names, self.quote))?;
        match self.left_out {
            _ if self.is_cut => write!(f, "{and}more"),
            0 => Ok(()),
            count => write!(f, "{and}{} more", grouped(count as u64).as_str()),
        }
    }
}

/// Names with commas between them, each in quotes.
pub(crate) fn listed(names: &[String], quote: &str) -> String {
    let quoted = names.iter().map(|name| format!("{quote}{name}{quote}"));
    quoted.collect::<Vec<_>>().join(", ")
}

/// The message for a kernel's code in the file of `argument` that could not be read, for `arch`.
pub fn unreadable(error: &Error, arch: &Arch, argument: Argument) -> String {
    let available = &error.0.available;
    if error.kind() == ErrorKind::NoImage && !available.is_empty() {
        let mut out = Message::new();
        let targets = &available.to_string();
        no_code(out.text("[OCC035] "), arch, argument, targets);
        return with_help(out.as_str(), instead_of_no_code(arch, argument));
    }
    let key = argument.key();
    of_kernel(error, key).unwrap_or_else(|| {
        let fault = format!("[OCC038] `{key}` cannot be read: {}", error.0.fault);
        with_help(&fault, &error.0.help)
    })
}

/// The message for a kernel's PTX that could not be read.
pub fn unreadable_ptx(error: &Error) -> String {
    let (fault, help) = (&error.0.fault, &*error.0.help);
    let (fault, help) = match (error.kind(), error.line()) {
        (ErrorKind::DeclaredOnly, _) => (
            "declares the kernel, and has no body of it".to_owned(),
            "take the file that defines it",
        ),
        (ErrorKind::RefusedBounds, _) => (format!("does not compile: {fault}"), help),
        (_, None) => (format!("cannot be read: {fault}"), help),
        (_, Some(line)) => (
            format!("cannot be read: line {line} is not PTX"),
            "give the text that `nvcc -ptx` or rustc makes; ptxas says what is wrong in it",
        ),
    };
    of_kernel(error, "ptx").unwrap_or_else(|| with_help(&format!("[OCC038] `ptx` {fault}"), help))
}

/// The message for a name that no kernel has, or several, with the first name to suggest as it is written in the
/// attribute.
fn of_kernel(error: &Error, argument: &str) -> Option<String> {
    let (requested, available) = (&error.0.requested, &error.0.available);
    let unknown = format!("[OCC037] no kernel `{requested}` in `{argument}`");
    let several = format!("[OCC037] several kernels in `{argument}` are called `{requested}`");
    // The ends of the help for a name that is alone, and for one beside others.
    let (fault, alone, beside) = match error.kind() {
        ErrorKind::UnknownKernel if available.is_near => {
            (unknown, "is the nearest", "is the nearest of ")
        }
        ErrorKind::UnknownKernel => (unknown, "is the only one", "is one of "),
        ErrorKind::AmbiguousKernel => (several, "is one of them", "is one of them: "),
        _ => return None,
    };
    let help = match &available.names[..] {
        [] => "there is none: compile it into the file".to_owned(),
        [one] if available.left_out == 0 && !available.is_cut => {
            format!("`kernel = \"{one}\"` {alone}")
        }
        [first, ..] => format!("`kernel = \"{first}\"` {beside}{available}"),
    };
    Some(with_help(&fault, &help))
}

fn with_help(fault: &str, help: &str) -> String {
    format!("{}\n\n    help: {}", Visible(fault), Visible(help))
}
