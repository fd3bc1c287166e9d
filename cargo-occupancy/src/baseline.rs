//! Baselines: files that state the figures of kernels, which `occupancy baseline` writes and `occupancy check` reads.

mod budget;
mod entry;

use std::collections::{BTreeSet, HashMap};
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use occupancy_report::calculator::Dims;
use serde::{Deserialize, Serialize};
use toml_edit::de::{Error, from_document};
use toml_edit::ser::ValueSerializer;
use toml_edit::{ArrayOfTables, Document, DocumentMut, Item, Table, Value};

use self::entry::Entry;
use crate::build::{Build, Kernel, METRICS};
use crate::console::{Messages, display_path, fatal};
use crate::content::read_file;
use crate::name::Names;
use crate::selection::{Packages, Selection, Sources};

pub(crate) use self::budget::{Breach, Budget, Fails, Kind, Rules, least_occupancy};

/// The version of the files that this program writes and reads.
const VERSION: i64 = 1;

/// The kernels of a build with their figures: of a baseline file, or of files and packages.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Baseline {
    #[serde(skip)]
    pub(crate) path: PathBuf,
    /// The file with its comments.
    #[serde(skip)]
    pub(crate) document: DocumentMut,
    #[serde(rename = "version")]
    pub(crate) _version: u32,
    #[serde(default)]
    pub(crate) toolkits: Vec<String>,
    /// The block of kernels without launch bounds, for their occupancy.
    pub(crate) threads: Option<Dims>,
    #[serde(default)]
    pub(crate) smem: u32,
    #[serde(default, rename = "budget")]
    pub(crate) budgets: Vec<Budget>,
    #[serde(default, rename = "kernel")]
    #[allow(private_interfaces, reason = "only this file fills it")]
    pub(crate) entries: Vec<Entry>,
    /// In the order of the file.
    #[serde(skip)]
    pub(crate) build: Build,
}

impl Baseline {
    pub(crate) fn accepts_toolkits(&self, _: &BTreeSet<Rc<str>>) -> bool {
        false
    }
    pub(crate) fn code_bytes(&self) -> Option<u64> {
        None
    }

    pub(crate) fn read(path: &Path) -> io::Result<Self> {
        Self::parse(path).map_err(|error| fatal(format_args!("{}: {error}", display_path(path))))
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
        // Checked first, since a later version may have keys that are unknown here.
        if let Some(version) = document.get("version").and_then(Item::as_integer)
            && version != VERSION
        {
            return Err(format!(
                "it is of version {version}, and this program reads version {VERSION}\n\
                 help: install the program that wrote it, or write it anew with `occupancy baseline`"
            ));
        }
        let mut baseline: Self =
            from_document(document.clone()).map_err(|error: Error| error.to_string())?;
        let ends: Vec<_> = document.raw().match_indices('\n').collect();
        let entries = document.get("kernel");
        let mut names = Names::default();
        for (number, entry) in baseline.entries.drain(..).enumerate() {
            let span = entries.and_then(|entries| entries.get(number)?.span());
            let start = span.map(|span| span.start);
            let [name, target, library] = &entry.names;
            baseline.build.kernels.push(Kernel {
                reason: entry.reason,
                line: start.map(|start| 1 + ends.partition_point(|&(end, _)| end < start)),
                ..Kernel::new(names.of_name(name), [target, library], &entry.figures)
            });
        }
        let toolkits = baseline.toolkits.iter().map(|toolkit| &**toolkit);
        baseline.build.toolkits = toolkits.map(Rc::from).collect();
        path.clone_into(&mut baseline.path);
        baseline.document = document.into_mut();
        Ok(baseline)
    }
}

/// Reads the baseline, if the path ends with `.toml`, or collects the kernels of the file or folder.
pub(crate) fn collected_or_baseline(
    path: &Path,
    selection: &Selection,
    err: &mut Messages<'_>,
) -> io::Result<Baseline> {
    if path.extension() != Some("toml".as_ref()) || path.is_dir() {
        let sources = Sources {
            paths: vec![path.to_owned()],
            selection: selection.clone(),
            packages: Packages::default(),
        };
        return Ok(Baseline {
            build: Build::collect(&sources, err)?,
            ..Baseline::default()
        });
    }
    Baseline::read(path).or_else(|error| {
        // The other build is read all the same.
        err.report(format_args!("error: {error}"))?;
        let mut none = Baseline::default();
        none.build.summary.errors = err.take_errors();
        Ok(none)
    })
}

