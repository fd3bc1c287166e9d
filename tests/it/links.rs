//! Links between the files of the repository lead to files and headings that exist.

use std::fs;
use std::path::{Path, PathBuf};

use crate::cases;
use crate::guide::pieces;

/// The Markdown that people read in the repository. Some of it is also documentation, with links of rustdoc to items.
fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let documents = [
        "README.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "cargo-occupancy/README.md",
        "occupancy-core/README.md",
        "occupancy-macros/README.md",
        "occupancy-models/README.md",
        "occupancy-report/README.md",
    ]
    .map(|name| root.join(name));
    let folders = ["docs", "examples", "occupancy-binary", "src", "tests"];
    let below = folders.iter().flat_map(|folder| cases::below(folder, "md"));
    documents.into_iter().chain(below).collect()
}

/// The targets of a document's links and images, outside its code.
fn links(text: &str) -> Vec<String> {
    let (prose, _) = pieces(text);
    let mut links = Vec::new();
    for (before, after) in [("](", ')'), ("src=\"", '"'), ("href=\"", '"')] {
        for rest in prose.split(before).skip(1) {
            links.extend(rest.split(after).next().map(str::to_owned));
        }
    }
    // `[name]: target`
    for line in prose.lines().filter(|line| line.starts_with('[')) {
        links.extend(line.split_once("]: ").map(|(_, target)| target.to_owned()));
    }
    links
}

/// The anchor that GitHub gives a heading.
fn anchor(heading: &str) -> String {
    let letters = heading.trim_start_matches('#').trim().chars();
    let kept = letters.filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

fn is_of_rustdoc(link: &str) -> bool {
    link.contains("::") || link.starts_with("mod@") || link.starts_with("macro@")
}

#[test]
fn links_lead_to_files_and_headings() {
    let mut count = 0;
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        for link in links(&text) {
            let about = format!("{}: {link}", document.display());
            if link.contains("://") || is_of_rustdoc(&link) {
                continue;
            }
            count += 1;
            let (path, heading) = link.split_once('#').unwrap_or((&link, ""));
            let target = match path {
                "" => document.clone(),
                path => document.parent().unwrap().join(path),
            };
            assert!(target.exists(), "{about}: there is no such file");
            if !heading.is_empty() {
                let text = fs::read_to_string(&target).unwrap();
                let mut headings = text.lines().filter(|line| line.starts_with('#'));
                let is_there = headings.any(|line| anchor(line) == heading);
                assert!(is_there, "{about}: there is no such heading");
            }
        }
    }
    assert!(count >= 25, "only {count} links are found");
}

/// They lead nowhere until the packages are published.
#[test]
fn no_link_leads_to_packages_that_are_not_published() {
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        for name in ["docs.rs/occupancy", "crates.io/crates/occupancy"] {
            let path = document.display();
            assert!(!text.contains(name), "{path} links to {name}");
        }
    }
}
