//! The pages of the launch structs of this crate and of the gallery, in a browser: every drawing is
//! there in every theme and at every width, can be read, and nothing is cut off, overlaps or scrolls;
//! what binds is seen without scrolling.

use std::fs;
use std::path::Path;

use crate::browser::{self, chromium};
use crate::common::document;

/// The pages of launch structs below `folder`, relative to it.
fn pages(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(each) = folders.pop() {
        for entry in fs::read_dir(each).expect("a folder of documentation") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().and_then(|name| name.to_str());
            if path.is_dir() {
                // Many that are alike.
                if name != Some("grammar") {
                    folders.push(path);
                }
            } else if name
                .is_some_and(|name| name.starts_with("type.") && name.ends_with("Launch.html"))
            {
                let relative = path.strip_prefix(folder).expect("below the folder");
                found.push(relative.to_str().expect("a name in UTF-8").to_owned());
            }
        }
    }
    // The index is a page of its own.
    if folder.join("launches/index.html").is_file() {
        found.push("launches/index.html".to_owned());
    }
    found.sort();
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
    let script = include_str!("measure.js");
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

/// Checks every page of a launch struct, and that it has as many drawings as `drawings` says.
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
            // Told so, or known to the compiler alone.
            "type.NothingLaunch.html"
            | "type.TablesLaunch.html"
            | "type.ForeignLaunch.html"
            | "type.LeftLaunch.html"
            | "type.OfMacroLaunch.html"
            | "index.html" => 0,
            // Each GPU has its own.
            "type.SortLaunch.html" => 3 * 5,
            "type.OnFourLaunch.html" => 4 * 5,
            "type.ListedLaunch.html" => 2 * 4,
            // No grid is known.
            "type.GemmLaunch.html"
            | "type.CompiledLaunch.html"
            | "type.DeferredLaunch.html"
            | "type.SearchedLaunch.html"
            | "type.TiledLaunch.html"
            | "type.MethodLaunch.html"
            | "type.PrivateLaunch.html"
            | "type.MoveLaunch.html" => 4,
            _ => 5,
        })
    });
    assert_eq!(measured.len(), 24 * 6);
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
fn pages_of_the_gallery() {
    let Some(chromium) = chromium() else { return };
    let doc = document(&[
        "--document-private-items",
        "--package",
        "occupancy-examples",
        "--example",
        "gallery",
    ]);
    let measured = hold(&doc.join("gallery"), &chromium, |_| None);
    assert!(measured.len() >= 20 * 6, "{}", measured.len());
}

/// The images of the README stand in these pages too, in the colours of the theme.
#[test]
#[ignore = "takes a minute of Chromium: `.ci/run` has it, or `-- --include-ignored`"]
fn the_front_page_and_the_guide() {
    const PAGES: [(&str, u32); 9] = [
        ("index.html", 4),
        ("guide/index.html", 0),
        ("guide/choosing_a_configuration/index.html", 0),
        ("guide/reading_the_charts/index.html", 5),
        ("guide/low_occupancy_on_purpose/index.html", 2),
        ("guide/is_25_percent_enough/index.html", 2),
        ("guide/tails/index.html", 1),
        ("guide/clusters/index.html", 0),
        ("guide/enforcing_the_budget/index.html", 0),
    ];
    let Some(chromium) = chromium() else { return };
    let doc = document(&["--package", "occupancy", "--lib"]);
    let pages = PAGES.map(|(page, _)| page.to_owned());
    hold_pages(&doc.join("occupancy"), &pages, &chromium, |page| {
        let (name, _) = page.split_once(' ')?;
        let (_, drawings) = PAGES.iter().find(|(page, _)| *page == name)?;
        Some(*drawings)
    });
}
