//! The pages of launch types and of the guide, in a browser: every drawing is there in every theme and at
//! every width, can be read, and nothing is cut off, overlaps or scrolls; what binds is seen without
//! scrolling.

use std::path::Path;

use crate::browser::{self, chromium};
use crate::common::{self, EXAMPLES, document, document_example, launch_pages};

/// The pages of launch types below `folder`, and the index.
fn pages(folder: &Path) -> Vec<String> {
    let mut found = launch_pages(folder);
    // Many that are alike.
    found.retain(|page| !page.starts_with("grammar/"));
    if folder.join("launches/index.html").is_file() {
        found.push("launches/index.html".to_owned());
    }
    found
}

/// One line for each page, theme and width.
struct Measured {
    page: String,
    drawings: u32,
    /// Of what is shown before anything is unfolded, pixels.
    height: u32,
    faults: Vec<String>,
}

fn measure(chromium: &Path, folder: &Path, pages: &[String]) -> Vec<Measured> {
    let list: Vec<_> = pages.iter().map(|page| format!("{page:?}")).collect();
    let call = format!(
        "main({{ pages: [{}], themes: [\"light\", \"dark\", \"ayu\"], widths: [400, 1200] }})",
        list.join(", ")
    );
    let script = concat!(include_str!("colour.js"), include_str!("measure.js"));
    let lines = browser::lines(chromium, folder, "measure", script, &call);
    let mut all: Vec<Measured> = Vec::new();
    for line in &lines {
        if let Some(page) = line.strip_prefix("page ") {
            let number = |at| {
                page.split(' ')
                    .nth(at)
                    .and_then(|number| number.parse().ok())
            };
            all.push(Measured {
                page: page.to_owned(),
                drawings: number(3).expect("the number of drawings"),
                height: number(7).expect("a height"),
                faults: Vec::new(),
            });
        } else if let Some(fault) = line.strip_prefix("fault ") {
            let measured = all.last_mut().expect("a page before its faults");
            measured.faults.push(fault.to_owned());
        }
    }
    all
}

/// Checks every page of a launch type, and that it has as many drawings as `drawings` says.
fn hold(folder: &Path, chromium: &Path, drawings: impl Fn(&str) -> Option<u32>) -> Vec<Measured> {
    hold_pages(folder, &pages(folder), chromium, drawings)
}

