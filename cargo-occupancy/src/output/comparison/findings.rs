//! A comparison as findings beside lines of files: annotations of GitHub Actions, code scanning, and code quality.

use std::collections::HashMap;
use std::iter::once;

use clap::ValueEnum;
use itertools::Itertools;
use occupancy_report::counted;
use occupancy_report::escape::{annotation, property, visible};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use crate::baseline::Kind;
use crate::comparison::difference::name_and_help;
use crate::comparison::digest::more;
use crate::comparison::{Comparison, Digest, Status};

/// The rules of findings that are no kernel.
const UNREAD: &str = "unread";
const WARNING: &str = "warning";
/// The rule of the count of findings that are left out.
const OMITTED: &str = "omitted";

/// What a tool shows beside a line of a file.
struct Finding {
    /// What befell a kernel, or one of the rules above.
    rule: String,
    /// What it is about, whatever the figures are.
    about: String,
    message: String,
    /// A path relative to the repository, and a line from 1.
    place: Option<(String, usize)>,
}

/// The errors of reading, or that nothing was compared, `kernels`, and warnings. Beyond `most`, they are counted, with the `others`.
fn findings(
    comparison: &Comparison,
    digest: &Digest,
    kernels: impl Iterator<Item = Finding>,
    [most, others]: [usize; 2],
) -> Vec<Finding> {
    let message = |rule: &str, about: &str| Finding {
        rule: rule.to_owned(),
        about: about.to_owned(),
        message: about.to_owned(),
        place: comparison.baseline.clone().map(|path| (path, 1)),
    };
    let errors = digest.errors.iter().map(|text| message(UNREAD, text));
    let warnings = digest.warnings.iter().map(|text| message(WARNING, text));
    // Else the errors say why.
    let is_blind = comparison.is_blind && digest.errors.is_empty();
    let blind = is_blind.then(|| message(UNREAD, &digest.headline));
    let mut all = errors.chain(blind).chain(kernels).chain(warnings);
    let mut findings = all.by_ref().take(most).collect_vec();
    if let omitted @ 1.. = all.count() + others {
        findings.push(message(OMITTED, &counted(omitted as u64, "more finding")));
    }
    findings
}

/// The kernels that fail, the worst first, with a fingerprint that stays the same while figures change.
fn failing(comparison: &Comparison, digest: &Digest) -> Vec<(Finding, String)> {
    let failing = comparison.all.iter().filter(|it| it.fails);
    let kernels = failing.map(|it| {
        let (name, target, library) = it.kernel().key();
        let about = format!("`{name}` ({target}, {library})");
        Finding {
            rule: it.kind(),
            message: format!("{about}: {}", it.words()),
            about,
            place: comparison.place(it),
        }
    });
    // GitHub shows 5,000 results of a run.
    let findings = findings(comparison, digest, kernels, [5000, 0]);
    let mut numbers: HashMap<u64, usize> = HashMap::new();
    let with_fingerprint = findings.into_iter().map(|it| {
        let hash = hash(&format!("{} {}", it.rule, it.about));
        let number = numbers.entry(hash).or_default();
        *number += 1;
        let fingerprint = format!("{hash:016x}:{number}");
        (it, fingerprint)
    });
    with_fingerprint.collect()
}