/// The text above the kernels of a new file.
const HEAD: &str = "\
# What the kernels use, written by `occupancy baseline`. `occupancy check --baseline` compares a build with it,
# and `--update` writes down what changed. Budgets, `accept` and comments are yours, and stay.
";

/// Writes the kernels and their selection into the text of a baseline; comments, budgets and reasons stay.
pub(crate) fn to_toml(
    baseline: &Baseline,
    selection: &Selection,
    mut kernels: Vec<Kernel>,
    toolkits: &BTreeSet<Rc<str>>,
) -> String {
    let mut document = baseline.document.clone();
    if document.is_empty() {
        let head = format!("{HEAD}version = {VERSION}\n");
        document = head.parse().unwrap_or_default();
    }
    let toolkits: Vec<&str> = toolkits.iter().map(|toolkit| &**toolkit).collect();
    let toolkits = Some(toolkits).filter(|toolkits| !toolkits.is_empty());
    let smem = Some(selection.smem).filter(|&bytes| bytes > 0);
    set(&mut document, "toolkits", value(toolkits));
    set(&mut document, "threads", value(selection.threads));
    set(&mut document, "smem", value(smem));
    let entries = document.remove("kernel").map(Item::into_array_of_tables);
    let tables = entries.and_then(Result::ok).unwrap_or_default();
    let lines = baseline.build.kernels.iter().map(|kernel| kernel.line);
    let mut old: HashMap<_, _> = lines.zip(tables).collect();
    let mut tables = ArrayOfTables::new();
    kernels.sort_by(|a, b| a.key().cmp(&b.key()));
    for kernel in kernels {
        let mut table = old.remove(&kernel.line).unwrap_or_else(|| {
            let mut table = Table::new();
            table.decor_mut().set_prefix("\n");
            table
        });
        set(&mut table, "name", value(&kernel.name.full));
        set(&mut table, "target", value(&*kernel.target));
        set(&mut table, "library", value(&*kernel.library));
        for metric in &*METRICS {
            set(&mut table, metric.key.name(), value(metric.value(&kernel)));
        }
        set(&mut table, "accept", value(&kernel.reason.accept));
        set(&mut table, "before", kernel.reason.was.and_then(value));
        // After everything else, in this order.
        table.set_position(Some(isize::MAX));
        tables.push(table);
    }
    document.insert("kernel", Item::ArrayOfTables(tables));
    document.to_string()
}

/// A value as TOML; `None` if it is not known.
fn value(value: impl Serialize) -> Option<Value> {
    value.serialize(ValueSerializer::new()).ok()
}

/// Sets a value, or removes the key. An equal value stays as it is written.
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

#[cfg(test)]
mod tests {
    use occupancy_core::kernel::{Better, Figure};
    use occupancy_report::calculator::Cell;
    use toml_edit::de::from_str;

    use super::Baseline;

    #[test]
    fn the_row_of_a_figure_is_all_that_it_needs() {
        let read = |table: &str, key: &str, value: &str| {
            from_str::<Baseline>(&format!("version = 1\n[[{table}]]\n{key} = {value}"))
        };
        let named = "name = \"a\"\ntarget = \"sm_90\"\nlibrary = \"b\"\n";
        for figure in Figure::ALL {
            let (row, key) = (figure.row(), figure.key());
            let is_bound = row
                .compared
                .is_some_and(|(_, better)| better == Better::Bound);
            let value = if is_bound { "[7, 1, 1]" } else { "7" };
            let entry = read("kernel", &format!("{named}{key}"), value);
            let size = entry.map(|entry| entry.entries[0].figures.get(*figure).size());
            assert_eq!(size.ok(), row.compared.map(|_| Some(7)), "{key}");
            if let Some(budget) = row.budget {
                let budgets = read("budget", budget, "7").unwrap().budgets;
                assert_eq!(*budgets[0].limits.get(*figure), Cell::Number(7), "{key}");
            }
        }
    }
}
