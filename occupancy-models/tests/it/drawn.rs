//! What is drawn, beside the files of `docs/images`. `OCCUPANCY_BLESS=1` writes them anew.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// The root of the repository.
pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The images of the models; `occupancy-macros` draws the others.
pub(crate) fn is_of_models(name: &str) -> bool {
    let begins = ["banks-", "blocks-", "timeline-"];
    begins.iter().any(|begin| name.starts_with(begin))
}

/// How many images there are of which this holds.
pub(crate) fn count(is_wanted: impl Fn(&str) -> bool) -> usize {
    let files = fs::read_dir(repository().join("docs/images")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    names.filter(|name| is_wanted(name)).count()
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
    assert_eq!(there, drawn, "{name}: OCCUPANCY_BLESS=1 writes it anew");
}
