//! Finds files in folders, and in wheels and other zip files.

use std::collections::HashSet;
use std::fs;
use std::hash::Hash;
use std::io::{self, Cursor, Read, Write};
use std::path::{Path, PathBuf};

use occupancy_binary::{ErrorKind, File};
use walkdir::WalkDir;
use zip::ZipArchive;
use zip::read::ZipFile;
use zip::result::ZipError;

use crate::console::{Messages, display_path};
use crate::content::{Content, LARGE, is_stdin, mapped};

/// Bytes that tell what a file is: PTX may begin with comments.
const HEAD: u64 = 1 << 12;

/// The most bytes of a member, unpacked: far more than any library has today.
const MOST: u64 = 16 << 30;

/// The most bytes that are unpacked for each byte of a file. Wheels come to five, and fat binaries to ten.
pub(crate) const RATIO: u64 = 128;

/// The most bytes that are unpacked of a file.
pub(crate) fn most_unpacked(bytes: &[u8]) -> u64 {
    /// The limit of small files.
    const LEAST: u64 = 64 << 20;
    (bytes.len() as u64).saturating_mul(RATIO).max(LEAST)
}

/// The most bytes of the record at the end of a zip file, with the longest comment.
const END: usize = 22 + 0xffff;

/// Returns `true` if a file begins like a zip file: with a member, or with the end if it is empty.
pub(crate) fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// The members of a zip file: the name of each, and its bytes if it may have GPU code.
pub(crate) fn members(
    bytes: &[u8],
) -> Result<impl Iterator<Item = (String, Result<Option<Content>, String>)>, String> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| {
        let end = &bytes[bytes.len().saturating_sub(END)..];
        if end.windows(4).any(|bytes| bytes == b"PK\x05\x06") {
            return format!("the zip file is damaged: {error}");
        }
        "the zip file is truncated: the list of its members, which is at its end, is missing\n\
         help: download or pack it anew"
            .to_owned()
    })?;
    if matches!(archive.has_overlapping_entries(), Ok(true)) {
        return Err("the zip file is damaged: its members lie over each other".to_owned());
    }
    let mut left = most_unpacked(bytes);
    Ok((0..archive.len()).map(move |number| {
        let name = match archive.name_for_index(number) {
            Some(Ok(name)) => name.into_owned(),
            _ => format!("member {number}"),
        };
        let content = match archive.by_index(number) {
            Ok(file) if file.is_dir() => Ok(None),
            Ok(file) => content(file, &mut left).map_err(|error| damaged(&error)),
            Err(ZipError::Io(error)) => Err(damaged(&error)),
            Err(error) => Err(format!(
                "it cannot be unpacked: {error}\nhelp: unpack the zip file"
            )),
        };
        (name, content)
    }))
}

fn damaged(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => "it is truncated".to_owned(),
        _ => format!("it cannot be unpacked: {error}"),
    }
}

fn content(mut file: ZipFile<'_, Cursor<&[u8]>>, left: &mut u64) -> io::Result<Option<Content>> {
    let size = file.size();
    let mut head = Vec::new();
    file.by_ref().take(HEAD).read_to_end(&mut head)?;
    if !has_code(&head) {
        return Ok(None);
    }
    let most = MOST.min(*left);
    if size > most {
        return Err(io::Error::other(format!(
            "it states {size} bytes, over the {most} that are left of {RATIO} for each byte of the zip file\n\
             help: unpack the zip file"
        )));
    }
    *left -= size;
    // One byte more than stated shows that there are more.
    let mut rest = file.take((size + 1).saturating_sub(head.len() as u64));
    let before = head.len() as u64;
    let (read, unpacked): (_, Content) = if size < LARGE {
        (rest.read_to_end(&mut head)? as u64, Box::new(head))
    } else {
        // The system can write the memory of a file back.
        let mut unpacked = tempfile::tempfile()?;
        unpacked.write_all(&head)?;
        (io::copy(&mut rest, &mut unpacked)?, mapped(&unpacked)?)
    };
    if before + read != size {
        let states = format!("it states {size} bytes, and has others");
        return Err(io::Error::other(states));
    }
    Ok(Some(unpacked))
}

/// Returns `true` if a file is a zip file, or may have GPU code. Pipes and devices are not libraries.
pub(crate) fn begins_with_code(path: &Path) -> io::Result<bool> {
    if !path.is_file() {
        return Ok(false);
    }
    let mut head = Vec::new();
    let file = fs::File::open(path)?;
    file.take(HEAD).read_to_end(&mut head)?;
    Ok(is_zip(&head) || has_code(&head))
}

/// Returns `true` if a file with these first bytes may have GPU code.
fn has_code(head: &[u8]) -> bool {
    !File::new(head).is_err_and(|error| error.kind() == ErrorKind::UnknownFormat)
}

/// The files of the paths, and of folders, those below them that may have GPU code, in the order of their names. A file
/// with several names is there once, by the first of them. Reports errors of reading.
pub(crate) fn find_files(paths: &[PathBuf], err: &mut Messages<'_>) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            find_below(path, &mut files, err)?;
        } else {
            files.push(path.clone());
        }
    }
    let mut known = HashSet::new();
    // A file that cannot be opened is reported when it is read.
    files.retain(|path| is_stdin(path) || identity(path).is_none_or(|it| known.insert(it)));
    Ok(files)
}

/// What all names of a file have in common.
fn identity(path: &Path) -> Option<impl Eq + Hash + use<>> {
    #[cfg(unix)]
    return fs::metadata(path).ok().map(|file| {
        use std::os::unix::fs::MetadataExt;
        (file.dev(), file.ino())
    });
    #[cfg(not(unix))]
    fs::canonicalize(path).ok()
}

/// Appends the files below a folder that may have GPU code. Links to other folders are not followed.
fn find_below(path: &Path, files: &mut Vec<PathBuf>, err: &mut Messages<'_>) -> io::Result<()> {
    let before = files.len();
    for entry in WalkDir::new(path).sort_by_file_name() {
        let (path, has_code) = match entry {
            Ok(entry) => (entry.path().to_owned(), begins_with_code(entry.path())),
            Err(error) => {
                let path = error.path().unwrap_or(path).to_owned();
                (path, error.into_io_error().map_or(Ok(false), Err))
            }
        };
        match has_code {
            Ok(has_code) => files.extend(has_code.then_some(path)),
            Err(error) => err.report(format_args!("error: {}: {error}", display_path(&path)))?,
        }
    }
    if files.len() == before {
        let path = display_path(path);
        writeln!(err, "{path}: no file with GPU code in this folder")?;
    }
    Ok(())
}
