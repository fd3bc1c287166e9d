//! Which kernel a name means, and what to suggest if there is none.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str;

use occupancy_core::gpu::CodeForm;
use occupancy_core::gpu::nearness;
use occupancy_core::kernel::name_in_source;
use occupancy_core::text::Text;

use super::demangle::{UNNAMED, demangle, path};
use crate::error::{Error, ErrorKind, List, listed};

/// A name that is asked for: of the source, with or without namespaces.
pub(crate) struct Asked {
    path: Vec<String>,
    /// With the arguments of its template or its parameters, in one spelling.
    spelled: Option<String>,
}

impl Asked {
    pub(crate) fn new(kernel: &str) -> Self {
        Self {
            path: kernel.split("::").map(str::to_owned).collect(),
            spelled: kernel.contains(['<', '(']).then(|| in_one_spelling(kernel)),
        }
    }

    /// Whether a mangled name is this one: `dot` and `blas::dot` are `_ZN4blas3dotEiPKfS1_Pf`, and
    /// `dot<float>` and `dot<float>(int)` are `_ZN4blas3dotIfEEvi`.
    pub(crate) fn is(&self, symbol: &[u8]) -> bool {
        let symbol = str::from_utf8(symbol).unwrap_or_default();
        let Some(asked) = &self.spelled else {
            return path(symbol).is_some_and(|path| path.ends_with(&self.path));
        };
        let Some((name, parameters)) = demangle(symbol) else {
            return false;
        };
        let whole = format!("{name}{parameters}");
        [name, whole].iter().any(|name| {
            let name = in_one_spelling(name);
            let namespaces = name.strip_suffix(asked);
            namespaces
                .is_some_and(|it| it.is_empty() || it.ends_with("::") && !it.contains(['<', '(']))
        })
    }
}

/// A name without blanks that only some write, and its numbers without their types: `16` of `16u` and of
/// `(unsigned int)16`.
fn in_one_spelling(name: &str) -> String {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut out = String::new();
    // A word, and what is after it up to the next one.
    for piece in name.split_inclusive(|letter| !is_word(letter)) {
        let mut word = piece.trim_end_matches(|letter| !is_word(letter));
        let after = piece.strip_prefix(word).unwrap_or_default();
        if word.starts_with(|digit: char| digit.is_ascii_digit()) {
            word = word.trim_end_matches(['u', 'U', 'l', 'L']);
            // The type before it.
            if out.trim_end_matches('-').ends_with(')')
                && let Some(at) = out.rfind('(')
            {
                let sign = if out.ends_with('-') { "-" } else { "" };
                out.truncate(at);
                out.push_str(sign);
            }
        }
        if !word.is_empty() && out.ends_with(is_word) {
            out.push(' ');
        }
        out.extend([word, after.trim()]);
    }
    out.replace(&format!("{UNNAMED}::"), "")
}

/// What there is in code of this form, what that is called, and what to do if there is nothing.
fn words(form: CodeForm) -> [&'static str; 4] {
    let no_entries = "it has no entries; a kernel that is not `extern \"C\"` and unmangled, or not reachable, is \
        not emitted";
    let no_kernels =
        "it has no kernels; a template has to be instantiated, and a `static` one used";
    match form {
        CodeForm::Ptx => ["entry", "entries", "PTX", no_entries],
        _ => ["kernel", "kernels", "binary", no_kernels],
    }
}

/// The number of near names at most, and of those between which one has to be chosen.
const NEAR: usize = 3;
const SEVERAL: usize = 32;

/// Names that are compared with what was asked for; with more, it takes too long.
const COMPARED: usize = (1 << 16) - 1024;

/// The names of kernels that are not the one that is asked for, of one image or of several, or of PTX.
pub(crate) struct Candidates<'a> {
    asked: &'a str,
    form: CodeForm,
    /// The nearest, with their distances.
    near: Vec<(usize, String)>,
    all: List,
}

impl<'a> Candidates<'a> {
    pub(crate) fn new(asked: &'a str, form: CodeForm) -> Self {
        Self {
            asked,
            form,
            near: Vec::new(),
            all: List::first(0, &[]),
        }
    }

