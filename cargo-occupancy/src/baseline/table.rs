//! Tables of TOML with keys of a list that no struct has, as that of the figures.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, MapAccess, Visitor};

/// What a table is read into, key by key.
pub(super) trait Table: Default {
    /// The first keys, which a table has to have.
    const REQUIRED: usize;

    /// The keys, as the error for another one lists them.
    fn keys() -> &'static [&'static str];

    /// Reads the value of a key.
    fn set<'de, A: MapAccess<'de>>(&mut self, key: &str, map: &mut A) -> Result<(), A::Error>;
}

/// Reads a table; a key that it has not is refused.
pub(super) fn read<'de, T: Table, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    from.deserialize_map(Tables(PhantomData))
}

struct Tables<T>(PhantomData<T>);

impl<'de, T: Table> Visitor<'de> for Tables<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
        let (mut table, mut read) = (T::default(), Vec::new());
        while let Some(key) = map.next_key_seed(Key(T::keys()))? {
            table.set(key, &mut map)?;
            read.push(key);
        }
        let mut required = T::keys().iter().take(T::REQUIRED);
        let missing = required.find(|key| !read.contains(key));
        missing.map_or(Ok(table), |key| Err(A::Error::missing_field(key)))
    }
}

/// A key of a list.
struct Key(&'static [&'static str]);

impl<'de> DeserializeSeed<'de> for Key {
    type Value = &'static str;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<&'static str, D::Error> {
        let text = <String as serde::Deserialize>::deserialize(from)?;
        let known = self.0.iter().find(|key| **key == text);
        known
            .copied()
            .ok_or_else(|| D::Error::unknown_field(&text, self.0))
    }
}
