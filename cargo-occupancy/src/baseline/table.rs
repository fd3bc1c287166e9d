//! Keys of tables of TOML that no struct has: those of figures.

use serde::de::{DeserializeSeed, Error};
use serde::{Deserialize, Deserializer};

/// A key of this list; another one is refused.
pub(super) struct KeyOf(pub(super) &'static [&'static str]);

impl<'de> DeserializeSeed<'de> for KeyOf {
    type Value = &'static str;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<&'static str, D::Error> {
        let (text, keys) = (String::deserialize(from)?, self.0);
        let known = keys.iter().find(|key| **key == text);
        known
            .copied()
            .ok_or_else(|| D::Error::unknown_field(&text, keys))
    }
}
