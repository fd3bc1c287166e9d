//! The images of the README and of the guide: files that `occupancy-report` draws, of configurations that the page
//! beside them states. `occupancy-models` has the others.
//!
//! `OCCUPANCY_BLESS=1 cargo test --package occupancy-macros images` writes them anew.

use std::path::{Path, PathBuf};
use std::{env, fs};

use occupancy_report::{Chart, image};

use crate::errors::Errors;
use crate::model::Model;
use crate::syntax::Args;

/// The image's name, the chart, the arguments of the attribute, and a page that states them.
type Image = (&'static str, Chart, &'static str, &'static str);

const SAXPY: &str = r#"arch = "h100", threads = 256, regs = 64, min_blocks = 2"#;
const TILE: &str =
    r#"arch = "h100", threads = 256, regs = 72, smem = 40 * 1024, min_blocks = 3, grid = 1000"#;
const GEMM: &str = r#"arch = "h100", threads = 256, regs = 128, smem = 2 * 2 * 128 * 16 * 4, barriers = 1, min_blocks = 2"#;
const ATTENTION: &str = r#"arch = "h100", threads = 384, regs = 168, smem = (1 + 2 + 2) * 128 * 128 * 2, min_blocks = 1"#;
const TAIL: &str = r#"arch = "h100", threads = 256, regs = 64, grid = 600, allow(last_wave)"#;

const IMAGES: &[Image] = &[
    ("saxpy-sm", Chart::Sm, SAXPY, "README.md"),
    ("saxpy-threads", Chart::Threads, SAXPY, "README.md"),
    ("saxpy-registers", Chart::Registers, SAXPY, "README.md"),
    (
        "saxpy-shared-memory",
        Chart::SharedMemory,
        SAXPY,
        "README.md",
    ),
    ("tile-sm", Chart::Sm, TILE, "docs/guide/charts.md"),
    ("tile-threads", Chart::Threads, TILE, "docs/guide/charts.md"),
    (
        "tile-registers",
        Chart::Registers,
        TILE,
        "docs/guide/charts.md",
    ),
    (
        "tile-shared-memory",
        Chart::SharedMemory,
        TILE,
        "docs/guide/charts.md",
    ),
    ("tile-tail", Chart::Tail, TILE, "docs/guide/charts.md"),
    ("gemm-sm", Chart::Sm, GEMM, "docs/guide/low_occupancy.md"),
    (
        "attention-sm",
        Chart::Sm,
        ATTENTION,
        "docs/guide/low_occupancy/attention.md",
    ),
    ("tail", Chart::Tail, TAIL, "docs/guide/tails.md"),
];

/// The root of the repository.
fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn draw(chart: Chart, arguments: &str) -> String {
    let mut errors = Errors::default();
    let args = Args::parse(arguments.parse().unwrap(), &mut errors);
    let model = Model::resolve(args, &mut errors);
    assert_eq!(errors.into_tokens().to_string(), "", "{arguments}");
    assert!(model.is_known(), "{arguments}");
    let configuration = model.configuration();
    image(chart, &configuration, &configuration.archs[0]).unwrap()
}

/// How the names of images begin that `occupancy-models` draws.
const OF_MODELS: [&str; 3] = ["banks-", "blocks-", "timeline-"];

#[test]
fn images_are_what_the_charts_draw() {
    for &(name, chart, arguments, _) in IMAGES {
        let drawn = draw(chart, arguments);
        // An empty line would end the block of HTML that the file is in rustdoc's pages.
        assert!(!drawn.contains("\n\n"), "{name}");
        roxmltree::Document::parse(&drawn).unwrap_or_else(|error| panic!("{name}: {error}"));
        let file = repository().join(format!("docs/images/{name}.svg"));
        if env::var_os("OCCUPANCY_BLESS").is_some() {
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, &drawn).unwrap();
        }
        let there = fs::read_to_string(&file).unwrap_or_default();
        assert_eq!(there, drawn, "{name}: OCCUPANCY_BLESS=1 writes it anew");
    }
    let files = fs::read_dir(repository().join("docs/images")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let ours = names.filter(|name| !OF_MODELS.iter().any(|begin| name.starts_with(begin)));
    assert_eq!(ours.count(), IMAGES.len(), "every image is one of the list");
}

#[test]
fn images_show_what_their_page_states() {
    let without_spaces = |text: &str| text.split_whitespace().collect::<String>();
    for &(name, _, arguments, page) in IMAGES {
        let text = fs::read_to_string(repository().join(page)).unwrap();
        let attribute = without_spaces(&format!("#[launch_config({arguments})]"));
        let text = without_spaces(&text).replace(",)]", ")]");
        assert!(text.contains(&attribute), "{name}: {attribute} in {page}");
    }
}
