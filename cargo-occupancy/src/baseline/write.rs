//! Writes a baseline. What people wrote stays: comments, rules, reasons, and values that are equal.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Write;
use std::ops::Range;
use std::rc::Rc;

use itertools::Itertools;
use occupancy_core::kernel::Figure;
use occupancy_report::calculator::Cell;
use percent_encoding::utf8_percent_encode;
use serde::Deserialize;
use serde::de::IntoDeserializer;
use toml_edit::{Array, Document, DocumentMut, Item, Key, RawString, Table, Value};

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
        kernels.sort_by(|a, b| key(a).cmp(&key(b)).then_with(|| figures(a).cmp(figures(b))));
        let libraries = self.short_names(kernels.iter().map(|kernel| &*kernel.library).collect());
        let (several, only) = match libraries.first_key_value() {
            Some((&path, _)) if libraries.len() == 1 => (None, Some(path.into())),
            _ => (Some(&libraries), None),
        };
        let mut document: DocumentMut = old.parse().unwrap_or_default();
        document.remove("kernel");
        let smem = Some(selection.smem).filter(|&bytes| bytes > 0);
        let threads = selection.threads.map(|threads| value(&threads.into()));
        for (key, value) in [
            ("version", Some(VERSION.into())),
            ("library", only),
            ("toolkits", array(toolkits.iter())),
            ("threads", threads),
            ("smem", smem.map(|bytes| i64::from(bytes).into())),
            (
                "targets",
                array(self.targets.iter().map(|(x, y)| format!("sm_{x}{y}"))),
            ),
            (
                "kernels",
                array(self.kernels.iter().map(|name| &*name.text)),
            ),
        ] {
            set(&mut document, key, value);
        }
        let short = several
            .into_iter()
            .flatten()
            .map(|(&path, short)| (&**short, path.into()));
        fill(&mut document, "libraries", short.collect());
        rename_budgets(&mut document);
        write_accepts(&mut document, accepts);
        fill(&mut document, "code", self.sums(&kernels, &libraries));
        let trailing = raw("", Some(document.trailing())).to_owned();
        document.set_trailing("");
        let mut text = document.to_string() + "\n";
        self.write_kernels(&mut text, old, &kernels, selection, &libraries);
        text += &trailing;
        if file
            .lines()
            .next()
            .is_some_and(|line| file[line.len()..].starts_with("\r\n"))
        {
            text = text.replace('\n', "\r\n");
        }
        let has_mark = file.len() < bytes.len();
        if has_mark {
            format!("\u{feff}{text}")
        } else {
            text
        }
    }

    /// A short name for each library: the one that it has, or its file name without what all begin with.
    fn short_names<'k>(&self, libraries: BTreeSet<&'k str>) -> BTreeMap<&'k str, String> {
        let stem = |path: &'k str| {
            let file = path.rsplit('/').next().unwrap_or(path);
            file.split('.').next().unwrap_or(file)
        };
        let words = libraries
            .iter()
            .map(|path| stem(path).split_inclusive(['_', '-']).collect_vec());
        let shared = words.reduce(|a, b| {
            a.into_iter()
                .zip(b)
                .take_while(|(a, b)| a == b)
                .map(|it| it.0)
                .collect()
        });
        let shared = shared.unwrap_or_default().concat();
        let mut taken: HashSet<_> = self.libraries.keys().cloned().collect();
        let mut name = |path: &'k str| {
            let known = self
                .libraries
                .iter()
                .find(|(short, known)| *known == path && !short.is_empty());
            if let Some((short, _)) = known {
                return short.clone();
            }
            let plain =
                |text: &str| text.replace(|it: char| !it.is_alphanumeric() && it != '-', "_");
            let stem = stem(path);
            let names = [stem.strip_prefix(&shared).unwrap_or(stem), stem, path].map(plain);
            let numbered = (2..).map(|number| format!("{}-{number}", plain(path)));
            let mut free = names
                .into_iter()
                .chain(numbered)
                .filter(|name| !name.is_empty());
            free.find(|name| taken.insert(name.clone()))
                .unwrap_or_default()
        };
        libraries
            .into_iter()
            .map(|path| (path, name(path)))
            .collect()
    }

    /// The sums of code by library.
    fn sums<'l>(
        &self,
        kernels: &[Kernel],
        libraries: &'l BTreeMap<&str, String>,
    ) -> BTreeMap<&'l str, Value> {
        let mut sums = BTreeMap::new();
        for (&path, short) in libraries {
            let mut kernels = kernels.iter().filter(|kernel| &*kernel.library == path);
            let sum: Option<u64> = kernels.try_fold(0, |sum: u64, kernel| {
                Some(sum.saturating_add(kernel.figures.number(Figure::CodeBytes)?))
            });
            let old = self.code.get(short).or(self.code.get(path)).copied();
            let is_almost = |old: &u64| sum.is_none_or(|sum| sum.abs_diff(*old) < old / ALMOST);
            if let Some(sum) = old.filter(is_almost).or(sum) {
                let name = if libraries.len() > 1 { short } else { path };
                sums.insert(name, i64::try_from(sum).unwrap_or(i64::MAX).into());
            }
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
        libraries: &BTreeMap<&str, String>,
    ) {
        let document = Document::parse(old).ok();
        let mut notes = document
            .as_ref()
            .map(|it| notes(it, old))
            .unwrap_or_default();
        let rules = Rules::new(&self.rules, Rule::default());
        let write = |kernel: &Kernel| {
            written(
                kernel,
                selection.threads,
                rules.code_growth(kernel).is_some(),
            )
        };
        // What stands in each line; an equal value stays as it is written.
        let stood = self
            .build
            .kernels
            .iter()
            .map(|kernel| (kernel.line, kernel));
        let stood: HashMap<_, _> = stood.collect();
        for kernels in kernels.chunk_by(|a, b| a.name.unversioned == b.name.unversioned) {
            let name = Key::new(&*kernels[0].name.unversioned);
            let mut lines = kernels.iter().filter_map(|kernel| kernel.line);
            let header = lines.find_map(|line| notes.get_mut(&line)?.header.take());
            let [above, behind] = header.unwrap_or_default();
            let _ = writeln!(
                text,
                "{}[kernel.{}]{behind}",
                above.trim_start_matches('\n'),
                name.display_repr()
            );
            for Row {
                label,
                value,
                lines,
            } in rows(kernels, libraries, &write)
            {
                let (mut behind, mut shown) = ("", &*value);
                for line in lines {
                    let Some(note) = notes.remove(&line) else {
                        continue;
                    };
                    text.push_str(&note.above);
                    if !note.behind.is_empty() && behind.is_empty() {
                        behind = note.behind;
                    } else if !note.behind.is_empty() {
                        let _ = writeln!(text, "{}", note.behind.trim());
                    }
                    if stood
                        .get(&Some(line))
                        .is_some_and(|kernel| write(kernel) == value)
                    {
                        shown = note.value.unwrap_or(shown);
                    }
                }
                let _ = writeln!(text, "\"{label}\" = {shown}{behind}");
            }
        }
    }
}

