//! Every code has a page, and the pages have the same parts. Their fixes are doctests, and their examples are cases of
//! `tests/ui`.

use std::collections::BTreeSet;

use occupancy::errors::PAGES;

use crate::cases;

/// The codes in `text`: `OCC` and three digits.
fn codes(text: &str) -> impl Iterator<Item = String> {
    text.split("OCC").skip(1).filter_map(|rest| {
        let digits = rest.get(..3)?;
        let is_code = digits.bytes().all(|byte| byte.is_ascii_digit());
        is_code.then(|| format!("OCC{digits}"))
    })
}

/// The codes in the sources of the rules, the attribute and the readers, outside of comments.
fn named_codes() -> BTreeSet<String> {
    let crates = ["core", "macros", "binary"];
    let sources = crates.map(|name| cases::below(&format!("occupancy-{name}/src"), "rs"));
    let texts = cases::text(&sources.concat());
    let lines = texts.lines();
    let code = lines.filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(codes).collect()
}

#[test]
fn every_code_has_a_page() {
    let pages: BTreeSet<String> = PAGES.iter().map(|(code, _)| (*code).to_owned()).collect();
    assert_eq!(pages.len(), PAGES.len(), "`PAGES` lists a code twice");
    let codes = named_codes();
    let changed: Vec<_> = codes.symmetric_difference(&pages).collect();
    let advice = "write docs/errors/OCC….md for a code without a page, and delete that of a code that is gone";
    assert!(changed.is_empty(), "{changed:?}: {advice}");
    let paths = cases::below("docs/errors", "md");
    let stems = paths.iter().map(|path| path.file_stem().unwrap().to_str());
    let files: BTreeSet<String> = stems.map(|stem| stem.unwrap().to_owned()).collect();
    assert!(files.is_superset(&pages));
    assert_eq!(
        files.len(),
        pages.len() + 1,
        "a file is no page, nor README"
    );
}

#[test]
fn pages_have_the_same_parts() {
    let mut titles = BTreeSet::new();
    for (code, page) in PAGES {
        let title = page
            .lines()
            .next()
            .and_then(|line| line.strip_prefix(&format!("# {code}: ")));
        let is_new = titles.insert(title.expect(code));
        assert!(is_new, "{code} has the title of another page");
        let marks: Vec<_> = page
            .lines()
            .filter(|line| line.starts_with("## ") || line.starts_with("```"))
            // A fix with a path to a kernel is compiled alone.
            .map(|line| line.trim_end_matches("standalone_crate"))
            .collect();
        let (fix, example) = (
            ["## Fix", "```", "```", "## Rule"],
            ["## Example", "```compile_fail", "```", "```text", "```"],
        );
        let parts = [&fix[..], &example].concat();
        assert_eq!(marks, parts, "the page of {code} has other parts");
        let (_, printed) = page.split_once("\n```text\nerror").expect(code);
        let is_alone = printed.contains(&format!("[{code}] ")) && !printed.contains("\nerror");
        assert!(is_alone, "the example of {code} prints another message");
    }
}
