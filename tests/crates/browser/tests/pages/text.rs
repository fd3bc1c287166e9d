//! The text of every page of the test crates, of the gallery, of the guide and of the facade: it is what
//! its Markdown says, and none of it is Markdown that was taken for text. The figures are those of the
//! calculation.

use std::fs;
use std::path::Path;

use crate::browser::{chromium, lines};
use crate::common::{EXAMPLES, document, document_example, is_launch, pages};
use crate::recalculated::recalculated;

/// What was read of a page.
struct Page {
    name: String,
    /// Blocks of documentation.
    blocks: u32,
    drawings: u32,
    /// Cells of tables that mark what binds.
    bindings: u32,
    faults: Vec<String>,
}

fn read(chromium: &Path, folder: &Path) -> Vec<Page> {
    let list: Vec<_> = pages(folder)
        .iter()
        .map(|page| format!("{page:?}"))
        .collect();
    let call = format!("main([{}])", list.join(", "));
    let mut read: Vec<Page> = Vec::new();
    for line in lines(chromium, folder, "text", include_str!("text.js"), &call) {
        if let Some(page) = line.strip_prefix("page ") {
            let mut words = page.split(' ');
            let name = words.next().expect("a name").to_owned();
            let mut number = || words.next().and_then(|word| word.parse().ok());
            read.push(Page {
                name,
                blocks: number().expect("blocks"),
                drawings: number().expect("drawings"),
                bindings: number().expect("bindings"),
                faults: Vec::new(),
            });
        } else if let Some(fault) = line.strip_prefix("fault ") {
            let page = read.last_mut().expect("a page before its faults");
            page.faults.push(fault.to_owned());
        }
    }
    assert_eq!(read.len(), list.len(), "every page is read");
    read
}

/// The pages that are told to have no charts.
const WITHOUT_CHARTS: [&str; 2] = ["type.NothingLaunch.html", "type.TablesLaunch.html"];

/// Holds every page of `folder`; returns how many of them are those of launch types.
fn hold(chromium: &Path, folder: &Path) -> usize {
    let mut faults = Vec::new();
    let mut launches = 0;
    for page in read(chromium, folder) {
        let Page { name, .. } = &page;
        faults.extend(page.faults.iter().map(|fault| format!("{name}: {fault}")));
        if !is_launch(name) {
            continue;
        }
        launches += 1;
        let has_drawings = !WITHOUT_CHARTS.contains(&name.as_str());
        let has_figures = has_drawings || name == "type.TablesLaunch.html";
        if (page.bindings > 0) != has_figures || (page.drawings > 0) != has_drawings {
            faults.push(format!(
                "{name}: {} drawings, {} binding limits",
                page.drawings, page.bindings
            ));
        }
        assert!(page.blocks > 0, "{name}");
        let html = fs::read_to_string(folder.join(name)).expect("a page");
        let figures = recalculated(&html);
        faults.extend(
            figures
                .faults
                .iter()
                .map(|fault| format!("{name}: {fault}")),
        );
        let expected = |is_there| if is_there { figures.gpus.max(1) } else { 0 };
        if figures.gpus != expected(has_figures) || figures.with_charts != expected(has_drawings) {
            faults.push(format!(
                "{name}: figures of {} GPUs, charts of {}",
                figures.gpus, figures.with_charts
            ));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    launches
}

/// The test crates of the workspace that have launch types.
const CRATES: [&str; 6] = [
    "browser", "compiler", "lint", "no-std", "renamed", "wrappers",
];

#[test]
#[ignore = "takes a minute of Chromium: `.ci/run` has it, or `-- --include-ignored`"]
fn pages_of_the_test_crates() {
    let Some(chromium) = chromium() else { return };
    let names = CRATES.map(|name| format!("occupancy-test-{name}"));
    let mut arguments = vec!["--document-private-items", "--lib"];
    for name in &names {
        arguments.extend(["--package", name]);
    }
    let doc = document(&arguments);
    let launches = names.map(|name| hold(&chromium, &doc.join(name.replace('-', "_"))));
    assert_eq!(launches, [36, 12, 8, 1, 3, 24]);
}

#[test]
#[ignore = "takes a minute of Chromium: `.ci/run` has it, or `-- --include-ignored`"]
fn pages_of_the_examples() {
    let Some(chromium) = chromium() else { return };
    for (example, least) in EXAMPLES {
        let doc = document_example(example);
        let launches = hold(&chromium, &doc.join(example));
        assert!(launches >= least, "{example}: {launches}");
    }
}

#[test]
#[ignore = "takes a minute of Chromium: `.ci/run` has it, or `-- --include-ignored`"]
fn pages_of_the_facade_and_of_the_guide() {
    let Some(chromium) = chromium() else { return };
    let doc = document(&["--package", "occupancy", "--lib"]);
    let launches = hold(&chromium, &doc.join("occupancy"));
    assert_eq!(launches, 3, "the examples of the guide");
}