/// The figures of a kernel that its row states, whatever the rules.
fn figures(kernel: &Kernel) -> impl Iterator<Item = &Cell> {
    let stated = METRICS
        .iter()
        .filter(|metric| metric.key != Figure::CodeBytes.into());
    stated.map(|metric| metric.value(kernel))
}

/// A row of a kernel.
struct Row {
    label: String,
    value: String,
    /// The lines of its kernels in the file that was read.
    lines: BTreeSet<usize>,
}

/// A target with what sorts it; the second kernel of a name has a number: `sm_90#2`.
type Target = ((u32, u32), String);

/// The rows of the kernels of a name: one for each set of targets and libraries whose figures are equal.
fn rows(
    kernels: &[Kernel],
    libraries: &BTreeMap<&str, String>,
    write: impl Fn(&Kernel) -> String,
) -> Vec<Row> {
    let mut equal: BTreeMap<_, BTreeMap<&str, BTreeSet<Target>>> = BTreeMap::new();
    let mut lines: HashMap<_, BTreeSet<_>> = HashMap::new();
    for same in kernels.chunk_by(|a, b| key(a) == key(b)) {
        for (number, kernel) in (1..).zip(same) {
            let order = compute_capability(&kernel.target).unwrap_or_default();
            let number = if number > 1 {
                format!("#{number}")
            } else {
                String::new()
            };
            let target = utf8_percent_encode(&kernel.target, &SEPARATORS);
            let target = (order, format!("{target}{number}"));
            let (value, library) = (write(kernel), &*libraries[&*kernel.library]);
            lines
                .entry((value.clone(), target.clone()))
                .or_default()
                .extend(kernel.line);
            equal
                .entry(value)
                .or_default()
                .entry(library)
                .or_default()
                .insert(target);
        }
    }
    let mut sets: BTreeMap<(BTreeSet<Target>, String), Vec<&str>> = BTreeMap::new();
    for (value, places) in equal {
        for (library, targets) in places {
            sets.entry((targets, value.clone()))
                .or_default()
                .push(library);
        }
    }
    let row = |(targets, having, value): (BTreeSet<Target>, Vec<&str>, String)| {
        let mut label = targets.iter().map(|(_, target)| target).join(" ");
        if having.len() < libraries.len() {
            label = format!("{label} in {}", having.join(" "));
        }
        let lines = targets
            .into_iter()
            .filter_map(|target| lines.get(&(value.clone(), target)));
        let lines = lines.flatten().copied().collect();
        Row {
            label,
            value,
            lines,
        }
    };
    let sets = sets
        .into_iter()
        .map(|((targets, value), having)| (targets, having, value));
    sets.sorted().map(row).collect()
}

