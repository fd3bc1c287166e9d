//! The bytes of a file.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Deref;
use std::path::Path;

use memmap2::Mmap;

/// From this size on, a file is mapped: few parts of a large library are read.
const LARGE: u64 = 16 << 20;

/// Bytes that are read at most of what has no size: a pipe, or a device.
const MOST: u64 = 1 << 30;

/// The bytes, read or mapped.
pub(crate) type Content = Box<dyn Deref<Target = [u8]>>;

/// The bytes of a file; `-` is the standard input.
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
    // SAFETY: the mapping is private and read only. That nobody changes the file meanwhile cannot be
    // held; compilers and linkers, which map libraries as well, put a new file in the place of the old
    // one.
    Ok(Box::new(unsafe { Mmap::map(file) }?))
}

/// The bytes of a file, which is read as a whole.
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

/// Whether it means standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

#[cfg(test)]
mod tests {
    use std::io::repeat;

    use super::{MOST, read_at_most};

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
}
