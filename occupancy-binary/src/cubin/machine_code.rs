//! The images of a fat binary, readable or not.

use super::fatbin::FatbinParts;
use super::{CubinError, FatbinEntries, FatbinEntry, FatbinKind, Image};
use occupancy_core::__private::runs;
use occupancy_core::Compiled;
use occupancy_core::gpu::{CodeForm, Suffix};

/// An image, or the fact that there is one.
#[derive(Clone, Copy)]
pub(super) struct MachineCode<'a> {
    pub(super) compute_capability: (u32, u32),
    /// As the fat binary states it.
    pub(super) suffix: Suffix,
    /// `None` for an image that is in a block with others.
    entry: Option<FatbinEntry<'a>>,
}

impl<'a> MachineCode<'a> {
    /// Whether a GPU runs it, as far as the fat binary states it.
    pub(super) const fn runs_on(&self, gpu: (u32, u32)) -> bool {
        runs(
            CodeForm::MachineCode,
            self.compute_capability,
            self.suffix,
            gpu,
        )
    }

    pub(super) const fn image(&self) -> Result<Image<'a>, CubinError> {
        match self.entry {
            Some(entry) => entry.image(),
            None => Err(CubinError::Compressed {
                compute_capability: self.compute_capability,
            }),
        }
    }

    /// What a kernel uses in its image.
    pub(super) const fn usage(
        &self,
        image: &Image<'a>,
        kernel: &str,
    ) -> Result<Compiled<'a>, CubinError> {
        match image.usage(kernel) {
            Ok(mut usage) => {
                if let Suffix::None = usage.suffix {
                    usage.suffix = self.suffix;
                }
                Ok(usage)
            }
            Err(error) => Err(error),
        }
    }
}

/// The remaining images of a fat binary.
pub(super) struct MachineCodes<'a> {
    entries: FatbinEntries<'a>,
    parts: Option<FatbinParts<'a>>,
}

impl<'a> MachineCodes<'a> {
    pub(super) const fn new(file: &'a [u8]) -> Self {
        Self {
            entries: FatbinEntries::new(file),
            parts: None,
        }
    }

    pub(super) const fn next(&mut self) -> Result<Option<MachineCode<'a>>, CubinError> {
        loop {
            if let Some(parts) = &mut self.parts {
                match parts.next_part() {
                    Some(Ok(part)) if matches!(part.kind, FatbinKind::Cubin) => {
                        return Ok(Some(MachineCode {
                            compute_capability: part.compute_capability,
                            suffix: part.suffix,
                            entry: None,
                        }));
                    }
                    Some(Ok(_)) => {}
                    Some(Err(error)) => return Err(error),
                    None => self.parts = None,
                }
                continue;
            }
            let entry = match self.entries.next_entry() {
                Some(Ok(entry)) => entry,
                Some(Err(error)) => return Err(error),
                None => return Ok(None),
            };
            match entry.kind {
                FatbinKind::Cubin => {
                    return Ok(Some(MachineCode {
                        compute_capability: entry.compute_capability,
                        suffix: entry.suffix,
                        entry: Some(entry),
                    }));
                }
                FatbinKind::Concatenated => self.parts = Some(entry.parts()),
                _ => {}
            }
        }
    }
}
