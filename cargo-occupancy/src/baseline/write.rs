//! Writes a baseline. What people wrote stays: comments, rules, reasons, and values that are equal.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::rc::Rc;

use itertools::Itertools;
use occupancy_core::kernel::Figure;
use occupancy_report::calculator::Cell;
use percent_encoding::utf8_percent_encode;
use serde::Deserialize;
use serde::de::IntoDeserializer;
use toml_edit::{Array, Decor, Document, DocumentMut, Item, Key, RawString, Table, Value};

use super::SEPARATORS;
use super::entry::{value, written};
use super::{Accept, Baseline, Lines, Rule, Rules, VERSION, key, utf8};
use crate::build::{Kernel, METRICS};
use crate::selection::{Selection, compute_capability};

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
        accepts: &[Accept],
    ) -> String {
        let bytes = self.bytes.as_deref().unwrap_or_default();
        let file = utf8(bytes).unwrap_or_default();
        let old = file.replace("\r\n", "\n");
        let old = if old.trim().is_empty() { HEAD } else { &old };
        let mut document: DocumentMut = old.parse().unwrap_or_default();
        kernels.sort_by(|a, b| key(a).cmp(&key(b)).then_with(|| figures(a).cmp(figures(b))));
        let names = self.short_names(&kernels.iter().map(|kernel| &*kernel.library).collect());
        let only = names.keys().next().filter(|_| names.len() == 1);
        let threads = selection.threads.map(|threads| value(&threads.into()));
        let smem = Some(selection.smem).filter(|&bytes| bytes > 0);
        let targets = self.targets.iter().map(|(x, y)| format!("sm_{x}{y}"));
        let texts = self.kernels.iter().map(|name| &*name.text);
        set(&mut document, "version", Some(VERSION.into()));
        set(&mut document, "library", only.map(|path| (*path).into()));
        set(&mut document, "toolkits", array(toolkits.iter()));
        set(&mut document, "threads", threads);
        set(
            &mut document,
            "smem",
            smem.map(|bytes| i64::from(bytes).into()),
        );
        set(&mut document, "targets", array(targets));
        set(&mut document, "kernels", array(texts));
        let several = names.iter().filter(|_| only.is_none());
        let several = several.map(|(path, short)| (&**short, (*path).into()));
        fill(&mut document, "libraries", several.collect());
        rename_budgets(&mut document);
        write_accepts(&mut document, accepts);
        fill(&mut document, "code", self.sums(&kernels, &names));
        document.remove("kernel");
        let trailing = raw("", Some(document.trailing())).to_owned();
        document.set_trailing("");
        let mut text = document.to_string() + "\n";
        self.write_kernels(&mut text, old, &kernels, selection, &names);
        text += &trailing;
        let is_crlf = file
            .split_once('\n')
            .is_some_and(|(line, _)| line.ends_with('\r'));
        let mark = if file.len() < bytes.len() {
            "\u{feff}"
        } else {
            ""
        };
        mark.to_owned() + &text.replace('\n', if is_crlf { "\r\n" } else { "\n" })
    }

    /// A short name for each library: the one that it has, or its file name without what all begin with.
    fn short_names<'k>(&'k self, paths: &BTreeSet<&'k str>) -> Names<'k> {
        let stem = |path: &&'k str| {
            let file = path.rsplit('/').next().unwrap_or_default();
            file.split('.').next().unwrap_or_default()
        };
        let begin = paths.iter().map(stem).reduce(shared);
        let begin = begin.and_then(|begin| begin.rfind(['_', '-']));
        let known = self.libraries.iter().filter(|(short, _)| !short.is_empty());
        let mut names: Names<'k> = known
            .map(|(short, path)| (&**path, short.clone()))
            .collect();
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
        let codes = kernels
            .iter()
            .map(|kernel| (&*kernel.library, code(kernel)));
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
        old: &str,
        kernels: &[Kernel],
        selection: &Selection,
        names: &Names<'_>,
    ) {
        let document = Document::parse(old).ok();
        let notes = document.as_ref().map(|document| notes(document, old));
        let mut notes = notes.unwrap_or_default();
        let rules = Rules::new(&self.rules, Rule::default());
        let threads = selection.threads;
        let write = |kernel: &Kernel| written(kernel, threads, rules.code_growth(kernel).is_some());
        for kernels in kernels.chunk_by(|a, b| a.name.unversioned == b.name.unversioned) {
            let name = Key::new(&*kernels[0].name.unversioned);
            let mut lines = kernels.iter().filter_map(|kernel| kernel.line);
            let header = lines.find_map(|line| notes.get_mut(&line)?.header.take());
            let [above, behind] = header.unwrap_or_default();
            let above = above.trim_start_matches('\n');
            text.extend([above, "[kernel.", &name.display_repr(), "]", behind, "\n"]);
            for (label, mut value, lines) in rows(kernels, names, write) {
                let mut behind = "";
                for note in lines.iter().filter_map(|line| notes.remove(line)) {
                    *text += &note.above;
                    if !behind.trim().is_empty() {
                        text.extend([behind.trim(), "\n"]);
                    }
                    behind = note.behind;
                    let new = value.parse().ok();
                    let is_equal = note.value.map(plain) == new.as_ref().map(plain);
                    let stood = note.value.and_then(|it| old.get(it.span()?));
                    value = stood.filter(|_| is_equal).unwrap_or(&value).to_owned();
                }
                text.extend(["\"", &label, "\" = ", &value, behind, "\n"]);
            }
        }
    }
}

