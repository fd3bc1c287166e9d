//! The members of an archive.

use std::borrow::Cow;

use object::read::archive::{ArchiveFile, ArchiveMemberIterator};

use crate::files::ImageError;

/// The remaining members.
#[derive(Debug)]
pub(crate) struct Members<'a> {
    bytes: &'a [u8],
    left: Option<ArchiveMemberIterator<'a>>,
}

/// One member: its name, its bytes, and where they are in the archive.
pub(crate) type Member<'a> = (Cow<'a, str>, &'a [u8], usize);

impl<'a> Members<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Result<Self, ImageError> {
        let archive = ArchiveFile::parse(bytes).map_err(damaged)?;
        if archive.is_thin() {
            return Err(ImageError::ThinArchive);
        }
        let left = Some(archive.members());
        Ok(Self { bytes, left })
    }

    pub(crate) fn next(&mut self) -> Option<Result<Member<'a>, ImageError>> {
        let next = self.left.as_mut()?.next()?.and_then(|member| {
            let content = member.data(self.bytes)?;
            let (offset, _) = member.file_range();
            let offset = usize::try_from(offset).unwrap_or(usize::MAX);
            Ok((String::from_utf8_lossy(member.name()), content, offset))
        });
        if next.is_err() {
            // The beginning of the next one is unknown.
            self.left = None;
        }
        Some(next.map_err(damaged))
    }
}

#[allow(clippy::needless_pass_by_value, reason = "what `map_err` gives")]
fn damaged(error: object::Error) -> ImageError {
    ImageError::Host {
        offset: 0,
        reason: error.to_string(),
    }
}
