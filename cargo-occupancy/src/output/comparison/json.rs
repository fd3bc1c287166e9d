//! A comparison as one object of JSON with stable names.

use itertools::Itertools;
use serde_json::{Map, Value, json};

use crate::build::Kernel;
use crate::comparison::{Comparison, Difference, Digest, Status};

/// Writes the digest, and the kernels that are not the same. Of `only_worse` ones, also those whose match is a guess.
pub(super) fn object(comparison: &Comparison, digest: &Digest, only_worse: bool) -> Value {
    let is_worse =
        |it: &Difference| it.fails || it.by.is_guess() && it.status <= Status::OverBudget;
    let differences = comparison.differences();
    let listed = differences.filter(|it| !only_worse || is_worse(it));
    let figures = |kernel: &Kernel| {
        let mut all = json!(*kernel.figures);
        let (name, target, library) = kernel.key();
        for (key, text) in [("name", name), ("target", target), ("library", library)] {
            all[key] = text.into();
        }
        all
    };
    let kernels = listed.map(|difference| {
        let kernel = difference.kernel();
        json!({
            "status": difference.status,
            "fails": difference.fails,
            "name": kernel.name.full,
            "target": *kernel.target,
            "library": *kernel.library,
            "matched": difference.by.remark(),
            "changes": difference.changes,
            "budgets": difference.breaches,
            "accept": difference.accept(),
            "old": difference.old.as_ref().map(figures),
            "new": difference.new.as_ref().map(figures),
            "line": difference.old.as_ref().and_then(|old| old.line),
        })
    });
    let counts = comparison.counts();
    let summary = counts.map(|(status, count)| (status.key(), count.into()));
    let [old, new] = &comparison.toolkits;
    json!({
        "version": 2,
        "fails": comparison.fails(),
        "is_complete": digest.errors.is_empty(),
        "errors": digest.errors,
        "warnings": digest.warnings,
        "summary": summary.collect::<Map<_, _>>(),
        "digest": digest,
        "kernels": kernels.collect_vec(),
        "toolkits": { "old": old, "new": new },
    })
}
