//! The page that lists every launch configuration of a crate: its rows, and where they lead.

use std::fs;

use crate::common::{cells, document, table};

/// The cells of each row: text, and the target of the first link.
fn rows(page: &str) -> Vec<(Option<String>, Vec<String>)> {
    let links = table(page).into_iter().map(|row| {
        row.split_once("href=\"").map(|(_, rest)| {
            let (link, _) = rest.split_once('"').expect("the end of a link");
            link.to_owned()
        })
    });
    links.zip(cells(page)).collect()
}

/// The names of the rows, in the order of modules, files and lines.
const LISTED: [&str; 46] = [
    "SaxpyLaunch",
    "GemmLaunch",
    "FullLaunch",
    "AloneLaunch",
    "AttentionLaunch",
    "SortLaunch",
    "SortLaunch",
    "SortLaunch",
    "TablesLaunch",
    "NothingLaunch",
    "constants::TiledLaunch",
    "constants::OwnBoardLaunch",
    "constants::SearchedLaunch",
    "constants::ListedLaunch",
    "constants::ListedLaunch",
    "constants::ForeignLaunch",
    "constants::LeftLaunch",
    "constants::LeftLaunch",
    "constants::OfMacroLaunch",
    "grammar::PointerLaunch",
    "grammar::QualifiedLaunch",
    "grammar::TiledLaunch",
    "grammar::AppliedLaunch",
    "grammar::RenamedLaunch",
    "grammar::KernelLaunch",
    "grammar::FirstLaunch",
    "grammar::SecondLaunch",
    "grammar::GivenLaunch",
    "grammar::InnerLaunch",
    "grammar::OtherLaunch",
    "grammar::LastLaunch",
    "grammar::LongLaunch",
    "grammar::LongLaunch",
    "grammar::IncludedLaunch",
    "lists::OnOneLaunch",
    "lists::OnFourLaunch",
    "lists::OnFourLaunch",
    "lists::OnFourLaunch",
    "lists::OnFourLaunch",
    "nested::DeferredLaunch",
    "nested::CompiledLaunch",
    "nested::ConditionalLaunch",
    "nested::MethodLaunch",
    "nested::MethodOnA100",
    "nested::PrivateLaunch",
    "nested::deeper::moved::MoveLaunch",
];

#[test]
fn every_configuration_is_listed_and_linked() {
    let doc = document(&[
        "--document-private-items",
        "--package",
        "occupancy-test-browser",
        "--lib",
    ]);
    let folder = doc.join("occupancy_test_browser/launches");
    let page = fs::read_to_string(folder.join("index.html")).expect("the page");
    let rows = rows(&page);
    for (link, cells) in &rows {
        match link {
            Some(link) => assert!(folder.join(link).is_file(), "{link} leads nowhere"),
            // Inside a function.
            None => assert!(
                ["grammar::InnerLaunch", "grammar::OtherLaunch"].contains(&cells[0].as_str()),
                "{} has no link",
                cells[0]
            ),
        }
        assert_eq!(cells.len(), 9, "{cells:?}");
    }
    // A row for each GPU of a list, for each attribute of an item; none under a condition that is not
    // met.
    let names: Vec<_> = rows.iter().map(|(_, cells)| cells[0].as_str()).collect();
    assert_eq!(names, LISTED);
    let row = |name: &str| {
        let row = rows.iter().find(|(_, cells)| cells[0] == name);
        &row.expect("a row").1[1..]
    };
    // Registers and shared memory are those of the file.
    assert_eq!(
        row("nested::CompiledLaunch"),
        [
            "warps",
            "8",
            "100 %",
            "–",
            "H100 SXM5 80GB",
            "256",
            "14",
            "1,024"
        ]
    );
    assert_eq!(
        row("GemmLaunch"),
        [
            "registers and shared memory",
            "3",
            "50 %",
            "–",
            "GeForce RTX 4090",
            "16 × 16",
            "72",
            "25,600"
        ]
    );
    // Of constants, and of a board that no table has.
    assert_eq!(
        row("constants::OwnBoardLaunch"),
        [
            "registers",
            "4",
            "66.7 %",
            "100 %",
            "Orin NX 8GB",
            "256",
            "64",
            "16,384"
        ]
    );
    // Of a constant of another crate.
    assert_eq!(
        row("constants::ForeignLaunch"),
        [
            "registers",
            "4",
            "50 %",
            "–",
            "H100 SXM5 80GB",
            "256",
            "64",
            "16,383"
        ]
    );
}
