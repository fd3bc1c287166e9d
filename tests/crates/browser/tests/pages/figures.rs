//! The text of the pages of launch types, of the facade and of the guide, read without a browser: the figures are the
//! blessed ones, and no Markdown is left in the text.

use std::fmt::Write as _;

use crate::common::{
    Documentation, Table, assert_same, document, document_package, is_launch, pages, tables, text,
};

/// The pages whose tables are shown whole.
const WHOLE: [&str; 2] = ["type.SaxpyLaunch.html", "type.AttentionLaunch.html"];

/// Reads every page; the figures of those of launch types.
pub(crate) fn figures(doc: &Documentation) -> String {
    let mut shown = String::new();
    let mut faults = Vec::new();
    for page in pages(&doc.folder) {
        let html = doc.read(&page);
        for (trace, around) in traces(&html) {
            faults.push(format!("{page}: {trace}: {around}"));
        }
        if !is_launch(&page) {
            continue;
        }
        let (gpus, charts) = gpus_and_charts(&html);
        let drawings = html.matches("role=\"img\"").count();
        let _ = writeln!(
            shown,
            "\n{page}: figures of {gpus}, charts of {charts}, {drawings} drawings"
        );
        for Table { heads, rows } in tables(&html) {
            let rows = rows.iter().map(|row| row.join(" | "));
            let is_of_resources = heads.iter().any(|head| head == "resource");
            if is_summary(&heads) || WHOLE.contains(&page.as_str()) {
                for row in rows {
                    let _ = writeln!(shown, "  {row}");
                }
            } else if is_of_resources {
                let _ = writeln!(shown, "  {}", rows.collect::<Vec<_>>().join(", "));
            }
        }
    }
    assert_eq!(faults, [""; 0]);
    shown
}

fn is_summary(heads: &[String]) -> bool {
    heads.iter().any(|head| head == "binding limit")
}

/// The GPUs that a page has figures of, and charts of.
pub(crate) fn gpus_and_charts(html: &str) -> (usize, usize) {
    let summary = tables(html)
        .into_iter()
        .find(|table| is_summary(&table.heads));
    let charts = html.matches("The numbers of the charts</summary>").count();
    (summary.map_or(0, |table| table.rows.len()), charts)
}

#[test]
fn every_page_has_its_figures() {
    assert_same(&figures(&document_package("browser")), "figures.txt");
}

#[test]
#[ignore = "documents what says little more: `.ci/run` has it, or `-- --include-ignored`"]
fn every_page_of_other_crates_has_its_figures() {
    for (package, launches) in [("compiler", 7), ("lint", 8), ("no-std", 1), ("renamed", 3)] {
        let shown = figures(&document_package(package));
        assert_eq!(shown.matches("charts of").count(), launches, "{shown}");
        assert!(!shown.contains("charts of 0"), "{shown}");
    }
    for example in ["saxpy", "from_cubin"] {
        let arguments = [
            "--document-private-items",
            "--package",
            "occupancy-examples",
            "--example",
            example,
        ];
        let shown = figures(&document(&arguments, example));
        assert!(shown.contains(" drawings"), "{example}");
        assert!(!shown.contains("charts of 0"), "{shown}");
    }
    let shown = figures(&document(&["--package", "occupancy", "--lib"], "occupancy"));
    assert_eq!(
        shown.matches("charts of").count(),
        3,
        "the examples of the guide"
    );
}

/// Traces of Markdown in the documentation of a page, each with the text around it.
fn traces(html: &str) -> Vec<(&'static str, String)> {
    let blocks = html.split("<div class=\"docblock").skip(1).map(block);
    let short = html
        .split("<dd>")
        .skip(1)
        .filter_map(|rest| rest.split("</dd>").next());
    let mut found = Vec::new();
    for block in blocks.chain(short) {
        // Code is a word of the sentence that it stands in.
        let mut prose = block.to_owned();
        for (tag, instead) in [("svg", ""), ("pre", "¶"), ("code", "¶")] {
            while let Some((before, rest)) = prose.split_once(&format!("<{tag}")) {
                let (code, after) = rest.split_once(&format!("</{tag}>")).expect("its end");
                // Indented by mistake, a table is code.
                if tag == "pre" && has_table(code) {
                    found.push(("a table is code", text(code)));
                }
                prose = format!("{before}{instead}{after}");
            }
        }
        let prose = text(&prose);
        found.extend(prose.lines().flat_map(|line| {
            let traces = traces_of(line).into_iter();
            traces.map(|trace| (trace, line.to_owned()))
        }));
    }
    found
}

/// The part of `html` that belongs to a `div` that has begun.
fn block(html: &str) -> &str {
    let mut depth = 1;
    for (at, _) in html.match_indices("div") {
        match &html.as_bytes()[..at] {
            [.., b'<', b'/'] => depth -= 1,
            [.., b'<'] => depth += 1,
            _ => {}
        }
        if depth == 0 {
            let (_, content) = html[..at - 2].split_once('>').unwrap_or_default();
            return content;
        }
    }
    panic!("a block that does not end");
}

/// Returns `true` if there is the line under the head of a table.
fn has_table(text: &str) -> bool {
    text.replace([' ', ':'], "").contains("|--")
}

fn traces_of(line: &str) -> Vec<&'static str> {
    let is_tag = |text: &str| {
        let name = text.strip_prefix('/').unwrap_or(text);
        name.starts_with(|letter: char| letter.is_ascii_alphabetic())
    };
    let start = line.trim_start();
    let heading = start.trim_start_matches('#');
    let all = [
        (has_table(line), "the line under a table's head"),
        (
            line.split_whitespace().any(|word| word == "|"),
            "a row of a table",
        ),
        (
            heading.len() < start.len() && heading.starts_with(' '),
            "a heading",
        ),
        (line.contains("**"), "strong text"),
        (line.contains('`'), "code"),
        (line.contains("]("), "a link"),
        (line.contains("[¶]"), "a link that leads nowhere"),
        (line.split('<').skip(1).any(is_tag), "HTML"),
        (
            ["&lt;", "&gt;", "&amp;", "&nbsp;"]
                .iter()
                .any(|it| line.contains(it)),
            "HTML",
        ),
    ];
    all.into_iter()
        .filter(|(is_there, _)| *is_there)
        .map(|(_, trace)| trace)
        .collect()
}
