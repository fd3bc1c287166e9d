//! Writes a baseline. What people wrote stays: comments, rules, reasons, and values that are equal.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use itertools::Itertools;
use occupancy_core::kernel::Figure;
use occupancy_report::calculator::Cell;
use percent_encoding::utf8_percent_encode;
use serde::Deserialize;
use serde::de::IntoDeserializer;
use toml_edit::{Array, DocumentMut, Item, Key, Table, Value};

use super::SEPARATORS;
use super::entry::{value, written};
use super::{Baseline, Rule, Rules, VERSION, key, utf8};
use crate::build::{Kernel, METRICS};
use crate::name::shared;
use crate::selection::{self, Selection};

/// The text above the kernels of a new file.
const HEAD: &str = "\
# Written by `occupancy baseline`; `occupancy check --update` rewrites the figures. Rules, reasons and comments are yours.
version = 2
";

/// A sum of code that differs from the one in the file by less than one in so many stays as it is: branches that change
/// some kernels would conflict in it.
const ALMOST: u64 = 100;

impl Baseline {
    /// Writes these kernels, those of `selection`, into the text of the baseline.
    ///
    /// A kernel that has a line takes what people wrote there.
    pub(crate) fn written(
        &self,
        selection: &Selection,
        mut kernels: Vec<Kernel>,
        toolkits: &BTreeSet<Rc<str>>,
    ) -> String {
        let bytes = self.bytes.as_deref().unwrap_or_default();
        let file = utf8(bytes).unwrap_or_default();
        let old = match file.trim() {
            "" => HEAD.to_owned(),
            _ => file.replace("\r\n", "\n"),
        };
        let mut document: DocumentMut = old.parse().unwrap_or_default();
        kernels.sort_by(|a, b| key(a).cmp(&key(b)).then_with(|| figures(a).cmp(figures(b))));
        let names = self.short_names(&kernels.iter().map(|kernel| &*kernel.library).collect());
        let only = names.keys().next().filter(|_| names.len() == 1);
        let selected = self.selection.kernel.iter().map(|name| &name.text);
        let smem = Some(i64::from(selection.smem)).filter(|&bytes| bytes > 0);
        let head = [
            ("version", Some(VERSION.into())),
            ("library", only.map(|path| (*path).into())),
            ("toolkits", array(toolkits)),
            ("threads", selection.threads.map(|it| value(&it.into()))),
            ("smem", smem.map(Value::from)),
            ("targets", array(&self.selection.arch)),
            ("kernels", array(selected)),
        ];
        set(&mut document, head);
        let several = names.iter().filter(|_| only.is_none());
        let several = several.map(|(path, short)| (&**short, (*path).into()));
        fill(&mut document, "libraries", several.collect());
        fill(&mut document, "code", self.sums(&kernels, &names));
        document.remove("kernel");
        let trailing = document.trailing().as_str().unwrap_or_default().to_owned();
        document.set_trailing("");
        let mut text = document.to_string() + "\n";
        self.write_kernels(&mut text, &kernels, selection, &names);
        text += &trailing;
        let first = file.lines().next().map_or(0, str::len);
        let is_crlf = file[first..].starts_with("\r\n");
        let has_mark = file.len() < bytes.len();
        let mark = if has_mark { "\u{feff}" } else { "" };
        mark.to_owned() + &text.replace('\n', if is_crlf { "\r\n" } else { "\n" })
    }

