//! The pages of launch types and of the guide, in a browser: every drawing can be read in every theme and at every
//! width, and nothing is cut off, overlaps or scrolls; what binds is seen without scrolling.

use std::path::Path;

use crate::browser::{self, chromium};
use crate::common::{self, document, document_package, is_launch};

/// Measures each page in three themes at two widths, and fails where something is wrong with one; the heights of
/// what is shown before anything is unfolded, each with the name of its page.
fn hold(folder: &Path, pages: &[String], chromium: &Path) -> Vec<(String, u32)> {
    let call = format!(
        "main({{ pages: {pages:?}, themes: [\"light\", \"dark\", \"ayu\"], widths: [400, 1200] }})"
    );
    let script = concat!(include_str!("colour.js"), include_str!("measure.js"));
    let lines = browser::lines(chromium, folder, "measure", script, &call);
    let (measured, faults): (Vec<_>, Vec<_>) =
        lines.iter().partition(|line| line.starts_with("page "));
    assert_eq!(faults, [""; 0]);
    assert_eq!(measured.len(), pages.len() * 6);
    let of_page = |line: &&String| {
        let words: Vec<&str> = line.split(' ').collect();
        (words[1].to_owned(), words[8].parse().expect("a height"))
    };
    measured.iter().map(of_page).collect()
}

/// The pages of launch types below `folder`, and the index.
fn pages(folder: &Path) -> Vec<String> {
    let mut found = common::pages(folder);
    found.retain(|page| is_launch(page) || page == "launches/index.html");
    found
}

#[test]
#[ignore = "takes a minute of Chromium: `.ci/run` has it, or `-- --include-ignored`"]
fn pages_of_every_kind() {
    let Some(chromium) = chromium() else { return };
    let doc = document_package("browser");
    let measured = hold(&doc.folder, &pages(&doc.folder), &chromium);
    assert_eq!(measured.len(), 23 * 6);
    // The figures of three more GPUs are folded.
    let heights = |name: &str| -> Vec<u32> {
        let pages = measured.iter().filter(|(page, _)| page.contains(name));
        pages.map(|(_, height)| *height).collect()
    };
    let (one, four) = (heights("OnOneLaunch"), heights("OnFourLaunch"));
    assert_eq!((one.len(), four.len()), (6, 6));
    for (one, four) in one.into_iter().zip(four) {
        assert!(one > 1000, "{one} pixels");
        assert!(four > one, "{four} pixels, one GPU has {one}");
        assert!(four * 3 <= one * 4, "{four} pixels, one GPU has {one}");
    }
}

/// The images of the README stand in these pages too, in the colours of the theme.
#[test]
#[ignore = "takes a minute of Chromium: `.ci/run` has it, or `-- --include-ignored`"]
fn the_front_page_and_the_guide() {
    let Some(chromium) = chromium() else { return };
    let doc = document(&["--package", "occupancy", "--lib"], "occupancy");
    let mut pages = common::pages(&doc.folder);
    pages.retain(|page| {
        let is_guide = page.starts_with("guide/");
        page == "index.html" || is_guide && (is_launch(page) || page.ends_with("index.html"))
    });
    let measured = hold(&doc.folder, &pages, &chromium);
    // The guide, its pages, its examples and the front page.
    assert_eq!(measured.len(), 22 * 6);
    let drawings = pages.iter().filter_map(|page| {
        let count = doc.read(page).matches("role=\"img\"").count();
        (count > 0).then(|| format!("{page} {count}"))
    });
    let drawings: Vec<String> = drawings.collect();
    assert_eq!(
        drawings,
        [
            "guide/banks_and_sectors/index.html 2",
            "guide/examples/type.AttentionLaunch.html 4",
            "guide/examples/type.GemmLaunch.html 4",
            "guide/examples/type.TileLaunch.html 5",
            "guide/is_25_percent_enough/index.html 5",
            "guide/low_occupancy_on_purpose/index.html 2",
            "guide/one_kernel_on_both_vendors/index.html 2",
            "guide/reading_the_charts/index.html 5",
            "guide/tails/index.html 1",
            "guide/three_levels_of_scheduling/index.html 2",
            "guide/uneven_blocks/index.html 2",
            "index.html 4",
        ]
    );
}
