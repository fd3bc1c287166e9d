//! The attributes of `.nv.info`: a stream of records.

use core::iter;

use super::elf::Part;
use super::fault::{self, damaged};
use crate::error::Error;

// Forms of a record.
pub(super) const NO_VALUE: u8 = 1;
pub(super) const BYTE: u8 = 2;
pub(super) const HALF: u8 = 3;
const SIZED: u8 = 4;

/// One record: its form, its attribute, and a value of 16 bits or a payload.
#[derive(Clone, Copy)]
pub(super) struct Attribute<'a> {
    pub(super) id: u8,
    form: u8,
    half: u16,
    payload: &'a [u8],
    /// Where it is.
    at: usize,
}

/// The records of a section, if there is one. After an error there are no more.
pub(super) fn attributes(
    part: Option<Part<'_>>,
) -> impl Iterator<Item = Result<Attribute<'_>, Error>> {
    let Part { mut bytes, mut at } = part.unwrap_or_default();
    iter::from_fn(move || {
        if bytes.is_empty() {
            return None;
        }
        let Some((attribute, rest)) = split(bytes, at) else {
            bytes = &[];
            return Some(Err(damaged(fault::ATTRIBUTE, at)));
        };
        at = at.saturating_add(bytes.len().saturating_sub(rest.len()));
        bytes = rest;
        Some(Ok(attribute))
    })
}

/// The first record, and what follows it. Without a known form its length is not known.
fn split(bytes: &[u8], at: usize) -> Option<(Attribute<'_>, &[u8])> {
    let (&[form, id, low, high], rest) = bytes.split_first_chunk()?;
    let half = u16::from_le_bytes([low, high]);
    let size = match form {
        NO_VALUE | BYTE | HALF => 0,
        SIZED => usize::from(half),
        _ => return None,
    };
    let (payload, rest) = rest.split_at_checked(size)?;
    let attribute = Attribute {
        id,
        form,
        half,
        payload,
        at,
    };
    Some((attribute, rest))
}

impl Attribute<'_> {
    /// The value of a record of this form.
    pub(super) fn value(&self, form: u8) -> Result<u32, Error> {
        match form {
            _ if self.form != form => Err(damaged(fault::ATTRIBUTE, self.at)),
            BYTE => Ok(u32::from(self.half & 0xff)),
            _ => Ok(u32::from(self.half)),
        }
    }

    /// One of the numbers of a payload that has so many.
    pub(super) fn word(&self, number: usize, count: usize) -> Result<u32, Error> {
        let (words, rest) = self.payload.as_chunks();
        match words.get(number) {
            Some(word) if rest.is_empty() && words.len() == count => Ok(u32::from_le_bytes(*word)),
            _ => Err(damaged(fault::ATTRIBUTE, self.at)),
        }
    }

    /// A payload of three numbers.
    pub(super) fn dims(&self) -> Result<(u32, u32, u32), Error> {
        Ok((self.word(0, 3)?, self.word(1, 3)?, self.word(2, 3)?))
    }

    /// The records of annotations, a kind and an offset each, that are of this kind; `None` if there is
    /// one of another kind, whose length is not known.
    pub(super) fn count_annotations(&self, kind: u32) -> Result<Option<u32>, Error> {
        let bytes = self.value(SIZED)?;
        let (records, rest) = self.payload.as_chunks::<8>();
        let kind = kind.to_le_bytes();
        let is_known = rest.is_empty() && records.iter().all(|record| record.starts_with(&kind));
        Ok(is_known.then_some(bytes / 8))
    }

    /// Takes a stated value; a second one has to be the same.
    pub(super) fn state<T: PartialEq>(&self, place: &mut Option<T>, value: T) -> Result<(), Error> {
        let is_same = place.as_ref().is_none_or(|before| *before == value);
        *place = Some(value);
        let other = || damaged(fault::CONTRADICTION, self.at);
        is_same.then_some(()).ok_or_else(other)
    }
}
