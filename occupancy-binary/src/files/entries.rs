//! Every piece of machine code and of PTX in a file.

use std::borrow::Cow;

use object::read::archive::ArchiveFile;
use occupancy_core::gpu::CodeForm;

use super::{FileKind, damaged, damaged_host, extent, fault, host};
use crate::cubin::{Entry, EntryKind, Image, entries, of_entry};
use crate::error::{Error, ErrorKind};
use crate::ptx::Module;

impl Entry<'_> {
    /// Its target, as compilers name it: `sm_90a` for machine code, `compute_90a` for PTX.
    ///
    /// ```
    /// use occupancy_binary::{Error, File};
    ///
    /// let file = File::new(include_bytes!("../../fixtures/zstd.fatbin"))?;
    /// let targets: Result<Vec<_>, Error> = file.entries().map(|entry| Ok(entry?.target())).collect();
    /// assert_eq!(targets?, ["sm_80", "compute_80", "sm_90"]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn target(&self) -> String {
        let form = match self.kind {
            EntryKind::Ptx => CodeForm::Ptx,
            _ => CodeForm::MachineCode,
        };
        form.target(self.compute_capability, self.suffix)
            .to_string()
    }

    /// An error of its image or its text, with the place of the entry in the file.
    ///
    /// ```
    /// use occupancy_binary::{Decoder, File};
    ///
    /// let file = File::new(include_bytes!("../../fixtures/raw.fatbin"))?;
    /// let entry = file.entries().next().unwrap()?;
    /// let mut decoder = Decoder::new();
    /// let error = decoder.image(&entry)?.usage("gemm").unwrap_err();
    /// assert_eq!(entry.error(error).offset(), Some(entry.offset));
    /// # Ok::<(), occupancy_binary::Error>(())
    /// ```
    #[must_use]
    pub fn error(&self, error: Error) -> Error {
        of_entry(self.offset, error)
    }
}

/// What was found of a file so far.
#[derive(Default)]
pub(super) struct Walk<'a> {
    pub(super) found: Vec<Result<Entry<'a>, Error>>,
    /// The member of the archive that is read.
    member: Option<Cow<'a, str>>,
    /// Whether a truncation of the file is among the errors.
    is_truncated: bool,
}

impl<'a> Walk<'a> {
    /// Reads a file, or a member of an archive, which begins at this byte of the file.
    pub(super) fn open(&mut self, bytes: &'a [u8], kind: FileKind, offset: usize) {
        let truncated = extent::truncated(bytes, kind, offset);
        let is_truncated = truncated.is_some();
        if let Some(error) = truncated {
            self.found(Err(error));
            self.is_truncated = true;
        }
        let opened = match kind {
            FileKind::Cubin if is_truncated => Ok(None),
            FileKind::Cubin => cubin(bytes, offset).map(Some),
            FileKind::Ptx => ptx(bytes, offset),
            FileKind::Fatbin => {
                self.fatbin(bytes, offset);
                Ok(None)
            }
            FileKind::Elf | FileKind::Pe | FileKind::Coff => {
                self.sections(bytes, offset).map(|()| None)
            }
            // Linkers take no archive in an archive.
            FileKind::Archive if self.member.is_some() => Ok(None),
            FileKind::Archive => self.members(bytes).map(|()| None),
        };
        // Of a truncated file, a reader's error names only what it happens to miss.
        if let Some(found) = opened.transpose()
            && (found.is_ok() || !is_truncated)
        {
            self.found(found);
        }
    }

    fn found(&mut self, found: Result<Entry<'a>, Error>) {
        match found.as_ref().map_err(Error::kind) {
            // The same error again, for what is missing at the end of the file.
            Err(ErrorKind::Truncated | ErrorKind::DamagedHost) if self.is_truncated => {}
            _ => self.found.push(found.map(|entry| Entry {
                member: self.member.clone(),
                ..entry
            })),
        }
    }

    fn members(&mut self, bytes: &'a [u8]) -> Result<(), Error> {
        let damaged = |error| damaged_host(0, error);
        let archive = ArchiveFile::parse(bytes).map_err(damaged)?;
        if archive.is_thin() {
            return Err(Error::new(
                ErrorKind::Unsupported,
                "the archive is thin: its members are files of their own",
                "give those files, or make it with `ar` and no `T`",
            ));
        }
        for member in archive.members() {
            let member = member.map_err(damaged)?;
            let content = member.data(bytes).map_err(damaged)?;
            self.member = Some(String::from_utf8_lossy(member.name()));
            if let Some(kind) = FileKind::of(content) {
                let (offset, _) = member.file_range();
                self.open(content, kind, usize::try_from(offset).unwrap_or(usize::MAX));
            }
        }
        Ok(())
    }

    fn sections(&mut self, bytes: &'a [u8], offset: usize) -> Result<(), Error> {
        for (section, offset) in host::sections(bytes, offset)? {
            // Sections without linked content may be empty, or zeros.
            if section.iter().any(|&byte| byte != 0) {
                self.fatbin(section, offset);
            }
        }
        Ok(())
    }

    /// A fat binary that begins at this byte of the file.
    fn fatbin(&mut self, bytes: &'a [u8], base: usize) {
        for entry in entries(bytes) {
            let in_file = |offset: usize| base.saturating_add(offset);
            self.found(match entry {
                Ok(entry)
                    if entry
                        .part
                        .as_ref()
                        .is_some_and(|it| it.end > entry.unpacked) =>
                {
                    Err(damaged(in_file(entry.offset), fault::PARTS))
                }
                Ok(entry) => Ok(Entry {
                    offset: in_file(entry.offset),
                    ..entry
                }),
                // Its positions count from the fat binary.
                Err((at, error)) => Err(of_entry(in_file(at), error)),
            });
        }
    }
}

fn cubin(bytes: &[u8], offset: usize) -> Result<Entry<'_>, Error> {
    let image = Image::new(bytes).map_err(|error| of_entry(offset, error))?;
    Ok(Entry::of_cubin(&image, bytes, offset))
}

/// A text without kernels is not an entry: only kernels say what it is for.
fn ptx(bytes: &[u8], offset: usize) -> Result<Option<Entry<'_>>, Error> {
    let text = text(bytes, offset)?;
    let module = Module::read(text, 1).map_err(|error| of_entry(offset, error))?;
    Ok(module.entries().first().map(|first| Entry {
        kind: EntryKind::Ptx,
        compute_capability: first.compute_capability,
        suffix: first.suffix,
        ..Entry::new(bytes, offset)
    }))
}

/// PTX as text: fat binaries and NVRTC have zeros after it.
pub(super) fn text(bytes: &[u8], offset: usize) -> Result<&str, Error> {
    let end = bytes.iter().rposition(|&byte| byte != 0);
    let len = end.map_or(0, |end| end.saturating_add(1));
    str::from_utf8(bytes.get(..len).unwrap_or_default())
        .map_err(|_| damaged(offset, "its text is not UTF-8"))
}
