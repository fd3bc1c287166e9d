//! The bytes of a file.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Deref;
use std::path::Path;

use memmap2::Mmap;

/// From here on, a file is mapped: of a large library, few parts are looked at.
const LARGE: u64 = 16 << 20;

pub(crate) enum Content {
    Read(Vec<u8>),
    Mapped(Mmap),
}

impl Content {
    #[allow(unsafe_code)]
    pub(crate) fn of(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let metadata = file.metadata()?;
        if metadata.is_file() && metadata.len() >= LARGE {
            // SAFETY: the mapping is private and read only. That nobody changes the file meanwhile
            // cannot be held; compilers and linkers, which map libraries as well, put a new file in
            // the place of the old one.
            return unsafe { Mmap::map(&file) }.map(Self::Mapped);
        }
        let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or(0));
        file.read_to_end(&mut bytes)?;
        Ok(Self::Read(bytes))
    }
}

impl Deref for Content {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Read(bytes) => bytes,
            Self::Mapped(bytes) => bytes,
        }
    }
}
