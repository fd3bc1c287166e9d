//! Every code has a page, and the pages are alike. Their fixes are doctests, and their examples cases of `tests/ui`.

use std::collections::BTreeSet;

use occupancy::errors::PAGES;

use crate::cases;

/// Finds the codes in `text`: `OCC` and three digits.
fn codes(text: &str) -> impl Iterator<Item = String> {
    text.split("OCC").skip(1).filter_map(|rest| {
        let digits = rest.get(..3)?;
        let is_code = digits.bytes().all(|byte| byte.is_ascii_digit());
        is_code.then(|| format!("OCC{digits}"))
    })
}

/// Finds the codes in the sources of the rules, the attribute, and the readers, outside of comments.
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
    assert_eq!(pages.len(), PAGES.len());
    assert_eq!(pages, named_codes());
    let files: BTreeSet<String> = cases::below("docs/errors", "md")
        .iter()
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    assert!(files.is_superset(&pages));
    assert_eq!(files.len(), pages.len() + 1, "beside the pages is a README");
}

#[test]
fn pages_are_alike() {
    let mut titles = BTreeSet::new();
    for (code, page) in PAGES {
        let title = page
            .lines()
            .next()
            .and_then(|line| line.strip_prefix(&format!("# {code}: ")));
        assert!(titles.insert(title.expect(code)), "{code}");
        let marks: Vec<_> = page
            .lines()
            .filter(|line| line.starts_with("## ") || line.starts_with("```"))
            // For several fixes at once, rustdoc does not say where the path to a kernel starts.
            .map(|line| line.trim_end_matches("standalone_crate"))
            .collect();
        let (fix, example) = (
            ["## Fix", "```", "```", "## Rule"],
            ["## Example", "```compile_fail", "```", "```text", "```"],
        );
        assert_eq!(marks, [&fix[..], &example].concat(), "{code}");
        let (_, printed) = page.split_once("\n```text\nerror").expect(code);
        assert!(printed.contains(&format!("[{code}] ")), "{code}");
        assert!(
            !printed.contains("\nerror"),
            "{code}: one message is enough"
        );
    }
}
