//! The page that lists every launch configuration of a crate: its rows, and where they lead.

use std::fmt::Write as _;

use crate::common::{assert_same, document_package, tables};

/// A row for each GPU of a list, for each attribute of an item, in the order of modules, files and lines; none under a
/// condition that is not met.
#[test]
fn every_configuration_is_listed_and_linked() {
    let doc = document_package("browser");
    let page = doc.read("launches/index.html");
    let mut shown = String::new();
    let (_, rows) = page.split_once("<tbody>").expect("a table");
    for (html, cells) in rows.split("<tr>").skip(1).zip(&tables(&page)[0].rows) {
        let link = html.split_once("href=\"").map(|(_, rest)| {
            let (link, _) = rest.split_once('"').expect("the end of a link");
            let page = doc.folder.join("launches").join(link);
            assert!(page.is_file(), "{link} leads nowhere");
            link
        });
        // An item inside a function has no page.
        let link = link.unwrap_or("nothing");
        let _ = writeln!(shown, "{} -> {link}", cells.join(" | "));
    }
    assert_same(&shown, "index.txt");
}