    /// A short name for each library: the one that it has, or its file name without what all begin with.
    fn short_names<'k>(&'k self, paths: &BTreeSet<&'k str>) -> Names<'k> {
        let stem = |path: &&'k str| {
            let file = path.rsplit('/').next().unwrap_or_default();
            file.split('.').next().unwrap_or_default()
        };
        let begin = paths
            .iter()
            .map(stem)
            .reduce(|a, b| &a[..shared(a.chars(), b.chars())]);
        let begin = begin.and_then(|begin| begin.rfind(['_', '-']));
        let known = self.libraries.iter().filter(|(short, _)| !short.is_empty());
        let known = known.map(|(short, path)| (&**path, short.clone()));
        let mut names: Names<'k> = known.collect();
        for path in paths {
            let stem = stem(path);
            let numbered = (2..).map(|number| format!("{path}-{number}"));
            let texts = [&stem[begin.map_or(0, |end| end + 1)..], stem, path];
            let texts = texts.map(str::to_owned).into_iter().chain(numbered);
            let is_other = |letter: char| !letter.is_alphanumeric() && letter != '-';
            let mut plain = texts.map(|text| text.replace(is_other, "_"));
            let free = plain.find(|name| !name.is_empty() && !names.values().contains(name));
            names.entry(path).or_insert(free.unwrap_or_default());
        }
        names.retain(|path, _| paths.contains(path));
        names
    }

    /// The sums of code by library.
    fn sums<'l>(&self, kernels: &[Kernel], names: &'l Names<'_>) -> BTreeMap<&'l str, Value> {
        let code = |kernel: &Kernel| kernel.figures.number::<u64>(Figure::CodeBytes);
        let codes = kernels.iter().map(|it| (&*it.library, code(it)));
        let add = |sum: Option<u64>, _: &&str, code: Option<u64>| sum?.checked_add(code?);
        let known = codes.into_grouping_map().fold(Some(0), add);
        let mut sums = BTreeMap::new();
        for (&path, short) in names {
            let sum = known.get(path).copied().flatten();
            let old = self.code.get(short).or(self.code.get(path)).copied();
            let is_almost = |old: &u64| sum.is_none_or(|sum| sum.abs_diff(*old) < old / ALMOST);
            let name = if names.len() > 1 { short } else { path };
            let sum = old.filter(is_almost).or(sum);
            sums.extend(sum.map(|sum| (name, i64::try_from(sum).unwrap_or(i64::MAX).into())));
        }
        sums
    }

    /// Writes the table of each kernel.
    fn write_kernels(
        &self,
        text: &mut String,
        kernels: &[Kernel],
        selection: &Selection,
        names: &Names<'_>,
    ) {
        let mut notes: HashMap<_, _> = self.notes.iter().collect();
        let rules = Rules::new(&self.rules, Rule::default());
        let threads = selection.threads;
        let write = |kernel: &Kernel| written(kernel, threads, rules.code_growth(kernel).is_some());
        for kernels in kernels.chunk_by(|a, b| a.name.unversioned == b.name.unversioned) {
            let name = Key::new(&*kernels[0].name.unversioned);
            let mut lines = kernels.iter().filter_map(|kernel| kernel.line);
            let note = lines.find_map(|line| notes.get(&line));
            let [above, behind] = note.map_or(["", ""], |note| {
                let [above, behind, ..] = &note.beside;
                [above.trim_start_matches('\n'), behind]
            });
            text.extend([above, "[kernel.", &name.display_repr(), "]", behind, "\n"]);
            for (label, mut value, lines) in rows(kernels, names, write) {
                let mut behind = "";
                for note in lines.iter().filter_map(|line| notes.remove(line)) {
                    let [_, _, above, end] = &note.beside;
                    *text += above;
                    if !behind.trim().is_empty() {
                        text.extend([behind.trim(), "\n"]);
                    }
                    behind = end;
                    if note.value == value || is_equal(&note.value, &value) {
                        value.clone_from(&note.value);
                    }
                }
                text.extend(["\"", &label, "\" = ", &value, behind, "\n"]);
            }
        }
    }
}

/// A target with what sorts it.
type Target = (Option<selection::Target>, String);

/// The short names of libraries by their paths.
type Names<'k> = BTreeMap<&'k str, String>;

/// The figures of a kernel that its row states, whatever the rules.
fn figures(kernel: &Kernel) -> impl Iterator<Item = &Cell> {
    let all = METRICS.iter();
    let stated = all.filter(|metric| metric.key != Figure::CodeBytes.into());
    stated.map(|metric| metric.value(kernel))
}

