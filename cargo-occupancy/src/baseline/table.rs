//! Reads the keys of tables of TOML that have no struct.

use serde::de::{DeserializeSeed, Error};
use serde::{Deserialize, Deserializer};

/// Reads a key of this list, and refuses others.
pub(super) struct KeyOf(pub(super) &'static [&'static str]);

impl<'de> DeserializeSeed<'de> for KeyOf {
    type Value = &'static str;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<&'static str, D::Error> {
        let text = String::deserialize(from)?;
        let known = self.0.iter().copied().find(|key| *key == text);
        known.ok_or_else(|| D::Error::unknown_field(&text, self.0))
    }
}
