//! The pages of launch types whose values only the compiler knows: each is as complete as with literals, and where
//! the compiler has no answer, the page says why.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{
    Documentation, assert_same, document_package, document_values, is_launch, pages, tables, text,
};
use crate::figures::{figures, gpus_and_charts};

/// Every page has its figures and charts, and the index every kernel.
fn is_complete(doc: &Documentation, kernels: &[&str]) {
    for page in pages(&doc.folder).iter().filter(|page| is_launch(page)) {
        let html = doc.read(page);
        // The sentence comes first, and once.
        let sentence = "<p>Launch parameters of ";
        assert_eq!(html.matches(sentence).count(), 1, "{page}");
        assert!(html.find(sentence) < html.find("<table"), "{page}");
        let (gpus, charts) = gpus_and_charts(&html);
        assert!(gpus > 0 && gpus == charts, "{page}");
    }
    let index = doc.read("launches/index.html");
    let rows = &tables(&index)[0].rows;
    let mut names: Vec<&str> = rows.iter().map(|cells| cells[0].as_str()).collect();
    names.dedup();
    assert_eq!(names, kernels);
}

/// In the order of modules, files and lines.
const KERNELS: [&str; 15] = [
    "GemmLaunch",
    "TypedLaunch",
    "BuiltLaunch",
    "OwnBoardLaunch",
    "GemmRunLaunch",
    "Made32Launch",
    "Made48Launch",
    "InnerLaunch",
    "TargetedLaunch",
    "TiledLaunch",
    "SearchedLaunch",
    "LowLaunch",
    "[hidden::PrivateLaunch]",
    "small::SameLaunch",
    "wide::SameLaunch",
];

#[test]
fn every_page_is_complete_whatever_its_values_are() {
    let folder = document_values("kernels", &[], &[]);
    is_complete(&folder, &KERNELS);
    assert_same(&figures(&folder), "constants.txt");
    for (page, shown) in [
        ("type.GemmLaunch.html", "24,576 = bytes(ROWS, 32) * STAGES"),
        (
            "type.TypedLaunch.html",
            "512 = ROWS * <f64 as Element>::BYTES",
        ),
        ("type.BuiltLaunch.html", "512 = BUILT"),
        ("type.BuiltLaunch.html", "32 = 16 + BUILT / 32"),
        ("type.OwnBoardLaunch.html", "Orin NX 8GB = BOARD"),
        (
            "type.GemmRunLaunch.html",
            "16 × 16 = (Self::SIDE, Self::SIDE)",
        ),
        ("type.TargetedLaunch.html", "50 % = HALF"),
        ("type.SearchedLaunch.html", "threads = auto chose 1024"),
        ("small/type.SameLaunch.html", "32 = REGISTERS"),
        ("wide/type.SameLaunch.html", "128 = REGISTERS"),
    ] {
        let page = text(&folder.read(page));
        assert!(page.contains(shown), "{shown}");
    }
    // A page with literals alone shows nothing else.
    assert!(!text(&folder.read("type.Made32Launch.html")).contains("regs32 = "));
}

#[test]
fn the_compiler_is_asked_as_rustdoc_was_called() {
    let large = document_values("kernels", &["--features", "large"], &[]);
    assert!(text(&large.read("type.GemmLaunch.html")).contains("49,152 = bytes(ROWS, 32)"));
    drop(large);
    let private = document_values("kernels", &["--document-private-items"], &[]);
    let mut kernels = KERNELS;
    kernels[12] = "hidden::PrivateLaunch";
    is_complete(&private, &kernels);
    assert!(
        private
            .folder
            .join("hidden/type.PrivateLaunch.html")
            .is_file()
    );
}

