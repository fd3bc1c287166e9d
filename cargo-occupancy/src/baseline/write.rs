//! Writes a baseline: an entry per kernel, in the order of their names, so that git can merge it.

use std::collections::{BTreeSet, HashMap};

use serde::Serialize;
use toml_edit::ser::ValueSerializer;
use toml_edit::{ArrayOfTables, InlineTable, Item, Table, Value};

use super::file::VERSION;
use super::{Baseline, FIGURES, Kernel};
use crate::selection::Selection;

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
    let old = match document.remove("kernel") {
        Some(Item::ArrayOfTables(tables)) => tables,
        _ => ArrayOfTables::new(),
    };
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
