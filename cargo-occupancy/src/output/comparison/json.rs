//! One object; its names are stable.

use std::io::{self, Write};

use serde_json::{Map, Value, json};

use crate::comparison::{Comparison, Difference};

pub(super) fn write(comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
    let counts = comparison.counts();
    let counts = counts.map(|(status, count)| (status.key(), count.into()));
    let kernels: Vec<_> = comparison.differences().map(kernel).collect();
    let notes = comparison.remarks().into_iter().map(|(_, text)| text);
    let totals = &comparison.totals;
    let [old, new] = &comparison.toolkits;
    let all = json!({
        "version": 1,
        "fails": comparison.fails(),
        "summary": counts.collect::<Map<_, _>>(),
        "kernels": kernels,
        "libraries": totals.libraries,
        "templates": totals.families,
        "stack_reservation": totals.stacks,
        "toolkits": { "old": old, "new": new },
        "notes": notes.collect::<Vec<_>>(),
    });
    serde_json::to_writer_pretty(&mut *out, &all)?;
    writeln!(out)
}

fn kernel(difference: &Difference) -> Value {
    let kernel = difference.kernel();
    json!({
        "status": difference.status.key(),
        "fails": difference.fails,
        "name": kernel.name,
        "target": kernel.target,
        "library": kernel.library,
        "is_guessed": difference.is_guessed,
        "changes": difference.changes,
        "budgets": difference.breaches,
        "accept": difference.accept(),
        "old": difference.old,
        "new": difference.new,
        "line": difference.old.as_ref().and_then(|old| old.line),
    })
}