fn hold_pages(
    folder: &Path,
    pages: &[String],
    chromium: &Path,
    drawings: impl Fn(&str) -> Option<u32>,
) -> Vec<Measured> {
    let all = measure(chromium, folder, pages);
    // Three themes, two widths.
    assert_eq!(all.len(), pages.len() * 6);
    let mut faults = Vec::new();
    for measured in &all {
        faults.extend(
            measured
                .faults
                .iter()
                .map(|fault| format!("{}: {fault}", measured.page)),
        );
        if let Some(drawings) = drawings(&measured.page)
            && drawings != measured.drawings
        {
            faults.push(format!("{}: {drawings} drawings expected", measured.page));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    all
}

#[test]
#[ignore = "takes a minute of Chromium: `.ci/run` has it, or `-- --include-ignored`"]
fn pages_of_every_kind() {
    let Some(chromium) = chromium() else { return };
    let doc = document(&[
        "--document-private-items",
        "--package",
        "occupancy-test-browser",
        "--lib",
    ]);
    let measured = hold(&doc.join("occupancy_test_browser"), &chromium, |page| {
        let (name, _) = page.split_once(' ')?;
        Some(match name.rsplit('/').next()? {
            // Told so.
            "type.NothingLaunch.html" | "type.TablesLaunch.html" | "index.html" => 0,
            // Each GPU has its own.
            "type.SortLaunch.html" => 3 * 5,
            "type.OnFourLaunch.html" => 4 * 5,
            "type.ListedLaunch.html" | "type.LeftLaunch.html" => 2 * 4,
            // No grid is known.
            "type.GemmLaunch.html"
            | "type.ForeignLaunch.html"
            | "type.OfMacroLaunch.html"
            | "type.CompiledLaunch.html"
            | "type.DeferredLaunch.html"
            | "type.SearchedLaunch.html"
            | "type.TiledLaunch.html"
            | "type.MethodLaunch.html"
            | "type.MethodOnA100.html"
            | "type.PrivateLaunch.html"
            | "type.MoveLaunch.html" => 4,
            _ => 5,
        })
    });
    assert_eq!(measured.len(), 25 * 6);
    // What three more GPUs add is folded.
    let heights = |name: &str| -> Vec<u32> {
        let pages = measured.iter().filter(|one| one.page.contains(name));
        pages.map(|one| one.height).collect()
    };
    let (one, four) = (heights("OnOneLaunch"), heights("OnFourLaunch"));
    assert_eq!((one.len(), four.len()), (6, 6));
    for (one, four) in one.into_iter().zip(four) {
        assert!(one > 1000, "{one} pixels");
        assert!(four > one, "{four} pixels, one GPU has {one}");
        assert!(four * 3 <= one * 4, "{four} pixels, one GPU has {one}");
    }
}

#[test]
#[ignore = "takes a minute of Chromium: `.ci/run` has it, or `-- --include-ignored`"]
fn pages_of_the_wrappers() {
    let Some(chromium) = chromium() else { return };
    let doc = document(&[
        "--document-private-items",
        "--package",
        "occupancy-test-wrappers",
        "--lib",
    ]);
    let measured = hold(&doc.join("occupancy_test_wrappers"), &chromium, |page| {
        let (name, _) = page.split_once(' ')?;
        Some(match name.rsplit('/').next()? {
            "index.html" => 0,
            "type.AttentionForwardLaunch.html" => 3 * 4,
            "type.GemmOfLaunch.html" | "type.SumOfVectorsLaunch.html" => 2 * 4,
            "type.PushLaunch.html" => 4 * 4,
            "type.TransposeLaunch.html" => 2 * 5,
            // The grid is known.
            "type.BesideLaunch.html"
            | "type.ExclusiveScanLaunch.html"
            | "type.MaximumLaunch.html"
            | "type.MinimumLaunch.html"
            | "type.PagedMaximumLaunch.html"
            | "type.ResizeLaunch.html"
            | "type.SaxpyLaunch.html"
            | "type.SumLaunch.html"
            | "type.VarianceLaunch.html" => 5,
            _ => 4,
        })
    });
    assert_eq!(measured.len(), 25 * 6);
}

#[test]
#[ignore = "takes a minute of Chromium: `.ci/run` has it, or `-- --include-ignored`"]
fn pages_of_the_other_crates() {
    let Some(chromium) = chromium() else { return };
    for (name, pages) in [("compiler", 12), ("lint", 8), ("no-std", 1), ("renamed", 3)] {
        let name = format!("occupancy-test-{name}");
        let doc = document(&["--document-private-items", "--package", &name, "--lib"]);
        let measured = hold(&doc.join(name.replace('-', "_")), &chromium, |_| None);
        assert_eq!(measured.len(), pages * 6, "{name}");
    }
}

#[test]
#[ignore = "takes a minute of Chromium: `.ci/run` has it, or `-- --include-ignored`"]
fn pages_of_the_examples() {
    let Some(chromium) = chromium() else { return };
    for (example, least) in EXAMPLES {
        let doc = document_example(example);
        let measured = hold(&doc.join(example), &chromium, |_| None);
        assert!(measured.len() >= least * 6, "{example}: {}", measured.len());
    }
}

/// The images of the README stand in these pages too, in the colours of the theme.
#[test]
#[ignore = "takes a minute of Chromium: `.ci/run` has it, or `-- --include-ignored`"]
fn the_front_page_and_the_guide() {
    let Some(chromium) = chromium() else { return };
    let doc = document(&["--package", "occupancy", "--lib"]);
    let folder = doc.join("occupancy");
    let mut pages = launch_pages(&folder.join("guide"));
    pages.extend(
        common::pages(&folder.join("guide"))
            .into_iter()
            .filter(|page| page.ends_with("index.html")),
    );
    let mut pages: Vec<String> = pages.iter().map(|page| format!("guide/{page}")).collect();
    pages.push("index.html".to_owned());
    let measured = hold_pages(&folder, &pages, &chromium, |page| {
        let (name, _) = page.split_once(' ')?;
        Some(match name {
            "index.html"
            | "guide/examples/type.AttentionLaunch.html"
            | "guide/examples/type.GemmLaunch.html" => 4,
            "guide/reading_the_charts/index.html" | "guide/examples/type.TileLaunch.html" => 5,
            "guide/banks_and_sectors/index.html"
            | "guide/is_25_percent_enough/index.html"
            | "guide/low_occupancy_on_purpose/index.html"
            | "guide/uneven_blocks/index.html" => 2,
            "guide/tails/index.html" => 1,
            _ => 0,
        })
    });
    // The guide, its pages, its examples and the front page.
    assert_eq!(measured.len(), 18 * 6);
}
