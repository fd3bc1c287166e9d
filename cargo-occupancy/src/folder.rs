//! The files of a folder.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::package::begins_with_code;

/// The files of a path; of a folder, those below it that may have GPU code, in the order of their names. Says what cannot
/// be read. Whether everything could be.
pub(crate) fn files_of(
    path: &Path,
    files: &mut Vec<PathBuf>,
    err: &mut dyn io::Write,
) -> io::Result<bool> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(true);
    }
    let (before, mut is_whole) = (files.len(), true);
    // What is still to be looked at, the next one last.
    let mut left = vec![path.to_owned()];
    while let Some(path) = left.pop() {
        // Pipes and devices are not libraries.
        let looked = if path.is_dir() {
            below(&path).map(|below| left.extend(below.into_iter().rev()))
        } else if path.is_file() {
            begins_with_code(&path).map(|has_code| files.extend(has_code.then(|| path.clone())))
        } else {
            Ok(())
        };
        if let Err(error) = looked {
            is_whole = false;
            writeln!(err, "error: {}: {error}", path.display())?;
        }
    }
    if files.len() == before {
        let path = path.display();
        writeln!(err, "{path}: no file with GPU code in this folder")?;
    }
    Ok(is_whole)
}

/// What a folder has; links to folders are not followed.
fn below(folder: &Path) -> io::Result<BTreeSet<PathBuf>> {
    let below = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let is_followed = |path: &PathBuf| !(path.is_dir() && path.is_symlink());
    below
        .filter(|path| path.as_ref().map_or(true, is_followed))
        .collect()
}
