//! The cases of `tests/ui` and `tests/pass`. Each folder is a topic.

use std::fs;
use std::path::{Path, PathBuf};

use crate::compiler::ROOT;

/// The folders of `tests/ui`.
pub(crate) fn topics() -> Vec<String> {
    entries(&Path::new(ROOT).join("tests/ui"))
        .iter()
        .map(|folder| {
            let path = folder.display();
            assert!(
                folder.is_dir(),
                "{path} is in no topic: move it to a folder"
            );
            folder.file_name().unwrap().to_str().unwrap().to_owned()
        })
        .collect()
}

/// The sources of a topic.
pub(crate) fn sources(topic: &str) -> Vec<PathBuf> {
    below(&format!("tests/ui/{topic}"), "rs")
}

/// The files with the messages of a topic.
pub(crate) fn messages(topic: &str) -> Vec<PathBuf> {
    below(&format!("tests/ui/{topic}"), "stderr")
}

/// The arguments of a case with absolute paths.
pub(crate) fn with_absolute_paths(arguments: &str) -> String {
    let tests = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    arguments
        .replace("\"../../", &format!("\"{tests}/"))
        .replace(
            "\"saxpy.cubin\"",
            &format!("\"{tests}/kernels/saxpy.cubin\""),
        )
}

/// The files with this extension below a folder of the repository.
pub(crate) fn below(folder: &str, extension: &str) -> Vec<PathBuf> {
    let (folders, mut found): (Vec<PathBuf>, _) = entries(&Path::new(ROOT).join(folder))
        .into_iter()
        .partition(|path| path.is_dir());
    found.retain(|path| path.extension().is_some_and(|end| end == extension));
    for folder in folders {
        // Builds leave one there.
        if folder.file_name().is_some_and(|name| name != "target") {
            found.extend(below(folder.to_str().unwrap(), extension));
        }
    }
    found
}

/// The texts of these files, one after another.
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
