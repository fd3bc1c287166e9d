//! The attributes of `.nv.info`: a stream of records.

use super::bytes::{part, u16_at, u32_at};
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

/// One record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attribute<'a> {
    pub(super) id: u8,
    value: Value<'a>,
    at: usize,
}

#[derive(Clone, Copy, Debug)]
enum Value<'a> {
    None,
    Byte(u8),
    Half(u16),
    Sized(&'a [u8]),
}

/// The records of a section that are left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attributes<'a> {
    section: Part<'a>,
    next: usize,
}

impl<'a> Attributes<'a> {
    pub(super) const fn new(section: Part<'a>) -> Self {
        Self { section, next: 0 }
    }

    pub(super) const fn next(
        &mut self,
        steps: &mut Steps,
    ) -> Result<Option<Attribute<'a>>, CubinError> {
        let bytes = self.section.bytes;
        // A part of the file, so neither sum overflows.
        let at = self.section.at + self.next;
        if self.next >= bytes.len() {
            return Ok(None);
        }
        if let Err(error) = steps.take(1, at) {
            return Err(error);
        }
        let (Some([format, id]), Some(half)) =
            (part(bytes, self.next, 2), u16_at(bytes, self.next + 2))
        else {
            return Err(CubinError::malformed(Fault::Attribute, at));
        };
        self.next += 4;
        let value = match format {
            1 => Value::None,
            2 => Value::Byte(half.to_le_bytes()[0]),
            3 => Value::Half(half),
            4 => match part(bytes, self.next, half as usize) {
                Some(payload) => {
                    self.next += payload.len();
                    Value::Sized(payload)
                }
                None => return Err(CubinError::malformed(Fault::Attribute, at)),
            },
            // Its length is not known, so neither is where the next one begins.
            _ => return Err(CubinError::malformed(Fault::Attribute, at)),
        };
        Ok(Some(Attribute { id: *id, value, at }))
    }
}

impl<'a> Attribute<'a> {
    pub(super) const fn malformed(&self) -> CubinError {
        CubinError::malformed(Fault::Attribute, self.at)
    }

    /// That it says otherwise than one before it.
    pub(super) const fn contradiction(&self) -> CubinError {
        CubinError::malformed(Fault::Contradiction, self.at)
    }

    /// Takes a step for each of so many records in the payload.
    pub(super) const fn take_steps(
        &self,
        records: usize,
        steps: &mut Steps,
    ) -> Result<(), CubinError> {
        steps.take(records, self.at)
    }

    pub(super) const fn flag(&self) -> Result<(), CubinError> {
        match self.value {
            Value::None => Ok(()),
            _ => Err(self.malformed()),
        }
    }

    pub(super) const fn byte(&self) -> Result<u32, CubinError> {
        match self.value {
            Value::Byte(value) => Ok(value as u32),
            _ => Err(self.malformed()),
        }
    }

    pub(super) const fn half(&self) -> Result<u32, CubinError> {
        match self.value {
            Value::Half(value) => Ok(value as u32),
            _ => Err(self.malformed()),
        }
    }

    pub(super) const fn bytes(&self) -> Result<&'a [u8], CubinError> {
        match self.value {
            Value::Sized(payload) => Ok(payload),
            _ => Err(self.malformed()),
        }
    }

    /// A payload of one number.
    pub(super) const fn word(&self) -> Result<u32, CubinError> {
        match self.value {
            Value::Sized(payload) if payload.len() == 4 => self.word_at(payload, 0),
            _ => Err(self.malformed()),
        }
    }

    /// A payload of two numbers: a symbol, and what is said of it.
    pub(super) const fn pair(&self) -> Result<(u32, u32), CubinError> {
        match self.value {
            Value::Sized(payload) if payload.len() == 8 => {
                match (self.word_at(payload, 0), self.word_at(payload, 4)) {
                    (Ok(first), Ok(second)) => Ok((first, second)),
                    _ => Err(self.malformed()),
                }
            }
            _ => Err(self.malformed()),
        }
    }

    /// A payload of three numbers.
    pub(super) const fn dims(&self) -> Result<(u32, u32, u32), CubinError> {
        match self.value {
            Value::Sized(payload) if payload.len() == 12 => match (
                self.word_at(payload, 0),
                self.word_at(payload, 4),
                self.word_at(payload, 8),
            ) {
                (Ok(x), Ok(y), Ok(z)) => Ok((x, y, z)),
                _ => Err(self.malformed()),
            },
            _ => Err(self.malformed()),
        }
    }

    pub(super) const fn word_at(&self, payload: &[u8], at: usize) -> Result<u32, CubinError> {
        match u32_at(payload, at) {
            Some(word) => Ok(word),
            None => Err(self.malformed()),
        }
    }
}