/// The rows of the kernels of a name, one for each set of targets and libraries whose figures are equal: the label, the
/// value, and the lines of the kernels in the file that was read.
fn rows(
    kernels: &[Kernel],
    names: &Names<'_>,
    write: impl Fn(&Kernel) -> String,
) -> Vec<(String, String, BTreeSet<usize>)> {
    let mut of_libraries = BTreeMap::<(String, &str), (Vec<Target>, BTreeSet<usize>)>::new();
    for same in kernels.chunk_by(|a, b| key(a) == key(b)) {
        for (number, kernel) in (1..).zip(same) {
            let order = selection::Target::find(&kernel.target).ok();
            let target = utf8_percent_encode(&kernel.target, &SEPARATORS);
            // The second kernel of a name has a number.
            let target = match number {
                1 => target.to_string(),
                _ => format!("{target}#{number}"),
            };
            let place = (write(kernel), &*names[&*kernel.library]);
            let (targets, lines) = of_libraries.entry(place).or_default();
            targets.push((order, target));
            lines.extend(kernel.line);
        }
    }
    let mut rows = BTreeMap::<(Vec<Target>, String), (Vec<&str>, BTreeSet<usize>)>::new();
    for ((value, library), (mut targets, lines)) in of_libraries {
        targets.sort();
        let row = rows.entry((targets, value)).or_default();
        row.0.push(library);
        row.1.extend(lines);
    }
    let rows = rows.into_iter();
    let rows = rows.sorted_by(|((a, _), (b, _)), ((c, _), (d, _))| (a, b).cmp(&(c, d)));
    let row = |((targets, value), (libraries, lines)): ((Vec<Target>, _), (Vec<&str>, _))| {
        let mut label = targets.iter().map(|(_, target)| target).join(" ");
        if libraries.len() < names.len() {
            label = format!("{label} in {}", libraries.join(" "));
        }
        (label, value, lines)
    };
    rows.map(row).collect()
}

/// Makes exactly these the values of a table, which is gone without any.
fn fill(document: &mut DocumentMut, name: &str, values: BTreeMap<&str, Value>) {
    let old = document.remove(name).map(Item::into_table);
    let mut table = old.and_then(Result::ok).unwrap_or_else(new_table);
    table.retain(|key, _| values.contains_key(key));
    let values = values.into_iter();
    set(&mut table, values.map(|(key, value)| (key, Some(value))));
    if !table.is_empty() {
        document.insert(name, Item::Table(table));
    }
}

fn new_table() -> Table {
    let mut table = Table::new();
    table.decor_mut().set_prefix("\n");
    table
}

fn array(texts: impl IntoIterator<Item = impl ToString>) -> Option<Value> {
    let texts: Array = texts.into_iter().map(|text| text.to_string()).collect();
    (!texts.is_empty()).then_some(texts.into())
}

/// Sets values; a key without one is removed. An equal value stays as it is written.
fn set<'k>(table: &mut Table, values: impl IntoIterator<Item = (&'k str, Option<Value>)>) {
    for (key, value) in values {
        match (table.get_mut(key).and_then(Item::as_value_mut), value) {
            (_, None) => drop(table.remove(key)),
            (Some(old), Some(value)) if plain(old) == plain(&value) => {}
            (Some(old), Some(mut value)) => {
                *value.decor_mut() = old.decor().clone();
                *old = value;
            }
            (None, Some(value)) => drop(table.insert(key, Item::Value(value))),
        }
    }
}

/// Returns `true` for texts of the same value.
fn is_equal(a: &str, b: &str) -> bool {
    let [a, b] = [a, b].map(|text| text.parse().ok());
    a.is_some() && a.as_ref().and_then(plain) == b.as_ref().and_then(plain)
}

/// A value as JSON has it, however it is written.
fn plain(value: &Value) -> Option<serde_json::Value> {
    serde_json::Value::deserialize(value.clone().into_deserializer()).ok()
}
