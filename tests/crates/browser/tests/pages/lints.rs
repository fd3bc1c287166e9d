//! What rustdoc says of an annotated crate: as much of the author's own documentation as without the
//! attribute, and nothing of what the attribute writes. The pages are the same on every run.

use std::fs;

use crate::common::document_source;

/// A crate with `source`, documented; what rustdoc said, and the page of `SaxpyLaunch`.
fn document(name: &str, source: &str) -> (String, String) {
    let (is_documented, said, folder) = document_source(name, source);
    assert!(is_documented, "{said}");
    let page = folder.join("type.SaxpyLaunch.html");
    (said, fs::read_to_string(page).expect("a page"))
}

#[test]
fn the_authors_own_broken_links_are_reported() {
    let (said, _) = document(
        "broken_links",
        "//! Broken.\n\n\
         /// See [`nowhere_of_the_function`].\n\
         #[occupancy::launch_config(arch = \"h100\", threads = 256, regs = 64, grid = 528)]\n\
         pub fn saxpy() {}\n",
    );
    assert!(
        said.contains("unresolved link to `nowhere_of_the_function`"),
        "{said}"
    );
    assert!(said.contains("generated 1 warning"), "{said}");
}

#[test]
fn a_page_is_the_same_on_every_run() {
    let source = |comment| {
        format!(
            "//! Twice.\n// {comment}\n\
             #[occupancy::launch_config(arch = [\"h100\", \"b200\"], threads = auto, regs = 64, \
             elements = 1 << 24)]\n\
             pub fn saxpy() {{}}\n"
        )
    };
    let (said, first) = document("same_pages", &source("one"));
    assert!(!said.contains("warning"), "{said}");
    // Another comment, so that it is documented anew.
    let (said, second) = document("same_pages", &source("two"));
    assert!(said.contains("Documenting same_pages"), "{said}");
    assert!(first.contains("<svg"));
    assert!(first == second, "the pages differ");
}

/// What only `sm_90a` has, such as `wgmma`, does not compile for `sm_90`.
#[test]
fn the_lines_to_copy_have_the_target_that_is_stated() {
    let (_, page) = document(
        "stated_target",
        "//! A target.\n\
         #[occupancy::launch_config(arch = \"sm_90a\", threads = 256, regs = 64)]\n\
         pub fn saxpy() {}\n",
    );
    for line in [
        "-gencode=arch=compute_90a,code=sm_90a<",
        "--gpu-architecture=sm_90a<",
        "--gpu-name=sm_90a ",
    ] {
        assert!(page.contains(line), "{line}");
    }
    assert!(!page.contains("=sm_90 ") && !page.contains("=sm_90<"));
}