/// What people wrote beside a row.
#[derive(Default)]
struct Note<'t> {
    /// The comments above the header, and behind it.
    header: Option<[&'t str; 2]>,
    above: String,
    value: Option<&'t str>,
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
                    value: value.span().and_then(|span| text.get(span)),
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
        beside.push(raw(
            text,
            item.as_value().and_then(|value| value.decor().suffix()),
        ));
    }
    let lines = beside.into_iter().flat_map(str::lines).map(str::trim);
    let comments = lines.filter(|line| line.starts_with('#'));
    comments.map(|line| format!("{line}\n")).collect()
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
        if let Some((_, limit)) = budget.remove_entry("max_code_growth") {
            budget.insert("max_code_growth_percent", limit);
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
        let read =
            |table: &&Table| super::accept(*table).is_ok_and(|old| old.toolkits == accept.toolkits);
        let mut table = old.iter().find(read).cloned().unwrap_or_else(new_table);
        set(&mut table, "toolkits", array(accept.toolkits.iter()));
        set(
            &mut table,
            "kernels",
            i64::try_from(accept.kernels).ok().map(Value::from),
        );
        set(&mut table, "because", Some(accept.because.as_str().into()));
        tables.push(table);
    }
    document.insert("accept", Item::ArrayOfTables(tables));
}

/// Makes exactly these the values of a table, which is gone without any.
fn fill(document: &mut DocumentMut, name: &str, values: BTreeMap<&str, Value>) {
    let old = document
        .remove(name)
        .map(Item::into_table)
        .and_then(Result::ok);
    let mut table = old.unwrap_or_else(new_table);
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
    // Equal to what JSON has, however it is written.
    let plain =
        |value: &Value| serde_json::Value::deserialize(value.clone().into_deserializer()).ok();
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
