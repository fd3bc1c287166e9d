//! One piece of machine code or of PTX.

use std::borrow::Cow;
use std::ops::Range;

use occupancy_core::gpu::CodeForm;

use crate::cubin::Compression;
use crate::ptx::Suffix;

/// What an entry holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EntryKind {
    /// A cubin: machine code.
    Cubin,
    /// PTX text.
    Ptx,
    /// Anything else, by its number in the fat binary; it has no known kernels.
    Other(u16),
}

/// One piece of machine code or of PTX in a file, not unpacked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry<'a> {
    /// The member of the archive that it is in.
    pub member: Option<Cow<'a, str>>,
    /// What it holds.
    pub kind: EntryKind,
    /// The compute capability that it is for: major and minor.
    pub compute_capability: (u32, u32),
    /// The letter of `sm_90a` or `sm_100f`, as a fat binary, a cubin or PTX states it.
    pub suffix: Suffix,
    /// How it is compressed, if it is.
    pub compression: Option<Compression>,
    /// Bytes that it has when unpacked, as the file states them; with padding if it is not compressed.
    pub size: u64,
    /// Where it begins in the file: its header in a fat binary.
    pub offset: usize,
    pub(crate) payload: &'a [u8],
    /// Bytes that the payload has once it is unpacked; those of all parts, for a part.
    pub(crate) unpacked: u64,
    /// Where in the unpacked payload it is, if not all of it.
    pub(crate) part: Option<Range<u64>>,
}

impl Entry<'_> {
    /// Whether it holds machine code.
    pub fn is_machine_code(&self) -> bool {
        self.kind == EntryKind::Cubin
    }

    /// Its target, as compilers name it: `sm_90a` for machine code, `compute_90a` for PTX.
    ///
    /// ```
    /// use occupancy_binary::File;
    ///
    /// let file = File::new(include_bytes!("../../fixtures/zstd.fatbin"))?;
    /// let targets: Result<Vec<_>, _> = file.entries().map(|entry| Ok(entry?.target())).collect();
    /// assert_eq!(targets?, ["sm_80", "compute_80", "sm_90"]);
    /// # Ok::<(), occupancy_binary::ImageError>(())
    /// ```
    pub fn target(&self) -> String {
        let form = if self.kind == EntryKind::Ptx {
            CodeForm::Ptx
        } else {
            CodeForm::MachineCode
        };
        form.target(self.compute_capability, self.suffix)
            .to_string()
    }
}
