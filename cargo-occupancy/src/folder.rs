//! The files of a folder.

use std::io;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

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
    // Links to folders are not followed; pipes and devices are not libraries.
    for entry in WalkDir::new(path).sort_by_file_name() {
        let (below, has_code) = match entry.map(DirEntry::into_path) {
            Ok(below) if below.is_file() => {
                let has_code = begins_with_code(&below);
                (below, has_code)
            }
            Ok(below) => (below, Ok(false)),
            Err(error) => {
                let below = error.path().unwrap_or(path).to_owned();
                (
                    below,
                    Err(error
                        .into_io_error()
                        .unwrap_or_else(|| io::ErrorKind::Other.into())),
                )
            }
        };
        match has_code {
            Ok(true) => files.push(below),
            Ok(false) => {}
            Err(error) => {
                is_read = false;
                writeln!(err, "error: {}: {error}", below.display())?;
            }
        }
    }
    if files.len() == before {
        writeln!(
            err,
            "{}: no file with GPU code in this folder",
            path.display()
        )?;
    }
    Ok(is_read)
}
