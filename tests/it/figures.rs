//! Each figure of compiled code is judged or shown, and each directive of PTX is read as a figure.

use std::collections::BTreeSet;

use occupancy::{Lint, Rule};
use occupancy_core::kernel::Figure;

const ENTRY: &str = include_str!("../../occupancy-binary/src/ptx/entry.rs");

/// The sources of the rules that read figures.
const JUDGES: &str = concat!(
    include_str!("../../occupancy-core/src/rules/compiled.rs"),
    include_str!("../../occupancy-core/src/kernel/code.rs"),
    include_str!("../../occupancy-core/src/kernel/compiled.rs"),
);

/// The fields of compiled code that a target states.
const TARGET: [&str; 2] = ["compute_capability", "suffix"];

/// The cells of the rows of a table in documentation.
fn table(source: &'static str, header: &str) -> Vec<Vec<&'static str>> {
    let from_head = source.lines().skip_while(|line| !line.ends_with(header));
    let cells = |row: &'static str| row.trim_matches('|').split('|').map(str::trim).collect();
    from_head
        .skip(2)
        .map(|line| line.trim_start_matches(['/', '!', ' ']))
        .take_while(|line| line.starts_with('|'))
        .map(cells)
        .collect()
}

/// The words in backquotes.
fn names(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// Returns `true` if a text has this word, and not only as the start of a longer one.
fn has(text: &str, word: &str) -> bool {
    let is_of_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut after = text
        .match_indices(word)
        .map(|(at, _)| &text[at + word.len()..]);
    after.any(|after| !after.starts_with(is_of_word))
}

#[test]
fn each_figure_of_compiled_code_has_a_use() {
    let of_rules = Rule::ALL.map(Rule::code).into_iter();
    let codes: BTreeSet<_> = of_rules.chain(Lint::ALL.map(Lint::code)).collect();
    for figure in Figure::ALL {
        let (field, judged_by) = (figure.row().field, figure.row().judged_by);
        for code in judged_by {
            assert!(codes.contains(code), "{field}: no rule has the code {code}");
        }
        let mut reads = ["code", "self", "function"].into_iter();
        let is_judged = reads.any(|whole| has(JUDGES, &format!("{whole}.{field}")));
        let has_codes = !judged_by.is_empty();
        assert_eq!(is_judged, has_codes, "{field}: `judged_by` lacks a rule");
        let is_shown = figure.row().is_listed;
        assert!(is_judged || is_shown, "{field} is read for nothing");
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
    let known: Vec<_> = ENTRY
        .lines()
        .filter_map(|line| line.trim().strip_prefix("(\"")?.split_once("\", "))
        .map(|(name, _)| name)
        .filter(|name| name.starts_with('.') && !name.contains('"'))
        .collect();
    assert!(known.len() > 10, "{known:?} are not all directives");
    for directive in known {
        let row = find(directive).unwrap_or_else(|| panic!("`{directive}` is read for nothing"));
        for field in names(row[1]) {
            let is_of_directive = |line: &&str| line.contains(&format!("\"{directive}\" =>"));
            let mut lines = ENTRY.lines().filter(is_of_directive);
            let is_set = lines.any(|line| has(line, &format!("own.{field}")));
            assert!(is_set, "`{directive}` does not set `{field}`");
        }
    }
    for row in &rows {
        for field in names(row[1]) {
            let mut figures = Figure::ALL.iter().map(|figure| figure.row().field);
            let is_figure = figures.any(|figure| figure == field);
            let is_known = is_figure || TARGET.contains(&field);
            assert!(is_known, "ptx.rs documents `{field}`, which is no figure");
        }
    }
}
