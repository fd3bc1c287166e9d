//! Compares drawings with the files of `docs/images`. `OCCUPANCY_BLESS=1` writes them anew.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// The root of the repository.
pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The images of the models; `occupancy-macros` draws the others.
pub(crate) fn is_of_models(name: &str) -> bool {
    let begins = ["banks-", "blocks-", "levels", "timeline-", "warps-"];
    begins.iter().any(|begin| name.starts_with(begin))
}

/// The number of images for which this holds.
pub(crate) fn count(is_wanted: impl Fn(&str) -> bool) -> usize {
    let files = fs::read_dir(repository().join("docs/images")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    names.filter(|name| is_wanted(name)).count()
}

/// A drawing of a page's HTML as a file of its own: an image takes no colours from the page that shows it, and so has
/// its own, light or dark as the reader prefers. Where the text of the file stands in a page of rustdoc's, the theme's
/// colours win.
pub(crate) fn alone(html: &str, number: usize) -> Option<String> {
    const ASIDE: u32 = 14;
    let (head, drawing) = html.split("<svg ").nth(number + 1)?.split_once('>')?;
    let (_, size) = head.split_once("viewBox=\"0 0 ")?;
    let (width, height) = size.split_once('"')?.0.split_once(' ')?;
    let [width, height] =
        [width, height].map(|pixels| pixels.parse().map(|it: u32| it + 2 * ASIDE));
    let (width, height) = (width.ok()?, height.ok()?);
    let (said, drawing) = drawing.split_once("</svg>")?.0.split_once("</desc>")?;
    let (lines, texts) = drawing.split_once("<g ")?;
    let element = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"-{ASIDE} -{ASIDE} {width} {height}\" fill=\"none\" \
         stroke=\"currentColor\" style=\"max-width:100%;height:auto;border-radius:6px;\
         font:11px Fira Sans,sans-serif;color-scheme:light dark;\
         color:var(--main-color,light-dark(#1f2328,#e6edf3));\
         background:var(--main-background-color,light-dark(#fff,#0d1117))\">\n\
         {said}</desc>\n{lines}\n<g {texts}\n</svg>\n"
    );
    let accent = "var(--link-color,light-dark(#0969da,#4493f8))";
    Some(element.replace("var(--link-color)", accent))
}

pub(crate) fn compare(name: &str, drawn: &str) {
    // An empty line would end the block of HTML that the file is in rustdoc's pages.
    assert!(!drawn.contains("\n\n"), "{name}");
    roxmltree::Document::parse(drawn).unwrap_or_else(|error| panic!("{name}: {error}"));
    let file = repository().join(format!("docs/images/{name}.svg"));
    if env::var_os("OCCUPANCY_BLESS").is_some() {
        fs::write(&file, drawn).unwrap();
    }
    let there = fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(
        there, drawn,
        "docs/images/{name}.svg is not this drawing: with OCCUPANCY_BLESS=1, this test writes it anew"
    );
}
