//! The bytes of a file.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Deref;
use std::path::Path;

use memmap2::Mmap;

/// From this size on, a file is mapped: few parts of a large library are read.
pub(crate) const LARGE: u64 = 16 << 20;

/// Bytes that are read at most of what has no size: a pipe, or a device.
const MOST: u64 = 1 << 30;

pub(crate) enum Content<'b> {
    Read(&'b [u8]),
    Mapped(Mmap),
}

impl<'b> Content<'b> {
    /// What is read goes into the buffer, which may have been used before. `-` is the standard input.
    pub(crate) fn of(path: &Path, buffer: &'b mut Vec<u8>) -> io::Result<Self> {
        if is_stdin(path) {
            read_at_most(MOST, io::stdin().lock(), buffer)?;
            return Ok(Self::Read(buffer));
        }
        let mut file = File::open(path)?;
        let metadata = file.metadata()?;
        if metadata.is_file() && metadata.len() >= LARGE {
            return Self::mapped(&file);
        }
        let len = usize::try_from(metadata.len()).unwrap_or(0);
        if !metadata.is_file() || len == 0 {
            read_at_most(MOST, file, buffer)?;
            return Ok(Self::Read(buffer));
        }
        // Of a file that is being written, as much as there was.
        if buffer.len() < len {
            buffer.resize(len, 0);
        }
        let bytes = &mut buffer[..len];
        file.read_exact(bytes)?;
        Ok(Self::Read(bytes))
    }
}

impl Content<'_> {
    #[allow(unsafe_code)]
    pub(crate) fn mapped(file: &File) -> io::Result<Self> {
        // SAFETY: the mapping is private and read only. That nobody changes the file meanwhile cannot be
        // held; compilers and linkers, which map libraries as well, put a new file in the place of the old
        // one.
        unsafe { Mmap::map(file) }.map(Self::Mapped)
    }
}

/// The bytes of a file, which is read as a whole.
pub(crate) fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let most = file.metadata()?.len().max(MOST);
    let mut bytes = Vec::new();
    read_at_most(most, file, &mut bytes)?;
    Ok(bytes)
}

fn read_at_most(most: u64, from: impl Read, buffer: &mut Vec<u8>) -> io::Result<()> {
    buffer.clear();
    let read = from.take(most.saturating_add(1)).read_to_end(buffer)?;
    if read as u64 > most {
        *buffer = Vec::new();
        return Err(io::Error::other(
            "more than 1 GiB, the most that is read from a pipe or a device\n\
             help: write it to a file, which can have any size",
        ));
    }
    Ok(())
}

/// Whether it means standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

impl Deref for Content<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Read(bytes) => bytes,
            Self::Mapped(bytes) => bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::repeat;

    use super::{MOST, read_at_most};

    #[test]
    fn what_does_not_end_is_refused() {
        let mut buffer = vec![1; 8];
        read_at_most(4, &b"four"[..], &mut buffer).unwrap();
        assert_eq!(buffer, b"four");
        for input in [&b"five!"[..], &[0; 100]] {
            assert!(read_at_most(4, input, &mut buffer).is_err());
            assert!(buffer.is_empty());
        }
        let refused = read_at_most(1 << 16, repeat(b'y'), &mut buffer).unwrap_err();
        let stated = format!("more than {} GiB", MOST >> 30);
        assert!(refused.to_string().starts_with(&stated));
    }
}
