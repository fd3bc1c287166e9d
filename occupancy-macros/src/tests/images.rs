//! The images of the README and of the guide that `occupancy-report` draws. The page beside an image states its
//! configuration. `occupancy-models` draws the other images.
//!
//! `OCCUPANCY_BLESS=1 cargo test --package occupancy-macros images` writes them anew.

#[path = "../../../occupancy-models/tests/it/drawn.rs"]
mod drawn;

use std::fs;

use occupancy_core::Arch;
use occupancy_report::drawings;

use crate::errors::Errors;
use crate::model::{Model, Reported};
use crate::syntax::Args;

/// Pages with the arguments that they state, and the images of them, whose names end in a chart.
const IMAGES: &str = include_str!("images.txt");

/// The charts, in the order of a page.
const CHARTS: [&str; 5] = ["sm", "threads", "registers", "shared-memory", "tail"];

#[test]
fn images_are_what_the_charts_draw_and_the_pages_state() {
    let without_spaces = |text: &str| text.split_whitespace().collect::<String>();
    let (mut model, mut count) = (None, 0);
    for line in IMAGES.lines() {
        let Some((page, arguments)) = line.split_once(": ") else {
            let number = CHARTS.iter().position(|name| line.ends_with(name)).unwrap();
            let configuration = Option::<&Model>::unwrap(model.as_ref()).configuration();
            // The first GPU, unless the image has the name of another.
            let is_of = |arch: &&Arch| line.starts_with(arch.short_name());
            let archs = configuration.archs;
            let arch = archs.iter().find(is_of).unwrap_or(&archs[0]);
            let html = drawings(&configuration, arch).unwrap();
            let drawn = drawn::alone(&html, number).unwrap();
            drawn::compare(line, &drawn);
            count += 1;
            continue;
        };
        let mut errors = Errors::default();
        let args = Args::parse(arguments.parse().unwrap(), &mut errors);
        model = Some(Model::judge(args, &mut Reported::default(), &mut errors));
        assert_eq!(errors.into_tokens().to_string(), "", "{arguments}");
        let text = without_spaces(&fs::read_to_string(drawn::repository().join(page)).unwrap());
        let attribute = without_spaces(&format!("#[launch_config({arguments})]"));
        let states = text.replace(",)]", ")]").contains(&attribute);
        assert!(states, "{page} does not state `{attribute}` of images.txt");
    }
    let all = drawn::count(|name| !drawn::is_of_models(name));
    assert_eq!(count, all, "tests/images.txt does not list every image");
}
