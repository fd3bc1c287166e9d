//! The page that lists every launch configuration of a crate: its rows, and where they lead.

use std::fs;

use crate::common::{cells, document, table, text};

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

/// The names of the rows, in the order of the source.
const LISTED: [&str; 40] = [
    "TiledLaunch",
    "OwnBoardLaunch",
    "SearchedLaunch",
    "ListedLaunch",
    "ListedLaunch",
    "ForeignLaunch",
    "LeftLaunch",
    "LeftLaunch",
    "PointerLaunch",
    "QualifiedLaunch",
    "TiledLaunch",
    "AppliedLaunch",
    "RenamedLaunch",
    "KernelLaunch",
    "IncludedLaunch",
    "LastLaunch",
    "LongLaunch",
    "LongLaunch",
    "OnOneLaunch",
    "OnFourLaunch",
    "OnFourLaunch",
    "OnFourLaunch",
    "OnFourLaunch",
    "MoveLaunch",
    "DeferredLaunch",
    "CompiledLaunch",
    "ConditionalLaunch",
    "MethodLaunch",
    "MethodOnA100",
    "nested::PrivateLaunch",
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
            None => assert!(
                ["nested::PrivateLaunch", "grammar::LastLaunch"].contains(&cells[0].as_str()),
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
    // What is nowhere has no row, and is not said to be unseen.
    let unseen: Vec<_> = page
        .split("<li>")
        .filter_map(|item| item.split_once("</li>"))
        .map(|(item, _)| text(item))
        .filter(|item| item.starts_with("Not in the table"))
        .collect();
    assert_eq!(
        unseen,
        [
            "Not in the table: 1 configuration in the macro kernel!, used 3 times",
            "Not in the table: 1 configuration in the macro kernel!, used 3 times",
            "Not in the table: 1 configuration given to the macro as_it_is!",
            "Not in the table: 2 configurations inside grammar::function",
        ]
    );
    let row = |name: &str| {
        let row = rows.iter().find(|(_, cells)| cells[0] == name);
        &row.expect("a row").1[1..]
    };
    // Registers and shared memory are those of the file.
    assert_eq!(
        row("CompiledLaunch"),
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
        row("OwnBoardLaunch"),
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
    // What is not known is named, and the rest is there.
    assert_eq!(
        row("ForeignLaunch"),
        [
            "not known: occupancy::gpu::MAX_GRID_DIM (of another crate); see its own page",
            "≤ 4",
            "",
            "",
            "H100 SXM5 80GB",
            "256",
            "64",
            ""
        ]
    );
}
