//! Finds the cases of `tests/ui` and `tests/pass`. A topic is a folder; there is no list of them.

use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Lists the folders of `tests/ui`.
pub(crate) fn topics() -> Vec<String> {
    entries(&Path::new(ROOT).join("tests/ui"))
        .iter()
        .map(|folder| {
            assert!(folder.is_dir(), "{} is in no topic", folder.display());
            folder.file_name().unwrap().to_str().unwrap().to_owned()
        })
        .collect()
}

/// Lists the sources of a topic.
pub(crate) fn sources(topic: &str) -> Vec<PathBuf> {
    below(&format!("tests/ui/{topic}"), "rs")
}

/// Reads the messages of the compiler about each source of a topic.
pub(crate) fn messages(topic: &str) -> Vec<PathBuf> {
    below(&format!("tests/ui/{topic}"), "stderr")
}

/// Writes the arguments of a case with paths that hold in any folder.
pub(crate) fn with_absolute_paths(arguments: &str) -> String {
    let tests = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    arguments
        .replace("\"../../", &format!("\"{tests}/"))
        .replace(
            "\"saxpy.cubin\"",
            &format!("\"{tests}/kernels/saxpy.cubin\""),
        )
}

/// Lists the files of the repository below a folder whose names end like this.
pub(crate) fn below(folder: &str, extension: &str) -> Vec<PathBuf> {
    let (folders, mut found): (Vec<PathBuf>, _) = entries(&Path::new(ROOT).join(folder))
        .into_iter()
        .partition(|path| path.is_dir());
    found.retain(|path| path.extension().is_some_and(|found| found == extension));
    for folder in folders {
        // Builds leave files there.
        if folder.file_name().is_some_and(|name| name != "target") {
            found.extend(below(folder.to_str().unwrap(), extension));
        }
    }
    found
}

/// Joins the texts of these files.
pub(crate) fn text(files: &[PathBuf]) -> String {
    let texts = files.iter().map(|file| fs::read_to_string(file).unwrap());
    texts.collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<_> = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    entries
}