/// With options that no stable rustdoc takes, and for a folder of static files.
#[test]
#[ignore = "builds the library once more: `.ci/run` has it, or `-- --include-ignored`"]
fn the_compiler_is_asked_as_docs_rs_calls_rustdoc() {
    let of_docs_rs = "--cfg docsrs -Zunstable-options --emit=invocation-specific --resource-suffix -1.97.0 \
                      --static-root-path /-/rustdoc.static/ --cap-lints warn --extern-html-root-takes-precedence";
    // Other packages need not be built again for it.
    let target = concat!(env!("CARGO_TARGET_TMPDIR"), "/docs-rs");
    let variables = [
        ("RUSTDOCFLAGS", of_docs_rs),
        ("RUSTC_BOOTSTRAP", "1"),
        ("CARGO_TARGET_DIR", target),
    ];
    is_complete(&document_values("kernels", &[], &variables), &KERNELS);
}

/// If the compiler has no answer, the page has the figures that are known without it, and one sentence says why.
#[test]
fn a_page_says_why_it_has_no_figures() {
    let folder = document_values("refused", &["--features", "broken"], &[]);
    for (page, reason) in [
        (
            "type.RefusedLaunch.html",
            "The compiler refuses this configuration: cargo check says why.",
        ),
        (
            "type.FailsLaunch.html",
            "The compiler cannot evaluate a value of this kernel: cargo check says which, and why.",
        ),
    ] {
        let page = folder.read(page);
        assert!(text(&page).contains(reason), "{reason}");
        assert!(
            text(&page).contains("The known values allow at most"),
            "{reason}"
        );
        assert_eq!(gpus_and_charts(&page), (0, 0));
    }
    // No fault of another kernel is in the way, nor what only the compiler looks at.
    for page in ["type.FineLaunch.html", "type.LiteralLaunch.html"] {
        assert_eq!(gpus_and_charts(&folder.read(page)), (1, 1));
    }
    let index = folder.read("launches/index.html");
    let refused = &tables(&index)[0].rows[0];
    assert_eq!(
        refused[..2],
        ["RefusedLaunch", "refused: cargo check says why"]
    );
    assert!(text(&index).contains("The compiler cannot evaluate a value of every kernel"));
}

/// A rustdoc without a compiler beside it.
#[cfg(target_os = "linux")]
#[test]
fn without_a_compiler_nothing_fails() {
    let output = Command::new("rustc")
        .args(["--print", "sysroot"])
        .output()
        .expect("rustc runs");
    let sysroot = PathBuf::from(String::from_utf8(output.stdout).expect("a path").trim());
    let alone = Path::new(env!("CARGO_TARGET_TMPDIR")).join("alone");
    fs::create_dir_all(alone.join("bin")).expect("a folder");
    fs::create_dir_all(alone.join("lib")).expect("a folder");
    let rustdoc = alone.join("bin/rustdoc");
    fs::copy(sysroot.join("bin/rustdoc"), &rustdoc).expect("rustdoc");
    for library in fs::read_dir(sysroot.join("lib")).expect("its libraries") {
        let library = library.expect("a file").path();
        let copy = alone.join("lib").join(library.file_name().expect("a name"));
        if library.is_file() && !copy.exists() {
            fs::hard_link(&library, &copy)
                .or_else(|_| fs::copy(&library, &copy).map(|_| ()))
                .expect("a library");
        }
    }
    let rustdoc = rustdoc.to_str().expect("a path in UTF-8");
    let folder = document_values("refused", &[], &[("RUSTDOC", rustdoc)]);
    let page = text(&folder.read("type.FineLaunch.html"));
    assert!(page.contains(
        "Some values are constants, and there is no rustc beside rustdoc that could be asked."
    ));
    let index = text(&folder.read("launches/index.html"));
    assert!(index.contains(
        "The launch configurations are not listed, since there is no rustc beside rustdoc that could be asked."
    ));
    // If every value is a literal, the compiler is not asked.
    assert_eq!(
        gpus_and_charts(&folder.read("type.LiteralLaunch.html")),
        (1, 1)
    );
}

/// In a crate of the workspace.
#[test]
fn constants_of_the_library_are_known() {
    let doc = document_package("browser");
    let page = doc.read("constants/type.ForeignLaunch.html");
    assert!(text(&page).contains("16,383 = occupancy::gpu::MAX_GRID_DIM.1 / 4"));
}
