//! The whole words of what a configuration breaks and is warned of, as far as no case of `tests/ui` has them.
//!
//! A row of `messages/*.txt` is a line of arguments, and below it what is said: each message behind the argument that
//! is to blame. For a new row, write its arguments, and copy what this test prints.

use crate::arguments::configuration;
use occupancy_core::{Configuration, Lint};

const FILES: [(&str, &str); 11] = [
    ("block", include_str!("messages/block.txt")),
    ("cluster", include_str!("messages/cluster.txt")),
    ("code", include_str!("messages/code.txt")),
    ("grid", include_str!("messages/grid.txt")),
    ("latency", include_str!("messages/latency.txt")),
    ("residency", include_str!("messages/residency.txt")),
    ("several-gpus", include_str!("messages/several-gpus.txt")),
    ("shared-memory", include_str!("messages/shared-memory.txt")),
    ("tail", include_str!("messages/tail.txt")),
    ("tile", include_str!("messages/tile.txt")),
    ("warnings", include_str!("messages/warnings.txt")),
];

/// Each broken rule, or else each warning.
fn said(configuration: &Configuration<'_>) -> String {
    let rules = configuration.check().iter().collect::<Vec<_>>();
    let broken = rules.into_iter().map(|rule| {
        let key = rule.argument(configuration).key();
        format!("{key}: {}", configuration.message(rule))
    });
    let lints = Lint::ALL
        .into_iter()
        .filter(|_| configuration.passes())
        .filter_map(|lint| {
            let key = lint.argument(configuration).key();
            Some(format!("{key}: {}", configuration.advise(lint)?))
        });
    broken.chain(lints).collect::<Vec<_>>().join("\n\n")
}

#[test]
fn each_is_said_as_it_is_written() {
    let mut differing = Vec::new();
    for (file, rows) in FILES {
        for row in format!("\n{rows}").split("\narch = ").skip(1) {
            let (arguments, expected) = row.split_once('\n').expect("what is said");
            let arguments = format!("arch = {arguments}");
            let said = said(&configuration(&arguments));
            if said != expected.trim_end() {
                differing.push(format!("{file}.txt:\n\n{arguments}\n{said}\n"));
            }
        }
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}
