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
    let mut is_read = true;
    walk(path, files, &mut |below, error| {
        is_read = false;
        writeln!(err, "error: {}: {error}", below.display())
    })?;
    if files.len() == before {
        writeln!(
            err,
            "{}: no file with GPU code in this folder",
            path.display()
        )?;
    }
    Ok(is_read)
}

/// The files below a folder that may have GPU code, in the order of their names. Links to folders are not
/// followed.
fn walk(
    folder: &Path,
    files: &mut Vec<PathBuf>,
    trouble: &mut dyn FnMut(&Path, io::Error) -> io::Result<()>,
) -> io::Result<()> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let mut entries = match entries {
        Ok(entries) => entries,
        Err(error) => return trouble(folder, error),
    };
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => walk(&path, files, trouble)?,
            // Follows links; pipes and devices are not libraries.
            Ok(_) if path.is_file() => match begins_with_code(&path) {
                Ok(true) => files.push(path),
                Ok(false) => {}
                Err(error) => trouble(&path, error)?,
            },
            Ok(_) => {}
            Err(error) => trouble(&path, error)?,
        }
    }
    Ok(())
}
