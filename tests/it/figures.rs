//! What is read is judged or shown: each figure of compiled code has a use in the table of [`Compiled`], and each
//! directive of PTX a figure.
//!
//! [`Compiled`]: occupancy::Compiled

use std::collections::BTreeSet;

use occupancy::{Lint, Rule};

const COMPILED: &str = include_str!("../../occupancy-core/src/kernel/compiled.rs");
const ROW: &str = include_str!("../../cargo-occupancy/src/row.rs");
const ENTRY: &str = include_str!("../../occupancy-binary/src/ptx/entry.rs");

/// Where the rules are that read figures.
const JUDGES: &str = concat!(
    include_str!("../../occupancy-core/src/rules/compiled.rs"),
    include_str!("../../occupancy-core/src/kernel/code.rs"),
    include_str!("../../occupancy-core/src/kernel/compiled.rs"),
);

/// The cells of the rows of a table in documentation.
fn table(source: &'static str, header: &str) -> Vec<Vec<&'static str>> {
    let lines = source.lines().skip_while(|line| !line.ends_with(header));
    let lines = lines
        .skip(2)
        .map(|line| line.trim_start_matches(['/', '!', ' ']));
    let rows = lines.take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

/// The words in backquotes.
fn names(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// Whether a text has this, and no longer word.
fn has(text: &str, word: &str) -> bool {
    let is_of_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut after = text
        .match_indices(word)
        .map(|(at, _)| &text[at + word.len()..]);
    after.any(|after| !after.starts_with(is_of_word))
}

#[test]
fn each_figure_of_compiled_code_has_a_use() {
    let rows = table(COMPILED, "| figure | judged by | shown as |");
    let listed: BTreeSet<_> = rows.iter().flat_map(|row| names(row[0])).collect();
    let fields = COMPILED
        .lines()
        .filter_map(|line| line.strip_prefix("    pub "));
    let fields = fields
        .filter_map(|field| field.split_once(": "))
        .map(|(name, _)| name);
    let fields: BTreeSet<_> = fields.filter(|name| !name.contains(' ')).collect();
    assert_eq!(listed, fields, "the table of `Compiled` has each field");
    let codes = Rule::ALL.map(Rule::code).into_iter();
    let codes: BTreeSet<_> = codes.chain(Lint::ALL.map(Lint::code)).collect();
    for row in &rows {
        let field = names(row[0]).next().unwrap();
        let (judges, columns) = (row[1], row[2]);
        assert!(
            !judges.is_empty() || !columns.is_empty(),
            "{field} is read for nothing"
        );
        for code in judges.split(", ").filter(|word| word.starts_with("OCC")) {
            assert!(codes.contains(code), "{field}: {code}");
        }
        let mut reads = ["code", "self", "function"].into_iter();
        let is_judged = reads.any(|whole| has(JUDGES, &format!("{whole}.{field}")));
        assert_eq!(is_judged, !judges.is_empty(), "{field}: {judges}");
        for column in names(columns) {
            let is_shown =
                ROW.contains(&format!("\"{column}\"")) && has(ROW, &format!("compiled.{field}"));
            assert!(is_shown, "{field}: {column}");
        }
    }
}

#[test]
fn each_directive_is_read_as_a_figure() {
    let module = include_str!("../../occupancy-binary/src/ptx.rs");
    let rows = table(module, "| the text | is read as |");
    let find = |directive| {
        rows.iter()
            .find(|row| names(row[0]).any(|name| name == directive))
    };
    let known = ENTRY
        .lines()
        .filter_map(|line| line.trim().strip_prefix("(\""));
    let known = known
        .filter_map(|row| row.split_once("\", "))
        .map(|(name, _)| name);
    let known: Vec<_> = known
        .filter(|name| name.starts_with('.') && !name.contains('"'))
        .collect();
    assert!(known.len() > 10, "{known:?}");
    for directive in known {
        let row = find(directive).unwrap_or_else(|| panic!("`{directive}` is read for nothing"));
        for field in names(row[1]) {
            let mut lines = ENTRY
                .lines()
                .filter(|line| line.contains(&format!("\"{directive}\" =>")));
            assert!(
                lines.any(|line| has(line, &format!("own.{field}"))),
                "{directive}: {field}"
            );
        }
    }
    for row in &rows {
        for field in names(row[1]) {
            assert!(COMPILED.contains(&format!("pub {field}:")), "{field}");
        }
    }
}
