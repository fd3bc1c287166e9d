//! One object; its names are stable.

use std::io::{self, Write};

use serde_json::{Map, Value, json};

use crate::comparison::{Comparison, Count, Difference, Status};

pub(super) fn write(comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
    let summary = comparison.summary();
    let counts: Map<String, Value> = Status::ALL
        .into_iter()
        .map(|status| (status.key().to_owned(), summary.of(status).into()))
        .collect();
    let count =
        |(name, [old, new]): &(String, [Count; 2])| json!({ "name": name, "old": old, "new": new });
    let totals = &comparison.totals;
    let kernels: Vec<_> = comparison.differences().map(kernel).collect();
    let notes: Vec<_> = comparison
        .remarks
        .iter()
        .map(|remark| &remark.text)
        .collect();
    let [old, new] = &comparison.toolkits;
    let all = json!({
        "version": 1,
        "fails": comparison.fails(),
        "summary": counts,
        "kernels": kernels,
        "libraries": totals.libraries.iter().map(count).collect::<Vec<_>>(),
        "templates": totals.families.iter().map(count).collect::<Vec<_>>(),
        "stack_reservation": totals.stacks,
        "toolkits": { "old": old, "new": new },
        "notes": notes,
    });
    serde_json::to_writer_pretty(&mut *out, &all)?;
    writeln!(out)
}

fn kernel(difference: &Difference) -> Value {
    let changes: Vec<_> = difference
        .changes
        .iter()
        .map(|change| {
            json!({
                "figure": change.key,
                "old": change.old,
                "new": change.new,
                "verdict": change.verdict.name(),
            })
        })
        .collect();
    let budgets: Vec<_> = difference
        .breaches
        .iter()
        .map(|breach| {
            json!({
                "figure": breach.figure.key(),
                "value": breach.value.map(|value| breach.figure.number(value)),
                "limit": breach.figure.number(breach.limit),
                "pattern": breach.pattern,
            })
        })
        .collect();
    let kernel = difference.kernel();
    json!({
        "status": difference.status.key(),
        "fails": difference.fails,
        "name": kernel.name,
        "target": kernel.target,
        "library": kernel.library,
        "is_guessed": difference.is_guessed,
        "changes": changes,
        "budgets": budgets,
        "accept": difference.accept,
        "old": difference.old,
        "new": difference.new,
        "line": difference.place.as_ref().map(|place| place.line),
    })
}
