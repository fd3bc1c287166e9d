//! The attributes of `.nv.info`: a stream of records.

use super::elf::Part;
use super::steps::Steps;
use super::{CubinError, Fault};

// What they are called is what `cuobjdump -elf` of CUDA 13.5 prints, with `EIATTR_` before it.
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

/// One record: its form, what it is about, and 16 bits that are its value or the size of a payload.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attribute<'a> {
    pub(super) id: u8,
    form: u8,
    half: u16,
    section: Part<'a>,
    /// The first byte after those 16 bits.
    payload: usize,
}

/// The records of a section that are left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attributes<'a> {
    section: Part<'a>,
    next: usize,
}

impl<'a> Attributes<'a> {
    /// The records of a section, each of which takes a step.
    pub(super) const fn new(section: Part<'a>, steps: &mut Steps) -> Result<Self, CubinError> {
        match steps.take(section.bytes.len() / 4, section.at) {
            Ok(()) => Ok(Self { section, next: 0 }),
            Err(error) => Err(error),
        }
    }

    // As in `bytes`: by index, and without calls, for the compiler.
    pub(super) const fn next(&mut self) -> Result<Option<Attribute<'a>>, CubinError> {
        let bytes = self.section.bytes;
        // Never beyond the end, so that nothing below overflows.
        let at = self.next;
        let left = bytes.len() - at;
        if left == 0 {
            return Ok(None);
        }
        if left >= 4 {
            let half = u16::from_le_bytes([bytes[at + 2], bytes[at + 3]]);
            let (form, payload) = (bytes[at], at + 4);
            let len = if form == SIZED { half as usize } else { 0 };
            // Of an unknown form the length is not known, so neither is where the next one begins.
            if matches!(form, NO_VALUE | BYTE | HALF | SIZED) && len <= left - 4 {
                self.next = payload + len;
                return Ok(Some(Attribute {
                    id: bytes[at + 1],
                    form,
                    half,
                    section: self.section,
                    payload,
                }));
            }
        }
        Err(CubinError::malformed(
            Fault::Attribute,
            self.section.at + at,
        ))
    }
}

impl Attribute<'_> {
    const fn at(&self) -> usize {
        self.section.at + self.payload - 4
    }

    const fn malformed(&self) -> CubinError {
        CubinError::malformed(Fault::Attribute, self.at())
    }

    /// That it says otherwise than one before it.
    pub(super) const fn contradiction(&self) -> CubinError {
        CubinError::malformed(Fault::Contradiction, self.at())
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

    /// The first byte of the payload, or of what follows where there is none.
    pub(super) const fn first_byte(&self) -> u8 {
        if self.payload < self.section.bytes.len() {
            self.section.bytes[self.payload]
        } else {
            0
        }
    }

    /// A payload of one number.
    pub(super) const fn word(&self) -> Result<u32, CubinError> {
        if self.form != SIZED || self.half != 4 {
            return Err(self.malformed());
        }
        Ok(self.word_at(self.payload))
    }

    /// A payload of two numbers: a symbol, and what is said of it.
    pub(super) const fn pair(&self) -> Result<(u32, u32), CubinError> {
        if self.form != SIZED || self.half != 8 {
            return Err(self.malformed());
        }
        Ok((self.word_at(self.payload), self.word_at(self.payload + 4)))
    }

    /// A payload of three numbers.
    pub(super) const fn dims(&self) -> Result<(u32, u32, u32), CubinError> {
        if self.form != SIZED || self.half != 12 {
            return Err(self.malformed());
        }
        Ok((
            self.word_at(self.payload),
            self.word_at(self.payload + 4),
            self.word_at(self.payload + 8),
        ))
    }

    /// A number of the payload.
    const fn word_at(&self, at: usize) -> u32 {
        let bytes = self.section.bytes;
        // The payload is a part of the section.
        u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
    }

    /// The records of annotations, a kind and an offset each, that are of this kind; `None` where
    /// there is one of another kind, whose length is not known.
    pub(super) const fn count_annotations(&self, kind: u32) -> Result<Option<u32>, CubinError> {
        if self.form != SIZED {
            return Err(self.malformed());
        }
        if !self.half.is_multiple_of(8) {
            return Ok(None);
        }
        let mut at = self.payload;
        let end = self.payload + self.half as usize;
        while at < end {
            if self.word_at(at) != kind {
                return Ok(None);
            }
            at += 8;
        }
        Ok(Some(self.half as u32 / 8))
    }
}
