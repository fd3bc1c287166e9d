//! The lints of rustdoc on an annotated crate: as many about the author's own documentation as without the attribute,
//! and none about the text that the attribute writes. The pages are the same on every run.

use crate::common::document_source;

#[test]
fn the_authors_own_broken_links_are_reported() {
    let (said, _) = document_source(
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
    // Another comment, so that it is documented anew.
    let [first, second] = ["one", "two"].map(|comment| {
        let source = format!(
            "//! Twice.\n// {comment}\n\
             #[occupancy::launch_config(arch = [\"h100\", \"b200\"], threads = auto, regs = 64, \
             elements = 1 << 24)]\n\
             pub fn saxpy() {{}}\n"
        );
        let (said, page) = document_source("same_pages", &source);
        assert!(!said.contains("warning"), "{said}");
        assert!(said.contains("Documenting same_pages"), "{said}");
        page
    });
    assert!(first.contains("<svg"));
    assert!(first == second, "the pages differ");
}

/// An instruction of `sm_90a` alone, such as `wgmma`, does not compile for `sm_90`.
#[test]
fn the_lines_to_copy_have_the_target_that_is_stated() {
    let (_, page) = document_source(
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
