//! The bytes of a file.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Deref;
use std::path::Path;

use memmap2::Mmap;

/// From this size on, a file is mapped: few parts of a large library are read.
pub(crate) const LARGE: u64 = 16 << 20;

pub(crate) enum Content<'b> {
    Read(&'b [u8]),
    Mapped(Mmap),
}

impl<'b> Content<'b> {
    /// What is read goes into the buffer, which may have been used before. `-` is the standard input.
    pub(crate) fn of(path: &Path, buffer: &'b mut Vec<u8>) -> io::Result<Self> {
        if is_stdin(path) {
            buffer.clear();
            io::stdin().lock().read_to_end(buffer)?;
            return Ok(Self::Read(buffer));
        }
        let mut file = File::open(path)?;
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            return Err(io::Error::other(
                "it is a folder\nhelp: give the files in it",
            ));
        }
        if metadata.is_file() && metadata.len() >= LARGE {
            return Self::mapped(&file);
        }
        let len = usize::try_from(metadata.len()).unwrap_or(0);
        if !metadata.is_file() || len == 0 {
            buffer.clear();
            file.read_to_end(buffer)?;
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
