//! Every piece of machine code and of PTX in a file.

use std::borrow::Cow;

use object::read::archive::ArchiveFile;
use object::{Object, ObjectSection};
use occupancy_core::gpu::CodeForm;

use super::{FileKind, damaged, damaged_host, extent, fault};
use crate::cubin::{Entry, EntryKind, Image, entries, index, of_entry};
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

/// Sections that have fat binaries: linked, and to be linked (`-rdc=true`). In programs and libraries
/// of Windows, eight letters are left of each name.
///
/// Source: `fatbinary_section.h` of CUDA 12.4; the library cuRAND 10.4 for Windows.
const SECTIONS: [&[u8]; 4] = [b".nv_fatbin", b"__nv_relfatbin", b".nv_fatb", b"__nv_rel"];

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
            FileKind::Cubin if is_truncated => Ok(()),
            FileKind::Cubin => self.cubin(bytes, offset),
            FileKind::Ptx => self.ptx(bytes, offset),
            FileKind::Fatbin => {
                self.fatbin(bytes, offset);
                Ok(())
            }
            FileKind::Elf | FileKind::Pe | FileKind::Coff => self.sections(bytes, offset),
            // Linkers take no archive in an archive.
            FileKind::Archive if self.member.is_some() => Ok(()),
            FileKind::Archive => self.members(bytes),
        };
        // Of a truncated file, a reader's error names only what it happens to miss.
        if let Err(error) = opened
            && !is_truncated
        {
            self.found(Err(error));
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
                self.open(content, kind, index(offset));
            }
        }
        Ok(())
    }

    /// What the sections of an object file, a library or a program have.
    fn sections(&mut self, bytes: &'a [u8], base: usize) -> Result<(), Error> {
        let damaged_host = |error| damaged_host(base, error);
        let file = object::File::parse(bytes).map_err(damaged_host)?;
        let (mut found, mut total) = (Vec::new(), 0_usize);
        for section in file.sections() {
            // A section without a name is not one of them.
            if !section
                .name_bytes()
                .is_ok_and(|name| SECTIONS.contains(&name))
            {
                continue;
            }
            let content = section.data().map_err(damaged_host)?;
            let Some((offset, _)) = section.file_range() else {
                continue;
            };
            // Otherwise, a small file could cause the same part to be read again and again.
            total = total.saturating_add(content.len());
            if total > bytes.len() {
                return Err(damaged(base, "its sections lie over each other"));
            }
            // Sections without linked content may be empty, or zeros.
            if content.iter().any(|&byte| byte != 0) {
                found.push((content, base.saturating_add(index(offset))));
            }
        }
        for (content, offset) in found {
            self.fatbin(content, offset);
        }
        Ok(())
    }

    /// A fat binary that begins at this byte of the file.
    fn fatbin(&mut self, bytes: &'a [u8], base: usize) {
        let in_file = |offset: usize| base.saturating_add(offset);
        for entry in entries(bytes) {
            self.found(match entry {
                Ok(entry) => {
                    let offset = in_file(entry.offset);
                    let mut parts = entry.part.iter();
                    if parts.any(|part| part.end > entry.unpacked) {
                        Err(damaged(offset, fault::PARTS))
                    } else {
                        Ok(Entry { offset, ..entry })
                    }
                }
                // Its positions count from the fat binary.
                Err((at, error)) => Err(of_entry(in_file(at), error)),
            });
        }
    }

    fn cubin(&mut self, bytes: &'a [u8], offset: usize) -> Result<(), Error> {
        let image = Image::new(bytes).map_err(|error| of_entry(offset, error))?;
        self.found(Ok(Entry::of_cubin(&image, bytes, offset)));
        Ok(())
    }

    /// A text without kernels is not an entry: only kernels say what it is for.
    fn ptx(&mut self, bytes: &'a [u8], offset: usize) -> Result<(), Error> {
        let text = text(bytes, offset)?;
        let module = Module::read(text, 1).map_err(|error| of_entry(offset, error))?;
        if let Some(first) = module.entries().first() {
            self.found(Ok(Entry {
                kind: EntryKind::Ptx,
                compute_capability: first.compute_capability,
                suffix: first.suffix,
                ..Entry::new(bytes, offset)
            }));
        }
        Ok(())
    }
}

/// PTX as text: fat binaries and NVRTC have zeros after it.
pub(super) fn text(bytes: &[u8], offset: usize) -> Result<&str, Error> {
    let end = bytes.iter().rposition(|&byte| byte != 0);
    let len = end.map_or(0, |end| end.saturating_add(1));
    str::from_utf8(bytes.get(..len).unwrap_or_default())
        .map_err(|_| damaged(offset, "its text is not UTF-8"))
}
