//! The file of a baseline: an entry per kernel, in the order of their names, so that git can merge it.

use std::collections::{BTreeSet, HashMap};
use std::io;
use std::path::{Path, PathBuf};

use occupancy_report::calculator::Dims;
use serde::{Deserialize, Serialize};
use toml_edit::de::{Error, from_document};
use toml_edit::ser::ValueSerializer;
use toml_edit::{ArrayOfTables, Document, DocumentMut, InlineTable, Item, Table, Value};

use super::budget::Budget;
use super::kernel::{FIGURES, Kernel};
use crate::console::fatal;
use crate::content::read_file;
use crate::read::Summary;
use crate::selection::Selection;

/// The version of the file that is written and read.
const VERSION: i64 = 1;

/// What the kernels of a build use, as a file states it, or as files and packages have it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Baseline {
    #[serde(skip)]
    pub(crate) path: PathBuf,
    /// The file as it is, with its comments.
    #[serde(skip)]
    pub(crate) document: DocumentMut,
    #[serde(rename = "version")]
    pub(crate) _version: u32,
    #[serde(default)]
    pub(crate) toolkits: Vec<String>,
    /// The block for the occupancy of kernels without launch bounds.
    pub(crate) threads: Option<Dims>,
    #[serde(default)]
    pub(crate) smem: u32,
    #[serde(default, rename = "budget")]
    pub(crate) budgets: Vec<Budget>,
    /// In the order of the file.
    #[serde(default, rename = "kernel")]
    pub(crate) kernels: Vec<Kernel>,
    /// What is in the files that were read.
    #[serde(skip)]
    pub(crate) summary: Summary,
}

impl Baseline {
    pub(crate) fn read(path: &Path) -> io::Result<Self> {
        Self::parse(path).map_err(|error| fatal(format_args!("{}: {error}", path.display())))
    }

    fn parse(path: &Path) -> Result<Self, String> {
        let bytes = read_file(path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                "there is no such baseline\nhelp: `occupancy baseline FILES > occupancy.toml` writes one"
                    .to_owned()
            }
            _ => error.to_string(),
        })?;
        let text = String::from_utf8(bytes).map_err(|_| "it is not a baseline: it is not UTF-8")?;
        let document = Document::parse(text).map_err(|error| error.to_string())?;
        // A later version may have keys that this one does not know.
        if let Some(version) = document.get("version").and_then(Item::as_integer)
            && version != VERSION
        {
            return Err(format!(
                "it is of version {version}, and this program reads version {VERSION}\n\
                 help: install the program that wrote it, or write it anew with `occupancy baseline`"
            ));
        }
        let read = from_document(document.clone());
        let mut baseline: Self = read.map_err(|error: Error| error.to_string())?;
        let ends: Vec<_> = document.raw().match_indices('\n').collect();
        let entries = document.get("kernel");
        for (number, kernel) in baseline.kernels.iter_mut().enumerate() {
            let span = entries.and_then(|entries| entries.get(number)?.span());
            let start = span.map(|span| span.start);
            kernel.line = start.map(|start| 1 + ends.partition_point(|&(end, _)| end < start));
        }
        path.clone_into(&mut baseline.path);
        baseline.document = document.into_mut();
        Ok(baseline)
    }
}

/// The text above the kernels of a new file.
const HEAD: &str = "\
# What the kernels use, written by `occupancy baseline`. `occupancy check --baseline` compares a build with it,
# and `--update` writes down what changed. Budgets, `accept` and comments are yours, and stay.
";

/// The file of a baseline with other kernels, and what they were selected by; everything that people wrote stays.
pub(crate) fn written(
    baseline: &Baseline,
    selection: &Selection,
    mut kernels: Vec<Kernel>,
    toolkits: &BTreeSet<String>,
) -> String {
    let mut document = baseline.document.clone();
    if document.is_empty() {
        set(&mut document, "version", value(VERSION));
        // In front of the first key.
        if let Some(mut key) = document.key_mut("version") {
            key.leaf_decor_mut().set_prefix(HEAD);
        }
    }
    let toolkits = (!toolkits.is_empty()).then_some(toolkits);
    let smem = (selection.smem > 0).then_some(selection.smem);
    set(&mut document, "toolkits", value(toolkits));
    set(&mut document, "threads", value(selection.threads));
    set(&mut document, "smem", value(smem));
    let old = document.remove("kernel").map(Item::into_array_of_tables);
    let old = old.and_then(Result::ok).unwrap_or_default();
    let lines = baseline.kernels.iter().map(|kernel| kernel.line);
    let mut old: HashMap<_, _> = lines.zip(old).collect();
    let mut tables = ArrayOfTables::new();
    kernels.sort_by(|a, b| a.key().cmp(&b.key()));
    for kernel in kernels {
        let mut table = old.remove(&kernel.line).unwrap_or_else(|| {
            let mut table = Table::new();
            table.decor_mut().set_prefix("\n");
            table
        });
        set_kernel(&mut table, &kernel);
        // Behind all else, in this order.
        table.set_position(Some(isize::MAX));
        tables.push(table);
    }
    document.insert("kernel", Item::ArrayOfTables(tables));
    document.to_string()
}

fn set_kernel(table: &mut Table, kernel: &Kernel) {
    set(table, "name", value(&kernel.name));
    set(table, "target", value(&kernel.target));
    set(table, "library", value(&kernel.library));
    for figure in &FIGURES {
        set(table, figure.key, value(figure.of(kernel)));
    }
    set(table, "accept", value(&kernel.reason.accept));
    // A whole number is written as one.
    let number = |number: f64| number.to_string().parse::<Value>().unwrap_or(number.into());
    let before = kernel.reason.before.iter().flatten();
    let before: InlineTable = before.map(|(key, of)| (key, number(*of))).collect();
    let has_before = kernel.reason.before.is_some();
    set(table, "before", has_before.then(|| before.into()));
}

/// A value of TOML; `None` for one that is not known.
fn value(of: impl Serialize) -> Option<Value> {
    of.serialize(ValueSerializer::new()).ok()
}

/// Sets a value if there is one. An equal value stays unchanged, with its comment.
fn set(table: &mut Table, key: &str, value: Option<Value>) {
    let Some(mut value) = value else {
        table.remove(key);
        return;
    };
    match table.get_mut(key).and_then(Item::as_value_mut) {
        Some(old) => {
            *value.decor_mut() = old.decor().clone();
            if old.to_string().trim() != value.to_string().trim() {
                *old = value;
            }
        }
        None => {
            table.insert(key, Item::Value(value));
        }
    }
}
