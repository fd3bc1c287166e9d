//! The baseline: the file that `occupancy baseline` writes and `occupancy check` reads, with what kernels
//! use; and the same of files, folders and packages.

mod budget;
mod kernel;
mod table;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use occupancy_report::calculator::{Cell, Dims, Key};
use serde::{Deserialize, Serialize};
use toml_edit::de::{Error, from_document};
use toml_edit::ser::ValueSerializer;
use toml_edit::{ArrayOfTables, Document, DocumentMut, InlineTable, Item, Table, Value};

use crate::console::{Messages, display_path, fatal};
use crate::content::read_file;
use crate::name::retain_named;
use crate::packages::declarations;
use crate::read::{Summary, display_name, read_all};
use crate::selection::{Packages, Selection, Sources, compute_capability};

pub(crate) use self::budget::{Breach, Budget, Rules, least_occupancy};
pub(crate) use self::kernel::{Kernel, METRICS, Metric, Reason};

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

    /// The toolkits that compiled the kernels.
    pub(crate) fn toolkits(&self) -> BTreeSet<String> {
        let found = self.kernels.iter().map(|kernel| &kernel.toolkit);
        let found = found.filter(|toolkit| !toolkit.is_empty());
        self.toolkits.iter().chain(found).cloned().collect()
    }

    /// Reports that no kernel is left, if everything could be read.
    pub(crate) fn tell_if_empty(&self, sources: &Sources, err: &mut dyn Write) -> io::Result<()> {
        if !self.kernels.is_empty() || self.summary.is_troubled {
            return Ok(());
        }
        let nothing = if sources.packages.are_given() {
            "no matching kernels"
        } else {
            "no matching kernels of machine code"
        };
        let why = self.summary.why_nothing(&sources.selection, nothing);
        writeln!(err, "{why}")
    }

    /// Gives the library its name in another build, if both have only one.
    pub(crate) fn rename_library(&mut self, new: &Self) {
        let only = |of: &Self| -> Option<[String; 1]> {
            let mut libraries: Vec<_> = of.kernels.iter().map(|of| of.library.clone()).collect();
            libraries.dedup();
            libraries.try_into().ok()
        };
        if let (Some(_), Some([library])) = (only(self), only(new)) {
            for kernel in &mut self.kernels {
                kernel.library.clone_from(&library);
            }
        }
    }
}

/// Chooses among the kernels of all builds: a name that is asked for in one is asked for in the others.
pub(crate) fn selector<'s>(
    selection: &'s Selection,
    builds: &[&Baseline],
) -> impl Fn(&Kernel) -> bool + use<'s> {
    let kernels = builds.iter().flat_map(|build| &build.kernels);
    let mut kernels: Vec<_> = kernels.filter(|of| is_for(selection, of)).collect();
    retain_named(&selection.kernel, &mut kernels, |kernel| kernel.names());
    // Without versions, which differ between builds.
    let names: HashSet<_> = kernels.iter().map(|kernel| kernel.unversioned()).collect();
    move |kernel| is_for(selection, kernel) && names.contains(&kernel.unversioned())
}

/// The kernels of these files, and of all files below the folders, and those that packages declare, whatever their
/// names. Reports what cannot be read.
pub(crate) fn collect(sources: &Sources, err: &mut Messages<'_>) -> io::Result<Baseline> {
    let (paths, selection) = (&sources.paths, &sources.selection);
    let mut kernels = Vec::new();
    let any_name = Selection {
        kernel: Vec::new(),
        ..selection.clone()
    };
    let mut summary = read_all(paths, &any_name, err, &mut |row, packed| {
        // The name of a wheel has its version.
        let library = packed.map_or_else(|| library(row.text(Key::File), paths), str::to_owned);
        let library = match row.get(Key::Member) {
            Cell::Text(member) => format!("{library}({member})"),
            _ => library,
        };
        kernels.push(Kernel::from_row(row, library));
        Ok(())
    })?;
    if sources.packages.are_given() {
        let (declared, is_troubled) = declarations(&sources.packages, err)?;
        summary.is_troubled |= is_troubled;
        let declared = declared.into_iter().map(Kernel::declared);
        let before = kernels.len();
        kernels.extend(declared.filter(|kernel| is_for(selection, kernel)));
        summary.kernels += (kernels.len() - before) as u64;
    }
    // In the order of a baseline.
    kernels.sort_by(|a, b| (a.key(), &a.figures).cmp(&(b.key(), &b.figures)));
    Ok(Baseline {
        kernels,
        summary,
        ..Baseline::default()
    })
}

/// The name of a file without the folder that is asked for.
fn library(file: &str, paths: &[PathBuf]) -> String {
    let name = paths.iter().rev().find_map(|path| {
        let asked = display_name(path);
        if asked == file {
            return Some(path.file_name()?.to_string_lossy().into_owned());
        }
        let below = Path::new(file).strip_prefix(asked).ok()?;
        Some(below.to_string_lossy().replace('\\', "/"))
    });
    name.unwrap_or_else(|| file.to_owned())
}

/// The kernels of a file or a folder, or of a baseline, if the file is named `….toml`.
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
        return collect(&sources, err);
    }
    Baseline::read(path).or_else(|error| {
        // The other build is read all the same.
        writeln!(err, "error: {error}")?;
        let mut none = Baseline::default();
        none.summary.is_troubled = true;
        Ok(none)
    })
}

/// Whether a kernel is for a selected GPU.
fn is_for(selection: &Selection, kernel: &Kernel) -> bool {
    let target = compute_capability(&kernel.target).ok();
    selection.arch.is_empty() || selection.arch.iter().any(|&asked| target == Some(asked))
}

/// The text above the kernels of a new file.
const HEAD: &str = "\
# What the kernels use, written by `occupancy baseline`. `occupancy check --baseline` compares a build with it,
# and `--update` writes down what changed. Budgets, `accept` and comments are yours, and stay.
";

/// The file of a baseline with other kernels, and what they were selected by; everything that people wrote stays.
pub(crate) fn to_toml(
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
    // A whole number is written as one.
    let number = |number: f64| number.to_string().parse::<Value>().unwrap_or(number.into());
    let mut tables = ArrayOfTables::new();
    kernels.sort_by(|a, b| a.key().cmp(&b.key()));
    for kernel in kernels {
        let mut table = old.remove(&kernel.line).unwrap_or_else(|| {
            let mut table = Table::new();
            table.decor_mut().set_prefix("\n");
            table
        });
        set(&mut table, "name", value(&kernel.name));
        set(&mut table, "target", value(&kernel.target));
        set(&mut table, "library", value(&kernel.library));
        for figure in &*METRICS {
            set(&mut table, figure.key.name(), value(figure.of(&kernel)));
        }
        set(&mut table, "accept", value(&kernel.reason.accept));
        let before = kernel.reason.before.map(|before| {
            let before = before.into_iter().map(|(key, of)| (key, number(of)));
            before.collect::<InlineTable>().into()
        });
        set(&mut table, "before", before);
        // Behind all else, in this order.
        table.set_position(Some(isize::MAX));
        tables.push(table);
    }
    document.insert("kernel", Item::ArrayOfTables(tables));
    document.to_string()
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
            let size = entry.map(|entry| entry.kernels[0].figures.get(*figure).size());
            assert_eq!(size.ok(), row.compared.map(|_| Some(7)), "{key}");
            if let Some(budget) = row.budget {
                let budgets = read("budget", budget, "7").unwrap().budgets;
                assert_eq!(*budgets[0].limits.get(*figure), Cell::Number(7), "{key}");
            }
        }
    }
}
