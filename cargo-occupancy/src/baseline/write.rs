//! Writes a baseline: an entry per kernel, in the order of their names, so that git can merge it.

use std::collections::{BTreeMap, BTreeSet};

use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, Value, value};

use super::file::VERSION;
use super::{Baseline, Figure, Kernel};
use crate::dims::Dims;

/// The text above the kernels of a new file.
const HEAD: &str = "\
# What the kernels use, written by `occupancy baseline`. `occupancy check --baseline` compares a build with it,
# and `--update` writes down what changed. Budgets, `accept` and comments are yours, and stay.
";

/// A kernel as it is written down.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    pub(crate) kernel: Kernel,
    /// Its number among the entries of the file, if it is there already.
    pub(crate) entry: Option<usize>,
    pub(crate) accept: Option<String>,
    pub(crate) before: Option<BTreeMap<String, f64>>,
}

/// A new file.
pub(crate) fn written(
    kernels: Vec<Kernel>,
    toolkits: &BTreeSet<String>,
    threads: Option<Dims>,
    smem: u32,
) -> String {
    let mut document = DocumentMut::new();
    let version = document
        .entry("version")
        .or_insert(value(i64::from(VERSION)));
    // In front of the first key.
    let _ = version;
    if let Some(mut key) = document.key_mut("version") {
        key.leaf_decor_mut().set_prefix(HEAD);
    }
    set_head(&mut document, toolkits, threads, smem);
    let kernels = kernels
        .into_iter()
        .map(|kernel| Written {
            kernel,
            entry: None,
            accept: None,
            before: None,
        })
        .collect();
    set_kernels(&mut document, kernels);
    document.to_string()
}

/// The file with other kernels; everything that people wrote stays.
pub(crate) fn updated(
    baseline: &Baseline,
    kernels: Vec<Written>,
    toolkits: &BTreeSet<String>,
) -> Result<String, String> {
    if baseline.text.is_empty() {
        let kernels = kernels.into_iter().map(|written| written.kernel).collect();
        return Ok(written(kernels, toolkits, baseline.threads, baseline.smem));
    }
    let mut document: DocumentMut = baseline
        .text
        .parse()
        .map_err(|error: toml_edit::TomlError| error.to_string())?;
    set_head(&mut document, toolkits, baseline.threads, baseline.smem);
    set_kernels(&mut document, kernels);
    Ok(document.to_string())
}

fn set_head(
    document: &mut DocumentMut,
    toolkits: &BTreeSet<String>,
    threads: Option<Dims>,
    smem: u32,
) {
    let toolkits: Array = toolkits.iter().collect();
    set(
        document,
        "toolkits",
        (!toolkits.is_empty()).then(|| toolkits.into()),
    );
    set(document, "threads", threads.map(dims));
    set(document, "smem", (smem > 0).then(|| i64::from(smem).into()));
}

fn set_kernels(document: &mut DocumentMut, mut kernels: Vec<Written>) {
    kernels.sort_by(|a, b| a.kernel.key().cmp(&b.kernel.key()));
    let old = match document.remove("kernel") {
        Some(Item::ArrayOfTables(tables)) => tables,
        _ => ArrayOfTables::new(),
    };
    let mut old: Vec<_> = old.into_iter().map(Some).collect();
    let mut tables = ArrayOfTables::new();
    for written in kernels {
        let known = written.entry.and_then(|entry| old.get_mut(entry)?.take());
        let mut table = known.unwrap_or_else(|| {
            let mut table = Table::new();
            table.decor_mut().set_prefix("\n");
            table
        });
        set_kernel(&mut table, &written);
        // Behind all else, in this order.
        table.set_position(Some(isize::MAX));
        tables.push(table);
    }
    document.insert("kernel", Item::ArrayOfTables(tables));
}

fn set_kernel(table: &mut Table, written: &Written) {
    let kernel = &written.kernel;
    set(table, "name", Some((&*kernel.name).into()));
    set(table, "target", Some((&*kernel.target).into()));
    set(table, "library", Some((&*kernel.library).into()));
    for figure in Figure::ALL {
        // The figures of a launch come after the block that they are for.
        if matches!(figure, Figure::BlocksPerSm | Figure::Occupancy) {
            continue;
        }
        set_figure(table, kernel, figure);
    }
    for (key, bound) in kernel.bounds() {
        set(table, key, bound.map(dims));
    }
    set_figure(table, kernel, Figure::BlocksPerSm);
    set_figure(table, kernel, Figure::Occupancy);
    set(table, "accept", written.accept.as_deref().map(Value::from));
    let before = written.before.as_ref().map(|before| {
        let mut table = InlineTable::new();
        for (key, number) in before {
            table.insert(key, figure_of(*number));
        }
        Value::from(table)
    });
    set(table, "before", before);
}

fn set_figure(table: &mut Table, kernel: &Kernel, figure: Figure) {
    let number = figure.of(kernel).map(|value| figure.number(value));
    let value = number.and_then(|number| match number.as_i64() {
        Some(whole) => Some(whole.into()),
        None => number.as_f64().map(Value::from),
    });
    set(table, figure.key(), value);
}

/// A whole number as one.
#[allow(
    clippy::cast_possible_truncation,
    clippy::float_cmp,
    reason = "compared with itself after it"
)]
fn figure_of(number: f64) -> Value {
    let whole = number as i64;
    #[allow(clippy::cast_precision_loss, reason = "compared")]
    if whole as f64 == number {
        whole.into()
    } else {
        number.into()
    }
}

fn dims((x, y, z): Dims) -> Value {
    let dims: Array = [x, y, z].into_iter().map(i64::from).collect();
    dims.into()
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
