//! Formats of a comparison for tools.

use clap::ValueEnum;
use itertools::Itertools;
use occupancy_report::escape::{annotation, property};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value, json};

use crate::comparison::{Comparison, Difference, Status};

/// JSON: one object with stable names.
pub(super) fn json(comparison: &Comparison) -> Value {
    let counts = comparison.counts();
    let summary = counts.map(|(status, count)| (status.key(), count.into()));
    let kernel = |difference: &Difference| {
        let kernel = difference.kernel();
        json!({
            "status": difference.status.key(),
            "fails": difference.fails,
            "name": kernel.name,
            "target": *kernel.target,
            "library": *kernel.library,
            "matched": difference.by.remark(),
            "changes": difference.changes,
            "budgets": difference.breaches,
            "accept": difference.accept(),
            "old": difference.old,
            "new": difference.new,
            "line": difference.old.as_ref().and_then(|old| old.line),
        })
    };
    let notes = comparison.unneeded().map(|(_, text)| text);
    let [old, new] = &comparison.toolkits;
    json!({
        "version": 1,
        "fails": comparison.fails(),
        "summary": summary.collect::<Map<_, _>>(),
        "kernels": comparison.differences().map(kernel).collect_vec(),
        "digest": comparison.digest(0, None),
        "toolkits": { "old": old, "new": new },
        "notes": notes.collect_vec(),
    })
}

/// Annotations of GitHub Actions.
pub(super) fn github(comparison: &Comparison) -> String {
    let command = |level: &str, title: &str, difference: &Difference, message: &str| {
        let place = comparison
            .place(difference)
            .map_or_else(String::new, |(path, line)| {
                format!("file={},line={line},", property(&path))
            });
        let (title, message) = (property(title), annotation(message));
        format!("::{level} {place}title={title}::{message}\n")
    };
    let differences = comparison.differences().map(|it| {
        let level = if it.fails { "error" } else { "notice" };
        let title = format!("GPU kernel {}", it.status.label());
        command(level, &title, it, &sentence(it))
    });
    let warning = |(it, text): (&_, String)| command("warning", "GPU kernel baseline", it, &text);
    let warnings = comparison.unneeded().map(warning);
    let all: String = differences.chain(warnings).collect();
    // The last line is for the log, and no annotation.
    format!("{all}{}\n", comparison.digest(20, None).verdict)
}

/// The rule of a reason that is no longer needed.
const UNNEEDED: &str = "unneeded_reason";

/// SARIF 2.1.0, for code scanning.
pub(super) fn sarif(comparison: &Comparison) -> Value {
    let differences = comparison.differences();
    let results = differences.map(|difference| {
        let (kernel, status) = (difference.kernel(), difference.status.key());
        // Code scanning shows results in a file of the repository: the baseline, or else the library.
        let place = comparison.place(difference);
        json!({
            "ruleId": status,
            "level": if difference.fails { "error" } else { "note" },
            "message": { "text": without_links(&sentence(difference)) },
            "locations": [{
                "physicalLocation": physical(place.unwrap_or_else(|| (kernel.library.to_string(), 1))),
                "logicalLocations": [{
                    "name": kernel.name.full,
                    "fullyQualifiedName": format!("{} ({})", kernel.name.full, kernel.target),
                    "kind": "function",
                }],
            }],
            "partialFingerprints": {
                "kernel/v1": format!("{}|{}|{}|{status}", kernel.name.full, kernel.target, kernel.library),
            },
        })
    });
    let remarks = comparison.unneeded().map(|(difference, text)| {
        let places = comparison.place(difference).into_iter();
        let locations = places.map(|place| json!({ "physicalLocation": physical(place) }));
        json!({
            "ruleId": UNNEEDED,
            "level": "note",
            "message": { "text": without_links(&text) },
            "locations": locations.collect_vec(),
        })
    });
    let rule = |(id, text)| json!({ "id": id, "shortDescription": { "text": text } });
    let statuses = Status::value_variants().iter();
    let described = statuses
        .filter(|status| **status != Status::Same)
        .map(|it| it.name_and_help());
    let unneeded = "A reason of the baseline is no longer needed.";
    let rules = described.chain([(UNNEEDED.to_owned(), unneeded.to_owned())]);
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "occupancy",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.map(rule).collect_vec(),
            }},
            "results": results.chain(remarks).collect_vec(),
            "columnKind": "unicodeCodePoints",
        }],
    })
}

/// A physical location of SARIF.
fn physical((path, line): (String, usize)) -> Value {
    json!({
        "artifactLocation": { "uri": uri(&path) },
        "region": { "startLine": line },
    })
}

/// The characters that a relative reference encodes.
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

/// The text of a message, with no link in it.
///
/// Source: SARIF 2.1.0, 3.11.6: `[text](destination)` is a link.
fn without_links(text: &str) -> String {
    text.replace("](", "] (")
}

/// "`saxpy` (sm_90, libkernels.so) is worse: registers 32 → 40; …".
fn sentence(difference: &Difference) -> String {
    let (kernel, status) = (difference.kernel(), difference.status.label());
    let (name, target, library) = (&kernel.name.full, &kernel.target, &kernel.library);
    let sentence = format!("`{name}` ({target}, {library}) is {status}");
    match difference.words() {
        about if about.is_empty() => sentence,
        about => format!("{sentence}: {about}"),
    }
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
