//! SARIF 2.1.0, for code scanning.

use std::io::{self, Write};

use clap::ValueEnum;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use super::words::{place, sentence};
use crate::comparison::{Comparison, Difference, Status};

/// A reason that is no longer needed.
const UNNEEDED: &str = "unneeded_reason";

pub(super) fn write(comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
    let differences = comparison.differences();
    let mut results: Vec<_> = differences.map(|of| result(comparison, of)).collect();
    for (of, text) in comparison.remarks() {
        let places = place(comparison, of).into_iter();
        let locations = places.map(|place| json!({ "physicalLocation": physical(place) }));
        results.push(json!({
            "ruleId": UNNEEDED,
            "level": "note",
            "message": { "text": text },
            "locations": locations.collect::<Vec<_>>(),
        }));
    }
    let statuses = Status::value_variants().iter();
    let statuses = statuses.filter(|status| **status != Status::Same);
    let unneeded = "A reason of the baseline is no longer needed.";
    let rules = statuses.map(|status| status.described());
    let rules = rules.chain([(UNNEEDED.to_owned(), unneeded.to_owned())]);
    let rules = rules.map(|(id, text)| json!({ "id": id, "shortDescription": { "text": text } }));
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "occupancy",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.collect::<Vec<_>>(),
            }},
            "results": results,
            "columnKind": "unicodeCodePoints",
        }],
    });
    serde_json::to_writer_pretty(&mut *out, &log)?;
    writeln!(out)
}

fn result(comparison: &Comparison, difference: &Difference) -> Value {
    let (kernel, status) = (difference.kernel(), difference.status.key());
    // Code scanning shows results in files of the repository: the baseline, and else the library.
    let place = place(comparison, difference).unwrap_or_else(|| (kernel.library.clone(), 1));
    json!({
        "ruleId": status,
        "level": if difference.fails { "error" } else { "note" },
        "message": { "text": sentence(difference) },
        "locations": [{
            "physicalLocation": physical(place),
            "logicalLocations": [{
                "name": kernel.name,
                "fullyQualifiedName": format!("{} ({})", kernel.name, kernel.target),
                "kind": "function",
            }],
        }],
        "partialFingerprints": {
            "kernel/v1": format!("{}|{}|{}|{status}", kernel.name, kernel.target, kernel.library),
        },
    })
}

fn physical((path, line): (String, usize)) -> Value {
    json!({
        "artifactLocation": { "uri": uri(&path) },
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
