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
    let before = files.len();
    let is_whole = walk(path, files, err)?;
    if files.len() == before {
        let path = path.display();
        writeln!(err, "{path}: no file with GPU code in this folder")?;
    }
    Ok(is_whole)
}

/// Links to folders are not followed; pipes and devices are not libraries.
fn walk(folder: &Path, files: &mut Vec<PathBuf>, err: &mut dyn io::Write) -> io::Result<bool> {
    let below = fs::read_dir(folder);
    let below = below.and_then(|below| below.map(|entry| Ok(entry?.path())).collect());
    let below: BTreeSet<_> = match below {
        Ok(below) => below,
        Err(error) => return trouble(folder, &error, err),
    };
    let mut is_whole = true;
    for path in below {
        if path.is_dir() && !path.is_symlink() {
            is_whole &= walk(&path, files, err)?;
        } else if path.is_file() {
            match begins_with_code(&path) {
                Ok(has_code) => files.extend(has_code.then_some(path)),
                Err(error) => is_whole = trouble(&path, &error, err)?,
            }
        }
    }
    Ok(is_whole)
}

fn trouble(path: &Path, error: &io::Error, err: &mut dyn io::Write) -> io::Result<bool> {
    writeln!(err, "error: {}: {error}", path.display())?;
    Ok(false)
}