/// A target with what sorts it.
type Target = ((u32, u32), String);

/// The short names of libraries by their paths.
type Names<'k> = BTreeMap<&'k str, String>;

/// What both texts begin with.
fn shared<'a>(a: &'a str, b: &str) -> &'a str {
    let equal = a.chars().zip(b.chars()).take_while(|(a, b)| a == b);
    &a[..equal.map(|(letter, _)| letter.len_utf8()).sum()]
}

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
    let same = kernels.chunk_by(|a, b| key(a) == key(b));
    let places = same
        .flat_map(|same| (1..).zip(same))
        .map(|(number, kernel)| {
            let order = compute_capability(&kernel.target).unwrap_or_default();
            let target = utf8_percent_encode(&kernel.target, &SEPARATORS).to_string();
            // The second kernel of a name has a number.
            let number = (number > 1).then(|| format!("#{number}"));
            let target = (order, target + &number.unwrap_or_default());
            (
                (write(kernel), &*names[&*kernel.library]),
                (target, kernel.line),
            )
        });
    let of_libraries = places.into_group_map().into_iter();
    let sets = of_libraries.map(|((value, library), places)| {
        let (targets, lines): (Vec<_>, Vec<_>) = places.into_iter().sorted().unzip();
        ((targets, value), (library, lines))
    });
    let rows = sets.into_group_map().into_iter();
    let rows = rows.map(|((targets, value), places)| {
        let (libraries, lines): (Vec<_>, Vec<_>) = places.into_iter().sorted().unzip();
        (targets, libraries, value, lines.concat())
    });
    let row = |(targets, libraries, value, lines): (Vec<Target>, Vec<&str>, _, Vec<_>)| {
        let mut label = targets.iter().map(|(_, target)| target).join(" ");
        if libraries.len() < names.len() {
            label = format!("{label} in {}", libraries.join(" "));
        }
        (label, value, lines.into_iter().flatten().collect())
    };
    rows.sorted().map(row).collect()
}

/// What people wrote beside a row.
#[derive(Default)]
struct Note<'t> {
    /// The comments above the header, and behind it.
    header: Option<[&'t str; 2]>,
    above: String,
    value: Option<&'t Value>,
    behind: &'t str,
}

/// The notes of a file by their lines.
fn notes<'t>(document: &'t Document<&str>, text: &'t str) -> HashMap<usize, Note<'t>> {
    let lines = Lines::new(text);
    let mut notes = HashMap::new();
    let mut add = |span: Option<Range<usize>>, note| {
        notes.insert(lines.line(span.unwrap_or_default().start), note);
    };
    match document.get("kernel") {
        Some(Item::ArrayOfTables(entries)) => entries.iter().for_each(|entry| {
            let above = comments(entry, text);
            add(
                entry.span(),
                Note {
                    above,
                    ..Note::default()
                },
            );
        }),
        Some(Item::Table(kernels)) => {
            let tables = kernels.iter().filter_map(|(_, table)| table.as_table());
            let rows = tables.flat_map(|table| table.iter().map(move |(label, _)| (table, label)));
            for (table, label) in rows {
                let Some((key, Item::Value(value))) = table.get_key_value(label) else {
                    continue;
                };
                let decor = [table.decor().prefix(), table.decor().suffix()];
                let note = Note {
                    header: Some(decor.map(|decor| raw(text, decor))),
                    above: raw(text, key.leaf_decor().prefix()).to_owned(),
                    value: Some(value),
                    behind: raw(text, value.decor().suffix()),
                };
                add(key.span(), note);
            }
        }
        _ => {}
    }
    notes
}

