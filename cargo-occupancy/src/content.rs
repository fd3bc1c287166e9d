//! Reads or maps files, and writes them as a whole.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::ops::Deref;
use std::path::Path;

use memmap2::Mmap;

use crate::console::{display_path, fatal};

/// The bytes from which a file is mapped, since only a few parts of a large library are read.
pub(crate) const LARGE: u64 = 16 << 20;

/// The most bytes that are read from a pipe or a device, which have no size.
const MOST: u64 = 1 << 30;

/// The bytes of a file, read or mapped.
pub(crate) type Content = Box<dyn Deref<Target = [u8]>>;

/// Reads or maps a file; `-` is the standard input.
pub(crate) fn content(path: &Path) -> io::Result<Content> {
    if is_stdin(path) {
        return Ok(Box::new(read_at_most(MOST, io::stdin().lock())?));
    }
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_file() && metadata.len() >= LARGE {
        return mapped(&file);
    }
    Ok(Box::new(read_at_most(MOST, file)?))
}

#[allow(unsafe_code)]
pub(crate) fn mapped(file: &File) -> io::Result<Content> {
    // SAFETY: the mapping is private and read only. Nothing keeps others from changing the file meanwhile, but compilers
    // and linkers, which map libraries as well, replace a file instead of changing it.
    Ok(Box::new(unsafe { Mmap::map(file) }?))
}

/// Reads all bytes of a file; `-` is the standard input.
pub(crate) fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    content(path).map(|content| content.to_vec())
}

fn read_at_most(most: u64, from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = from.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if read as u64 > most {
        return Err(io::Error::other(
            "more than 1 GiB, the most that is read from a pipe or a device\n\
             help: write it to a file, which can have any size",
        ));
    }
    Ok(bytes)
}

/// Returns `true` if the path means standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Writes a file as a whole, or the output if no file is named.
pub(crate) fn write_to(path: Option<&Path>, bytes: &[u8], out: &mut dyn Write) -> io::Result<()> {
    let Some(path) = path else {
        return out.write_all(bytes);
    };
    write_whole(path, bytes).map_err(|error| fatal(format_args!("{}: {error}", display_path(path))))
}

/// Writes a file as a whole, or leaves it as it was: the bytes go to a file beside it, which takes its place.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let old = match fs::metadata(path) {
        // A pipe or a device is not replaced.
        Ok(old) if !old.is_file() => return fs::write(path, bytes),
        Ok(old) => Some(old.permissions()),
        // Neither is a link that leads nowhere yet.
        Err(_) if path.is_symlink() => return fs::write(path, bytes),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    // A link stays a link.
    let target = fs::canonicalize(path).or_else(|_| std::path::absolute(path))?;
    #[cfg_attr(not(unix), allow(unused_mut))]
    let mut beside = tempfile::Builder::new();
    // The permissions of a new file, without those that the user's mask removes.
    #[cfg(unix)]
    beside.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = beside.tempfile_in(target.parent().unwrap_or(Path::new(".")))?;
    file.write_all(bytes)?;
    if let Some(old) = old {
        file.as_file().set_permissions(old)?;
    }
    file.as_file().sync_all()?;
    file.persist(target)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::repeat;
    use std::{fs, thread};

    use super::{MOST, read_at_most, write_whole};

    #[test]
    fn what_does_not_end_is_refused() {
        assert_eq!(read_at_most(4, &b"four"[..]).unwrap(), b"four");
        for input in [&b"five!"[..], &[0; 100]] {
            assert!(read_at_most(4, input).is_err());
        }
        let refused = read_at_most(1 << 16, repeat(b'y')).unwrap_err();
        let stated = format!("more than {} GiB", MOST >> 30);
        assert!(refused.to_string().starts_with(&stated));
    }

    #[test]
    fn a_file_is_whole_at_any_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("occupancy.toml");
        let versions = [vec![b'a'; 1 << 20], vec![b'b'; 1 << 19]];
        write_whole(&path, &versions[0]).unwrap();
        thread::scope(|scope| {
            let writer = scope.spawn(|| {
                for number in 0..100 {
                    write_whole(&path, &versions[number % 2]).unwrap();
                }
            });
            while !writer.is_finished() {
                let bytes = fs::read(&path).unwrap();
                assert!(versions.contains(&bytes), "{} bytes", bytes.len());
            }
        });
        // Nothing is left beside it.
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        let nowhere = folder.path().join("none/occupancy.toml");
        assert!(write_whole(&nowhere, b"a").is_err());
    }
}
