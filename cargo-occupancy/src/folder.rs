//! The files of a folder.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::package::begins_with_code;

/// The files of a path, which may be a folder; says what cannot be read. Whether everything could be.
pub(crate) fn files_of(
    path: &Path,
    files: &mut Vec<PathBuf>,
    err: &mut dyn io::Write,
) -> io::Result<bool> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(true);
    }
    let before = files.len();
    let mut troubles = Vec::new();
    walk(path, files, &mut troubles);
    for (below, error) in &troubles {
        writeln!(err, "error: {}: {error}", below.display())?;
    }
    if files.len() == before {
        writeln!(
            err,
            "{}: no file with GPU code in this folder",
            path.display()
        )?;
    }
    Ok(troubles.is_empty())
}

/// The files below a folder that may have GPU code, in the order of their names. Links to folders are not
/// followed; pipes and devices are not libraries.
fn walk(path: &Path, files: &mut Vec<PathBuf>, troubles: &mut Vec<(PathBuf, io::Error)>) {
    let below = || -> io::Result<Vec<_>> {
        let mut below = fs::read_dir(path)?.collect::<io::Result<Vec<_>>>()?;
        below.sort_by_key(fs::DirEntry::file_name);
        Ok(below)
    };
    let below = below().unwrap_or_else(|error| {
        troubles.push((path.to_owned(), error));
        Vec::new()
    });
    for path in below.iter().map(fs::DirEntry::path) {
        if path.is_dir() && !path.is_symlink() {
            walk(&path, files, troubles);
        } else if path.is_file() {
            match begins_with_code(&path) {
                Ok(true) => files.push(path),
                Ok(false) => {}
                Err(error) => troubles.push((path, error)),
            }
        }
    }
}
