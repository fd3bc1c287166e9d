//! Writes a baseline: an entry per kernel, in the order of their names, so that git can merge it.

use std::collections::BTreeSet;

use occupancy_report::calculator::Cell;
use toml_edit::{
    Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, TomlError, Value, value,
};

use super::file::VERSION;
use super::{Baseline, FIGURES, Kernel};
use occupancy_report::calculator::Dims;

/// The text above the kernels of a new file.
const HEAD: &str = "\
# What the kernels use, written by `occupancy baseline`. `occupancy check --baseline` compares a build with it,
# and `--update` writes down what changed. Budgets, `accept` and comments are yours, and stay.
";

/// The file of a baseline with other kernels; everything that people wrote stays.
pub(crate) fn written(
    baseline: &Baseline,
    kernels: Vec<Kernel>,
    toolkits: &BTreeSet<String>,
) -> Result<String, TomlError> {
    let mut document: DocumentMut = baseline.text.parse()?;
    if baseline.text.is_empty() {
        document.insert("version", value(i64::from(VERSION)));
        // In front of the first key.
        if let Some(mut key) = document.key_mut("version") {
            key.leaf_decor_mut().set_prefix(HEAD);
        }
    }
    let toolkits = (!toolkits.is_empty()).then(|| toolkits.iter().collect::<Array>());
    let smem = i64::from(baseline.smem);
    set(&mut document, "toolkits", toolkits.map(Value::from));
    set(&mut document, "threads", baseline.threads.map(dims));
    set(&mut document, "smem", (smem > 0).then(|| smem.into()));
    set_kernels(&mut document, kernels);
    Ok(document.to_string())
}

fn set_kernels(document: &mut DocumentMut, mut kernels: Vec<Kernel>) {
    kernels.sort_by(|a, b| a.key().cmp(&b.key()));
    let old = match document.remove("kernel") {
        Some(Item::ArrayOfTables(tables)) => tables,
        _ => ArrayOfTables::new(),
    };
    let mut old: Vec<_> = old.into_iter().map(Some).collect();
    let mut tables = ArrayOfTables::new();
    for kernel in kernels {
        let known = kernel
            .entry
            .and_then(|entry| old.get_mut(entry.number)?.take());
        let mut table = known.unwrap_or_else(|| {
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
}

fn set_kernel(table: &mut Table, kernel: &Kernel) {
    set(table, "name", Some((&*kernel.name).into()));
    set(table, "target", Some((&*kernel.target).into()));
    set(table, "library", Some((&*kernel.library).into()));
    for figure in &FIGURES {
        set(table, figure.key, value_of(figure.of(kernel)));
    }
    set(
        table,
        "accept",
        kernel.reason.accept.as_deref().map(Value::from),
    );
    let before = kernel.reason.before.as_ref().map(|before| {
        let mut table = InlineTable::new();
        for (key, number) in before {
            table.insert(key, figure_of(*number));
        }
        Value::from(table)
    });
    set(table, "before", before);
}

fn value_of(cell: &Cell) -> Option<Value> {
    match *cell {
        Cell::Number(number) => i64::try_from(number).ok().map(Value::from),
        Cell::Dims(extents) => Some(dims(extents)),
        _ => cell.decimal().map(Value::from),
    }
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