    pub(crate) fn look_in(&mut self, names: &mut dyn Iterator<Item = Option<&str>>) {
        let has_arguments = self.form != CodeForm::Ptx && self.asked.contains('<');
        let asked = match self.asked.rsplit_once(':') {
            Some((_, last)) if !has_arguments => last,
            _ => self.asked,
        };
        for (i, symbol) in names.enumerate() {
            let Some(symbol) = symbol.filter(|_| i < COMPARED) else {
                self.all.is_cut = true;
                return;
            };
            let instance = has_arguments.then(|| demangle(symbol)).flatten();
            let instance = instance.as_ref().map(|(name, _)| name.as_str());
            let name = instance.unwrap_or_else(|| name_in_source(symbol));
            // In PTX, symbols are what is read.
            let is_ptx = self.form == CodeForm::Ptx;
            let shown = if is_ptx { symbol } else { name };
            self.all.add(shown, self.form);
            if let Some(rank) = nearness(asked, name)
                && !self.near.iter().any(|(_, other)| other == shown)
            {
                let place = self.near.partition_point(|(other, _)| *other <= rank);
                self.near.insert(place, (rank, shown.to_owned()));
                self.near.truncate(NEAR);
            }
        }
    }

    /// The error that names those that are nearest; if none is near, the first.
    pub(crate) fn finish(self) -> Error {
        let mut names = self.all;
        if !self.near.is_empty() {
            names = List::first(0, &[]);
            names.is_near = true;
            let near = self.near.iter();
            near.for_each(|(_, name)| names.add(name, self.form));
            // There are others, too, that are less near.
            if self.form != CodeForm::Ptx && !names.names.is_empty() {
                names.left_out = 0;
            }
        }
        let asked = first_of(self.asked);
        let [kernel, _, place, none] = words(self.form);
        let help = match (names.is_empty(), names.is_near) {
            (true, _) => none.to_owned(),
            (false, true) => format!("the nearest are {names}"),
            (false, false) => format!("there are {names}"),
        };
        let fault = format!("no {kernel} `{asked}` in the {place}");
        Error::new(ErrorKind::UnknownKernel, fault, help).naming(&asked, names)
    }
}

/// The only one of those that are called so, each with its symbol; or else the error that says what there is. `suggest`
/// looks into the names of all.
pub(crate) fn only<T: Copy>(
    called: &[(T, &str)],
    asked: &str,
    form: CodeForm,
    suggest: impl FnOnce(&mut Candidates<'_>),
) -> Result<T, Error> {
    let symbols: Vec<_> = match called {
        [(one, _)] => return Ok(*one),
        [] => {
            let mut candidates = Candidates::new(asked, form);
            suggest(&mut candidates);
            return Err(candidates.finish());
        }
        several => several.iter().map(|(_, symbol)| *symbol).collect(),
    };
    let names = List::first(SEVERAL, &symbols);
    let asked = first_of(asked);
    let [_, kernels, place, _] = words(form);
    let fault = format!("several {kernels} of the {place} are called `{asked}`");
    let help = format!("state the mangled name of one: {names}");
    Err(Error::new(ErrorKind::AmbiguousKernel, fault, help).naming(&asked, names))
}

/// As much of a name as a message has room for.
fn first_of(name: &str) -> String {
    Text::<32>::new().text(name).to_string()
}

impl List {
    /// The first of these names of kernels.
    pub(crate) fn first(most: usize, names: &[&str]) -> Self {
        let (first, others) = names.split_at(most.min(names.len()));
        Self {
            names: first.iter().map(|name| (*name).to_owned()).collect(),
            quote: "`",
            left_out: others.len(),
            ..Self::default()
        }
    }

    /// Adds a name, once, if it fits.
    fn add(&mut self, name: &str, form: CodeForm) {
        /// Bytes that are reserved for the comma, the quotes, and " and " with what is left out.
        const LEFT: usize = 20;
        // Bytes of the list, and how many of them the first has at most.
        let (most, of_first) = match form {
            CodeForm::Ptx => (64, usize::MAX),
            _ => (56, 56),
        };
        let most = if self.is_empty() { of_first } else { most };
        let listed = listed(&self.names, self.quote).len();
        if listed.saturating_add(LEFT).saturating_add(name.len()) > most {
            self.left_out = self.left_out.saturating_add(1);
        // Instances of a template share a name.
        } else if !self.names.iter().any(|other| other == name) {
            self.names.push(name.to_owned());
        }
    }
}