/// The comments of an entry of version 1.
fn comments(entry: &Table, text: &str) -> String {
    let mut beside = vec![raw(text, entry.decor().prefix())];
    for (key, item) in entry.iter().filter_map(|(key, _)| entry.get_key_value(key)) {
        beside.push(raw(text, key.leaf_decor().prefix()));
        let value = item.as_value().map(Value::decor);
        beside.push(raw(text, value.and_then(Decor::suffix)));
    }
    let lines = beside.into_iter().flat_map(str::lines).map(str::trim);
    let comments = lines.filter(|line| line.starts_with('#'));
    comments.flat_map(|line| [line, "\n"]).collect()
}

fn raw<'t>(text: &'t str, raw: Option<&'t RawString>) -> &'t str {
    let raw = raw.and_then(|raw| raw.as_str().or_else(|| text.get(raw.span()?)));
    raw.unwrap_or_default()
}

/// Budgets are the rules of version 1.
fn rename_budgets(document: &mut DocumentMut) {
    let Some(mut budgets) = document.remove("budget") else {
        return;
    };
    let tables = budgets.as_array_of_tables_mut();
    for budget in tables.into_iter().flat_map(|tables| tables.iter_mut()) {
        if let Some((key, limit)) = budget.remove_entry("max_code_growth") {
            let renamed = Key::new("max_code_growth_percent");
            let renamed = renamed.with_leaf_decor(key.leaf_decor().clone());
            budget.insert_formatted(&renamed, limit);
        }
    }
    document.insert("rule", budgets);
}

/// Writes the reasons for toolkits; one that stands there stays as it is.
fn write_accepts(document: &mut DocumentMut, accepts: &[Accept]) {
    let old = document.remove("accept").map(Item::into_array_of_tables);
    let old: Vec<_> = old.and_then(Result::ok).into_iter().flatten().collect();
    let mut tables = toml_edit::ArrayOfTables::new();
    for accept in accepts {
        let read = |table: &&Table| {
            Accept::read((*table, None)).is_ok_and(|old| old.toolkits == accept.toolkits)
        };
        let mut table = old.iter().find(read).cloned().unwrap_or_else(new_table);
        set(&mut table, "toolkits", array(accept.toolkits.iter()));
        let kernels = i64::try_from(accept.kernels).unwrap_or(i64::MAX);
        set(&mut table, "kernels", Some(kernels.into()));
        set(&mut table, "because", Some(accept.because.as_str().into()));
        tables.push(table);
    }
    document.insert("accept", Item::ArrayOfTables(tables));
}

/// Makes exactly these the values of a table, which is gone without any.
fn fill(document: &mut DocumentMut, name: &str, values: BTreeMap<&str, Value>) {
    let old = document.remove(name).map(Item::into_table);
    let mut table = old.and_then(Result::ok).unwrap_or_else(new_table);
    table.retain(|key, _| values.contains_key(key));
    for (key, value) in values {
        set(&mut table, key, Some(value));
    }
    if !table.is_empty() {
        document.insert(name, Item::Table(table));
    }
}

fn new_table() -> Table {
    let mut table = Table::new();
    table.decor_mut().set_prefix("\n");
    table
}

fn array(texts: impl Iterator<Item = impl ToString>) -> Option<Value> {
    let texts: Array = texts.map(|text| text.to_string()).collect();
    (!texts.is_empty()).then_some(texts.into())
}

/// Sets a value, or removes the key. An equal value stays as it is written.
fn set(table: &mut Table, key: &str, value: Option<Value>) {
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

/// A value as JSON has it, however it is written.
fn plain(value: &Value) -> Option<serde_json::Value> {
    serde_json::Value::deserialize(value.clone().into_deserializer()).ok()
}
