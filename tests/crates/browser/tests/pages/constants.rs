//! The pages of launch types whose values are constants: what the compiler calculates stands in the
//! declaration, what was read says where, and what is not known is named.

use std::fs;
use std::path::Path;

use occupancy_test_browser::constants::{ForeignLaunch, LeftLaunch, TiledLaunch};

use crate::common::{document, document_source, text};

/// A page, and the declaration on it.
struct Page {
    html: String,
    declaration: String,
}

fn page(doc: &Path, name: &str) -> Page {
    let path = doc.join(format!("constants/type.{name}.html"));
    let html = fs::read_to_string(path).expect("a page");
    let (_, declaration) = html
        .split_once("<pre class=\"rust item-decl\">")
        .expect("a declaration");
    let (declaration, _) = declaration.split_once("</pre>").expect("its end");
    let declaration = text(declaration).replace("&lt;", "<").replace("&gt;", ">");
    Page { html, declaration }
}

#[test]
fn the_declaration_has_what_the_compiler_calculates() {
    let doc = document(&[
        "--document-private-items",
        "--package",
        "occupancy-test-browser",
        "--lib",
    ]);
    let doc = doc.join("occupancy_test_browser");
    let tiled = page(&doc, "TiledLaunch");
    let blocks = format!("[Block; {}]: PerSm,", TiledLaunch::BLOCKS_PER_SM);
    assert!(tiled.declaration.contains(&blocks), "{}", tiled.declaration);
    // Where each is from.
    for row in [
        ["<code>SMEM</code>", "65,536", "src/constants.rs:9"],
        ["<code>REGISTERS</code>", "64", "src/constants.rs:12"],
        [
            "<code>Tile::BLOCK</code>",
            "(16, 16)",
            "src/constants.rs:20",
        ],
    ] {
        let [name, value, place] = row;
        let (_, cells) = tiled
            .html
            .split_once(&format!("<td>{name}</td>"))
            .expect("a row");
        let (cells, _) = cells.split_once("</tr>").expect("its end");
        assert!(cells.contains(&format!(">{value}</td>")), "{name}: {cells}");
        assert!(cells.contains(&format!(">{place}</td>")), "{name}: {cells}");
    }
    // Not known here, and exact all the same.
    let foreign = page(&doc, "ForeignLaunch");
    for clause in [
        format!("[Block; {}]: PerSm", ForeignLaunch::BLOCKS_PER_SM),
        format!("[Warp; {}]: PerSm", ForeignLaunch::WARPS_PER_SM),
        "[WarpSlot; 64]: PerSm".to_owned(),
        format!(
            "[Byte; {}]: StaticSharedMemory",
            ForeignLaunch::STATIC_SHARED_MEMORY
        ),
    ] {
        assert!(
            foreign.declaration.contains(&clause),
            "{}",
            foreign.declaration
        );
    }
    let shown = text(&foreign.html);
    assert!(
        shown.contains("occupancy::gpu::MAX_GRID_DIM (of another crate)"),
        "{shown}"
    );
    assert!(shown.contains("The known values allow at most 4 blocks per SM."));
    assert!(shown.contains("depends on static_smem"));
    let left = page(&doc, "LeftLaunch");
    for (at, variant) in LeftLaunch::VARIANTS.iter().enumerate() {
        let occupancy = variant.occupancy().expect("it was checked");
        let clause = format!("PerSm<{}>", at + 1);
        assert!(left.declaration.contains(&clause), "{}", left.declaration);
        let blocks = format!("[Block; {}]: ", occupancy.blocks_per_sm);
        assert!(left.declaration.contains(&blocks), "{}", left.declaration);
    }
    let of_macro = page(&doc, "OfMacroLaunch");
    assert!(text(&of_macro.html).contains("REGISTERS (a macro is given it or writes it)"));
    // What is known needs no clause.
    let literals = fs::read_to_string(doc.join("type.SaxpyLaunch.html")).expect("a page");
    assert!(!literals.contains("PerSm"));
}

/// A macro that has the name of a harmless one, and defines what a glob brings as well.
#[test]
fn a_value_that_is_another_is_refused() {
    let source = |smem| {
        format!(
            "//! Another value.\n\
             mod sizes {{\n    pub const SMEM: usize = 65_536;\n}}\n\
             use sizes::*;\n\
             macro_rules! println {{\n    () => {{ const SMEM: usize = 32_768; }};\n}}\n\
             println!();\n\
             /// A kernel.\n\
             #[occupancy::launch_config(arch = \"h100\", threads = 256, regs = 64, smem = {smem})]\n\
             pub fn gemm() {{}}\n"
        )
    };
    let (is_documented, said, _) = document_source("another_value", &source("SMEM"));
    assert!(!is_documented, "{said}");
    for part in [
        "[OCC120] the documentation read `SMEM` as 65,536, but it is 32,768",
        "`SMEM` was read at src/lib.rs:3",
        "help: `smem = { SMEM }` leaves it to the compiler",
        "--> src/lib.rs:11:76",
    ] {
        assert!(said.contains(part), "{part} in\n{said}");
    }
    let (is_documented, said, _) = document_source("another_value", &source("{ SMEM }"));
    assert!(is_documented && !said.contains("error"), "{said}");
    // Of a block that is searched.
    let searched = source("SMEM.0 * warps")
        .replace("usize = 65_536", "(usize,) = (1_024,)")
        .replace("usize = 32_768", "(usize,) = (512,)")
        .replace("threads = 256", "threads = auto");
    let (is_documented, said, _) = document_source("another_value", &searched);
    assert!(!is_documented, "{said}");
    for part in [
        "[OCC120] the documentation read `SMEM.0 * warps` as 1,024, but it is 512",
        "help: `smem = { SMEM.0 * warps }` leaves it to the compiler",
    ] {
        assert!(said.contains(part), "{part} in\n{said}");
    }
}
