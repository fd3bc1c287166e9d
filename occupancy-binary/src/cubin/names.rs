//! Which kernel a name means, and which names to suggest if there is none.

use alloc::collections::BTreeMap;

use occupancy_core::gpu::CodeForm;
use occupancy_core::gpu::nearness;
use occupancy_core::kernel::name_in_source;
use occupancy_core::text::Text;

use super::demangle::{UNNAMED, demangle, path};
use crate::error::{Error, ErrorKind, List, listed};
use crate::prelude::*;

/// A name to find kernels by, as in the source, with or without namespaces.
pub(crate) struct Query {
    path: Vec<String>,
    /// The name in one spelling, if it has arguments of a template or parameters.
    spelled: Option<String>,
}

impl Query {
    pub(crate) fn new(kernel: &str) -> Self {
        Self {
            path: kernel.split("::").map(str::to_owned).collect(),
            spelled: kernel.contains(['<', '(']).then(|| in_one_spelling(kernel)),
        }
    }

    /// Returns `true` if a mangled name has this one: `dot` and `blas::dot` find `_ZN4blas3dotEiPKfS1_Pf`, and
    /// `dot<float>` and `dot<float>(int)` find `_ZN4blas3dotIfEEvi`.
    pub(crate) fn matches(&self, symbol: &[u8]) -> bool {
        let symbol = str::from_utf8(symbol).unwrap_or_default();
        let Some(spelled) = &self.spelled else {
            return path(symbol).is_some_and(|path| path.ends_with(&self.path));
        };
        let Some((name, parameters)) = demangle(symbol) else {
            return false;
        };
        let whole = format!("{name}{parameters}");
        let is_path = |it: &str| it.is_empty() || it.ends_with("::") && !it.contains(['<', '(']);
        let mut names = [name, whole].into_iter().map(|name| in_one_spelling(&name));
        names.any(|name| name.strip_suffix(spelled).is_some_and(is_path))
    }
}

/// A name without the blanks and the unnamed namespaces that only some write, and with its numbers without their types:
/// `16` for `16u` and for `(unsigned int)16`.
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

/// The words for one kernel, for several, and for the code that has them.
fn nouns(form: CodeForm) -> [&'static str; 3] {
    match form {
        CodeForm::Ptx => ["entry", "entries", "PTX"],
        _ => ["kernel", "kernels", "binary"],
    }
}

/// The most near names to suggest.
const NEAR: usize = 3;

/// The most names to list of those between which one has to be chosen.
const SEVERAL: usize = 32;

/// Names that are compared with the requested one; with more, it takes too long.
const COMPARED: usize = (1 << 16) - 1024;

/// The names to suggest in place of one that no kernel has, from one image or several, or from PTX.
pub(crate) struct Candidates<'a> {
    requested: &'a str,
    form: CodeForm,
    /// The nearest, with their distances.
    near: Vec<(usize, String)>,
    all: List,
}

impl<'a> Candidates<'a> {
    pub(crate) fn new(requested: &'a str, form: CodeForm) -> Self {
        Self {
            requested,
            form,
            near: Vec::new(),
            all: List::first(0, &[]),
        }
    }

    /// Adds the names of kernels; from one that cannot be read on, there are none.
    pub(crate) fn look_in(&mut self, names: &mut dyn Iterator<Item = Option<&str>>) {
        let is_ptx = self.form == CodeForm::Ptx;
        let has_arguments = !is_ptx && self.requested.contains('<');
        let requested = match self.requested.rsplit_once(':') {
            Some((_, last)) if !has_arguments => last,
            _ => self.requested,
        };
        let mut symbols = Vec::new();
        for symbol in names {
            let Some(symbol) = symbol.filter(|_| symbols.len() < COMPARED) else {
                self.all.is_cut = true;
                break;
            };
            symbols.push(symbol);
        }
        let shares = counted(symbols.iter().map(|symbol| name_in_source(symbol)));
        let is_shared = |symbol: &str| !is_ptx && shares.get(name_in_source(symbol)) != Some(&1);
        let spelled = symbols.iter().map(|symbol| {
            let is_spelled = has_arguments || is_shared(symbol);
            is_spelled.then(|| instance(symbol)).flatten()
        });
        let spelled: Vec<_> = spelled.collect();
        let meant = counted(spelled.iter().flatten().map(|one| in_any_scope(one)));
        for (symbol, instance) in symbols.into_iter().zip(&spelled) {
            let name = name_in_source(symbol);
            let is_shared = is_shared(symbol);
            let means_one = |it: &&String| !is_shared || meant.get(&in_any_scope(it)) == Some(&1);
            let instance = instance.as_ref().filter(means_one);
            // The entries of PTX are listed as the text has them.
            let suggested = match instance {
                Some(instance) => instance,
                None if is_ptx || is_shared => symbol,
                None => name,
            };
            self.all.add(suggested, self.form);
            let name = instance.filter(|_| has_arguments).map_or(name, |it| it);
            if let Some(rank) = nearness(requested, name)
                && !self.near.iter().any(|(_, other)| other == suggested)
            {
                let place = self.near.partition_point(|(other, _)| *other <= rank);
                self.near.insert(place, (rank, suggested.to_owned()));
                self.near.truncate(NEAR);
            }
        }
    }

