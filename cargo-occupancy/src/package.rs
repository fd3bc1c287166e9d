//! Where files are: folders, wheels and other zip files, and what else they are packed in.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Cursor, Read, Write};
use std::path::{Path, PathBuf};

use occupancy_binary::{ErrorKind, File};
use zip::ZipArchive;
use zip::read::ZipFile;
use zip::result::ZipError;

use crate::console::display_path;
use crate::content::{Content, LARGE, mapped};

/// Bytes by which it is known what a member is: PTX may begin with comments.
const HEAD: u64 = 1 << 12;

/// Bytes of a member at most, unpacked: far more than any library has today.
const MOST: u64 = 16 << 30;

/// Bytes that are unpacked of a file in all, for each that it has: wheels come to five, and fat binaries to ten.
pub(crate) const RATIO: u64 = 128;

/// Bytes that are unpacked of a file in all.
pub(crate) fn most_unpacked(bytes: &[u8]) -> u64 {
    /// For any.
    const LEAST: u64 = 64 << 20;
    (bytes.len() as u64).saturating_mul(RATIO).max(LEAST)
}

/// Bytes at the end of a zip file in which the end of its directory begins: the record, and the longest
/// comment.
const END: usize = 22 + 0xffff;

/// First bytes of files that others are packed in, and what they are called.
const PACKED: [(&[u8], &str); 7] = [
    (&[0x1f, 0x8b], "gzip"),
    (&[0xfd, b'7', b'z', b'X', b'Z', 0], "xz"),
    (b"BZh", "bzip2"),
    (&[0x28, 0xb5, 0x2f, 0xfd], "Zstandard"),
    (&[b'7', b'z', 0xbc, 0xaf, 0x27, 0x1c], "7z"),
    (b"Rar!\x1a\x07", "RAR"),
    (b"PK", "zip"),
];

/// The format of a packed file that is not read.
pub(crate) fn packed(bytes: &[u8]) -> Option<&'static str> {
    if bytes.get(257..262) == Some(b"ustar") {
        return Some("tar");
    }
    let packed = PACKED.iter().find(|(start, _)| bytes.starts_with(start));
    packed.map(|(_, name)| *name)
}

/// Whether a file begins like a zip file: with a member, or with the end if it is empty.
pub(crate) fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// The members of a zip file: the name of each, and its bytes where it may have GPU code.
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
    // One byte more than there should be tells that there are more.
    let mut rest = file.take((size + 1).saturating_sub(head.len() as u64));
    let before = head.len() as u64;
    let (read, unpacked): (_, Content) = if size < LARGE {
        (rest.read_to_end(&mut head)? as u64, Box::new(head))
    } else {
        // Memory that the system can write back, as that of a file.
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

/// Whether a file is a zip file, or begins as one that may have GPU code does.
fn begins_with_code(path: &Path) -> io::Result<bool> {
    let mut head = Vec::new();
    let file = fs::File::open(path)?;
    file.take(HEAD).read_to_end(&mut head)?;
    Ok(is_zip(&head) || has_code(&head))
}

/// Whether a file that begins so may have GPU code.
fn has_code(head: &[u8]) -> bool {
    !File::new(head).is_err_and(|error| error.kind() == ErrorKind::UnknownFormat)
}

/// The files of a path; of a folder, those below it that may have GPU code, in the order of their names. Says what cannot
/// be read. Whether everything could be.
pub(crate) fn find_files(
    path: &Path,
    files: &mut Vec<PathBuf>,
    err: &mut dyn Write,
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
            writeln!(err, "error: {}: {error}", display_path(&path))?;
        }
    }
    if files.len() == before {
        let path = display_path(path);
        writeln!(err, "{path}: no file with GPU code in this folder")?;
    }
    Ok(is_whole)
}

/// What a folder has; links to folders are not followed.
fn below(folder: &Path) -> io::Result<BTreeSet<PathBuf>> {
    let below = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let is_followed = |path: &PathBuf| !(path.is_dir() && path.is_symlink());
    let below = below.filter(|path| path.as_ref().map_or(true, is_followed));
    below.collect()
}
