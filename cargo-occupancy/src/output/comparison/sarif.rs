//! SARIF 2.1.0, for code scanning.

use std::io::{self, Write};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use super::words::{sentence, slashed};
use crate::comparison::{Comparison, Difference, Status};

/// A reason that is no longer needed.
const UNNEEDED: &str = "unneeded_reason";

pub(super) fn write(comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
    let mut results: Vec<_> = comparison.differences().map(result).collect();
    for remark in &comparison.remarks {
        let location = remark
            .place
            .as_ref()
            .map(|place| physical(&slashed(&place.path), place.line));
        results.push(json!({
            "ruleId": UNNEEDED,
            "level": "note",
            "message": { "text": remark.text },
            "locations": location.map(|location| json!({ "physicalLocation": location })).into_iter().collect::<Vec<_>>(),
        }));
    }
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "occupancy",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules(),
            }},
            "results": results,
            "columnKind": "unicodeCodePoints",
        }],
    });
    serde_json::to_writer_pretty(&mut *out, &log)?;
    writeln!(out)
}

fn rules() -> Vec<Value> {
    let about = |status: Status| match status {
        Status::Worse => "The kernel uses more, or fewer of its warps are resident.",
        Status::OverBudget => "The kernel breaks a budget.",
        Status::Accepted => "The kernel is worse, for a reason that the baseline states.",
        Status::Better => "The kernel is better than the baseline states.",
        Status::Changed => {
            "The kernel has other launch bounds, another name, or figures that were not known."
        }
        Status::Added => "The kernel is not in the baseline.",
        Status::Removed => "The kernel of the baseline is gone.",
        Status::CodeSize => "Only the size of the kernel's code differs.",
        Status::Same => "The kernel is the same.",
    };
    let rule = |id: &str, text: &str| json!({ "id": id, "shortDescription": { "text": text } });
    let of_kernels = Status::ALL
        .into_iter()
        .filter(|&status| status != Status::Same)
        .map(|status| rule(status.key(), about(status)));
    of_kernels
        .chain([rule(
            UNNEEDED,
            "A reason of the baseline is no longer needed.",
        )])
        .collect()
}

fn result(difference: &Difference) -> Value {
    let kernel = difference.kernel();
    let level = if difference.fails { "error" } else { "note" };
    // Code scanning shows results in files of the repository: the baseline, and else the library.
    let place = match &difference.place {
        Some(place) => physical(&slashed(&place.path), place.line),
        None => physical(&kernel.library, 1),
    };
    json!({
        "ruleId": difference.status.key(),
        "level": level,
        "message": { "text": sentence(difference) },
        "locations": [{
            "physicalLocation": place,
            "logicalLocations": [{
                "name": kernel.name,
                "fullyQualifiedName": format!("{} ({})", kernel.name, kernel.target),
                "kind": "function",
            }],
        }],
        "partialFingerprints": {
            "kernel/v1": format!("{}|{}|{}|{}", kernel.name, kernel.target, kernel.library, difference.status.key()),
        },
    })
}

fn physical(path: &str, line: usize) -> Value {
    json!({
        "artifactLocation": { "uri": uri(path) },
        "region": { "startLine": line },
    })
}

/// What is written otherwise in a relative reference.
///
/// Source: RFC 3986, 2.3 and 3.3: unreserved characters, and `/`.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'/');

/// A path as a relative reference.
fn uri(path: &str) -> String {
    utf8_percent_encode(path, ENCODED).to_string()
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_are_references() {
        assert_eq!(uri("a/b-1.so"), "a/b-1.so");
        assert_eq!(uri("a b:(é)"), "a%20b%3A%28%C3%A9%29");
    }
}