    /// The error with the nearest names, or with the first ones if none is near.
    pub(crate) fn finish(self) -> Error {
        let is_ptx = self.form == CodeForm::Ptx;
        let mut names = self.all;
        if !self.near.is_empty() {
            names = List::first(0, &[]);
            names.is_near = true;
            for (_, name) in &self.near {
                names.add(name, self.form);
            }
            // There are others, too, that are less near.
            if !is_ptx && !names.names.is_empty() {
                names.left_out = 0;
            }
        }
        let none = if is_ptx {
            "it has no entries; a kernel that is not `extern \"C\"` and unmangled, or not reachable, is not emitted"
        } else {
            "it has no kernels; a template has to be instantiated, and a `static` one used"
        };
        let help = match (names.is_empty(), names.is_near) {
            (true, _) => none.to_owned(),
            (false, true) => format!("the nearest are {names}"),
            (false, false) => format!("there are {names}"),
        };
        let requested = shortened(self.requested);
        let [kernel, _, place] = nouns(self.form);
        let fault = format!("no {kernel} `{requested}` in the {place}");
        Error::new(ErrorKind::UnknownKernel, fault, help).naming(&requested, names)
    }
}

/// How often each name is there.
fn counted<T: Ord>(names: impl Iterator<Item = T>) -> BTreeMap<T, usize> {
    let mut counts = BTreeMap::new();
    for name in names {
        let count = counts.entry(name).or_insert(0_usize);
        *count = count.saturating_add(1);
    }
    counts
}

/// The name of a kernel with the arguments of its template, or with its parameters.
fn instance(symbol: &str) -> Option<String> {
    let (name, parameters) = demangle(symbol)?;
    let is_template = name.ends_with('>');
    Some(if is_template {
        name
    } else {
        format!("{name}{parameters}")
    })
}

/// A name with arguments, in one spelling and without the namespaces before it.
fn in_any_scope(instance: &str) -> String {
    let spelled = in_one_spelling(instance);
    let path = spelled.split(['<', '(']).next().unwrap_or_default();
    let (scope, _) = path.rsplit_once("::").unwrap_or_default();
    let own = spelled.strip_prefix(scope).unwrap_or_default();
    own.trim_start_matches("::").to_owned()
}

/// The only one of the `matching` kernels, each with its symbol; otherwise the error that lists them, or that has
/// the names that `suggest` adds.
pub(crate) fn only<T: Copy>(
    matching: &[(T, &str)],
    requested: &str,
    form: CodeForm,
    suggest: impl FnOnce(&mut Candidates<'_>),
) -> Result<T, Error> {
    let symbols: Vec<_> = match matching {
        [(one, _)] => return Ok(*one),
        [] => {
            let mut candidates = Candidates::new(requested, form);
            suggest(&mut candidates);
            return Err(candidates.finish());
        }
        several => several.iter().map(|(_, symbol)| *symbol).collect(),
    };
    let names = List::first(SEVERAL, &symbols);
    let requested = shortened(requested);
    let [_, kernels, place] = nouns(form);
    let fault = format!("several {kernels} of the {place} are called `{requested}`");
    let help = format!("state the mangled name of one: {names}");
    Err(Error::new(ErrorKind::AmbiguousKernel, fault, help).naming(&requested, names))
}

/// The beginning of a name, as far as a message has room for it.
fn shortened(name: &str) -> String {
    Text::<32>::new().text(name).to_string()
}

impl List {
    /// The first `most` of these names of kernels.
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
        /// Bytes to reserve for the comma, the quotes, and " and 9,999 more".
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
        // Images for several GPUs have the same kernels.
        } else if !self.names.iter().any(|other| other == name) {
            self.names.push(name.to_owned());
        }
    }
}