/// FNV-1a, which is the same in all versions of this program.
fn hash(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

impl Finding {
    /// The level of an error of reading, of a kernel, a warning, or the rest.
    fn level(&self, [unread, kernel, warning, rest]: [&'static str; 4]) -> &'static str {
        match &*self.rule {
            UNREAD => unread,
            WARNING => warning,
            OMITTED => rest,
            _ => kernel,
        }
    }
}

/// Writes annotations of GitHub Actions, one for each template, and the verdict for the log.
pub(super) fn github(comparison: &Comparison, digest: &Digest) -> String {
    let templates = digest.templates.iter().map(|template| {
        let changes = template.changes.iter().map(|it| {
            let because = it.because.iter().map(|why| format!(", because {why}"));
            let because = because.format("");
            format!("{}: {}{because}", it.targets.join(" "), it.change)
        });
        let instances = template
            .counted_instances()
            .map(|it| format!(", {it} instances"));
        let name = template.name.clone() + &instances.unwrap_or_default();
        let more = more(template.more, "more change");
        Finding {
            rule: template.kind.clone(),
            about: String::new(),
            message: once(name).chain(changes).chain(more).join("\n"),
            place: template.place.clone(),
        }
    });
    // GitHub shows ten errors and ten warnings of a step.
    let most = [10, digest.omitted.templates];
    let findings = findings(comparison, digest, templates, most);
    let annotations = findings.iter().map(|it| {
        let level = it.level(["error", "error", "warning", "notice"]);
        let place = it.place.iter();
        let place = place.map(|(path, line)| format!("file={},line={line},", property(path)));
        let title = property(&format!("GPU kernels: {}", it.rule));
        let (place, message) = (place.format(""), annotation(&it.message));
        format!("::{level} {place}title={title}::{message}\n")
    });
    annotations.collect::<String>() + &visible(&digest.verdict) + "\n"
}

/// Writes SARIF 2.1.0: kernels and warnings are results, the others notifications.
pub(super) fn sarif(comparison: &Comparison, digest: &Digest) -> Value {
    // SARIF 2.1.0, 3.11.6: `[text](destination)` is a link.
    let message = |it: &Finding| json!({ "text": it.message.replace("](", "] (") });
    let location = |(path, line): &(String, usize)| {
        let uri = utf8_percent_encode(path, ENCODED).to_string();
        let artifact = json!({ "uri": uri, "uriBaseId": "%SRCROOT%" });
        let region = json!({ "startLine": line });
        json!({ "physicalLocation": { "artifactLocation": artifact, "region": region } })
    };
    let (mut results, mut notifications) = (Vec::new(), Vec::new());
    for (it, fingerprint) in failing(comparison, digest) {
        let level = it.level(["error", "error", "warning", "note"]);
        let mut result = json!({ "level": level, "message": message(&it) });
        if [UNREAD, OMITTED].contains(&&*it.rule) {
            notifications.push(result);
        } else {
            result["ruleId"] = it.rule.into();
            result["locations"] = it.place.iter().map(location).collect();
            // GitHub reads this fingerprint alone.
            result["partialFingerprints"] = json!({ "primaryLocationLineHash": fingerprint });
            results.push(result);
        }
    }
    let statuses = Status::value_variants().iter().map(name_and_help);
    let kinds = Kind::value_variants().iter().map(name_and_help);
    let others = RULES.map(|(id, text)| (id.to_owned(), text.to_owned()));
    let rules = statuses.chain(kinds).chain(others).map(|(id, text)| {
        let text = json!({ "text": text });
        json!({ "id": id, "shortDescription": text, "fullDescription": text, "help": text })
    });
    let (name, version) = ("occupancy", env!("CARGO_PKG_VERSION"));
    let rules = rules.collect_vec();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": name, "version": version, "rules": rules } },
            "invocations": [{
                "executionSuccessful": digest.errors.is_empty(),
                "toolExecutionNotifications": notifications,
            }],
            "results": results,
            "columnKind": "unicodeCodePoints",
        }],
    })
}

/// The rules of SARIF that are neither a status nor a kind.
const RULES: [(&str, &str); 2] = [
    ("budget", "The kernel breaks a budget."),
    (WARNING, "A rule or an option has no effect."),
];

/// The characters that a relative reference encodes: all but unreserved ones and `/` (RFC 3986, 2.3 and 3.3).
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'/');

/// Writes a report of GitLab's Code Quality, with the fields that GitLab requires.
pub(super) fn gitlab(comparison: &Comparison, digest: &Digest) -> Value {
    let failing = failing(comparison, digest).into_iter();
    let violations = failing.map(|(it, fingerprint)| {
        // A violation has a path in any case.
        let (path, line) = it.place.clone().unwrap_or((".".to_owned(), 1));
        json!({
            "description": it.message,
            "check_name": it.rule,
            "fingerprint": fingerprint,
            "severity": it.level(["blocker", "major", "minor", "info"]),
            "location": { "path": path, "lines": { "begin": line } },
        })
    });
    violations.collect()
}
