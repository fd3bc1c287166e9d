//! The cases of `tests/ui` and `tests/pass`. A topic is a folder; nothing lists them.

use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The folders of `tests/ui`.
pub(crate) fn topics() -> Vec<String> {
    entries(&Path::new(ROOT).join("tests/ui"))
        .iter()
        .map(|folder| {
            assert!(folder.is_dir(), "{} is in no topic", folder.display());
            folder.file_name().unwrap().to_str().unwrap().to_owned()
        })
        .collect()
}

/// The sources of a topic.
pub(crate) fn sources(topic: &str) -> Vec<PathBuf> {
    files(&format!("tests/ui/{topic}"), "rs")
}

/// What the compiler says of each source of a topic.
pub(crate) fn messages(topic: &str) -> Vec<PathBuf> {
    files(&format!("tests/ui/{topic}"), "stderr")
}

/// The cases that compile.
pub(crate) fn accepted() -> Vec<PathBuf> {
    files("tests/pass", "rs")
}

/// The arguments of a case with the paths of files as they are anywhere.
pub(crate) fn with_absolute_paths(arguments: &str) -> String {
    let tests = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    arguments
        .replace("\"../../", &format!("\"{tests}/"))
        .replace(
            "\"saxpy.cubin\"",
            &format!("\"{tests}/kernels/saxpy.cubin\""),
        )
}

fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let mut files = entries(&Path::new(ROOT).join(folder));
    files.retain(|path| path.extension().is_some_and(|found| found == extension));
    files
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<_> = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    entries
}
