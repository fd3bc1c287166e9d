//! The attributes of `.nv.info`: a stream of records.

use super::elf::Part;
use super::work_budget::WorkBudget;
use super::{CubinError, Fault};

// Their names are those that `cuobjdump -elf` of CUDA 13.5 prints, without `EIATTR_`.
pub(super) const MAX_THREADS: u8 = 0x05;
pub(super) const REQNTID: u8 = 0x10;
pub(super) const FRAME_SIZE: u8 = 0x11;
pub(super) const MIN_STACK_SIZE: u8 = 0x12;
pub(super) const CBANK_PARAM_SIZE: u8 = 0x19;
pub(super) const MAXREG_COUNT: u8 = 0x1b;
pub(super) const MAX_STACK_SIZE: u8 = 0x23;
pub(super) const REGCOUNT: u8 = 0x2f;
pub(super) const CUDA_API_VERSION: u8 = 0x37;
pub(super) const CTA_PER_CLUSTER: u8 = 0x3d;
pub(super) const EXPLICIT_CLUSTER: u8 = 0x3e;
pub(super) const MAX_CLUSTER_RANK: u8 = 0x3f;
pub(super) const VRC_CTA_INIT_COUNT: u8 = 0x4a;
pub(super) const NUM_BARRIERS: u8 = 0x4c;
pub(super) const ANNOTATIONS: u8 = 0x55;
pub(super) const BLOCKS_ARE_CLUSTERS: u8 = 0x5b;

// Forms of a record.
const NO_VALUE: u8 = 1;
const BYTE: u8 = 2;
const HALF: u8 = 3;
const SIZED: u8 = 4;

/// One record: its form, its attribute, and 16 bits that are its value or the size of a payload.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attribute<'a> {
    pub(super) id: u8,
    form: u8,
    half: u16,
    file: &'a [u8],
    /// Where it is.
    at: usize,
}

/// The remaining records of a section.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attributes<'a> {
    file: &'a [u8],
    next: usize,
    end: usize,
}

/// The wanted records; the others are skipped.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wanted {
    /// Records about one kernel, in its own section.
    Own,
    /// Records about functions, each with its symbol.
    Functions,
    /// The same of the functions whose symbols end with this byte.
    Function(u8),
}

impl<'a> Attributes<'a> {
    /// The records of a section; each takes a step.
    pub(super) const fn new(section: Part<'a>, steps: &mut WorkBudget) -> Result<Self, CubinError> {
        let Part { file, at, end } = section;
        match steps.take((end - at) / 4, at) {
            Ok(()) => Ok(Self {
                file,
                next: at,
                end,
            }),
            Err(error) => Err(error),
        }
    }

    // As in `bytes`: by index, and without calls, for the compiler. Most records are not wanted.
    pub(super) const fn next(
        &mut self,
        wanted: Wanted,
    ) -> Result<Option<Attribute<'a>>, CubinError> {
        let (file, end) = (self.file, self.end);
        let mut at = self.next;
        while at < end {
            // The length of an unknown form is not known, so the next record cannot be found.
            let form = file[at];
            if !matches!(form, NO_VALUE | BYTE | HALF | SIZED) || end - at < 4 {
                return Err(CubinError::malformed(Fault::Attribute, at));
            }
            let half = file[at + 2] as u16 | (file[at + 3] as u16) << 8;
            let mut next = at + 4;
            if form == SIZED {
                if half as usize > end - next {
                    return Err(CubinError::malformed(Fault::Attribute, at));
                }
                next += half as usize;
            }
            let id = file[at + 1];
            let is_wanted = match id {
                REGCOUNT | FRAME_SIZE | MIN_STACK_SIZE | MAX_STACK_SIZE => match wanted {
                    Wanted::Own => false,
                    Wanted::Functions => true,
                    // Anything but a pair is another error.
                    Wanted::Function(low) => form != SIZED || half != 8 || file[at + 4] == low,
                },
                MAX_THREADS | REQNTID | CBANK_PARAM_SIZE | MAXREG_COUNT | CUDA_API_VERSION
                | CTA_PER_CLUSTER | EXPLICIT_CLUSTER | MAX_CLUSTER_RANK | VRC_CTA_INIT_COUNT
                | NUM_BARRIERS | ANNOTATIONS | BLOCKS_ARE_CLUSTERS => matches!(wanted, Wanted::Own),
                _ => false,
            };
            if is_wanted {
                self.next = next;
                return Ok(Some(Attribute {
                    id,
                    form,
                    half,
                    file,
                    at,
                }));
            }
            at = next;
        }
        self.next = at;
        Ok(None)
    }
}

impl Attribute<'_> {
    const fn malformed(&self) -> CubinError {
        CubinError::malformed(Fault::Attribute, self.at)
    }

    /// The error if it contradicts an earlier record.
    pub(super) const fn contradiction(&self) -> CubinError {
        CubinError::malformed(Fault::Contradiction, self.at)
    }

    pub(super) const fn flag(&self) -> Result<(), CubinError> {
        match self.form {
            NO_VALUE => Ok(()),
            _ => Err(self.malformed()),
        }
    }

    pub(super) const fn byte(&self) -> Result<u32, CubinError> {
        match self.form {
            BYTE => Ok((self.half & 0xff) as u32),
            _ => Err(self.malformed()),
        }
    }

    pub(super) const fn half(&self) -> Result<u32, CubinError> {
        match self.form {
            HALF => Ok(self.half as u32),
            _ => Err(self.malformed()),
        }
    }

    /// A payload of one number.
    pub(super) const fn word(&self) -> Result<u32, CubinError> {
        if self.form != SIZED || self.half != 4 {
            return Err(self.malformed());
        }
        Ok(self.word_at(4))
    }

    /// A payload of two numbers: a symbol, and its value.
    pub(super) const fn pair(&self) -> Result<(u32, u32), CubinError> {
        if self.form != SIZED || self.half != 8 {
            return Err(self.malformed());
        }
        Ok((self.word_at(4), self.word_at(8)))
    }

    /// A payload of three numbers.
    pub(super) const fn dims(&self) -> Result<(u32, u32, u32), CubinError> {
        if self.form != SIZED || self.half != 12 {
            return Err(self.malformed());
        }
        Ok((self.word_at(4), self.word_at(8), self.word_at(12)))
    }

    /// A number of the record, at this offset.
    const fn word_at(&self, before: usize) -> u32 {
        let (file, at) = (self.file, self.at + before);
        u32::from_le_bytes([file[at], file[at + 1], file[at + 2], file[at + 3]])
    }

    /// The records of annotations, a kind and an offset each, that are of this kind; `None` if there is
    /// one of another kind, whose length is not known.
    pub(super) const fn count_annotations(&self, kind: u32) -> Result<Option<u32>, CubinError> {
        if self.form != SIZED {
            return Err(self.malformed());
        }
        if !self.half.is_multiple_of(8) {
            return Ok(None);
        }
        let mut at = 4;
        let end = 4 + self.half as usize;
        while at < end {
            if self.word_at(at) != kind {
                return Ok(None);
            }
            at += 8;
        }
        Ok(Some(self.half as u32 / 8))
    }
}
