//! One kernel of a baseline, as it is written.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::LazyLock;

use occupancy_core::kernel::Figure;
use occupancy_report::calculator::{Cell, Dims, Key, Row};
use serde::de::{DeserializeSeed, Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::build::{METRICS, Metric, Reason};

/// An entry, as it is written.
#[derive(Clone, Debug, Default)]
pub(super) struct Entry {
    /// The name, the target and the library.
    pub(super) names: [String; 3],
    pub(super) figures: Row,
    pub(super) reason: Reason,
}

/// The keys of an entry, in the order in which an error lists them.
static ENTRY: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let names = ["name", "target", "library"].into_iter();
    let metrics = METRICS.iter().map(|metric| metric.key.name());
    names.chain(metrics).chain(["accept", "before"]).collect()
});

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

impl<'de> Visitor<'de> for Entry {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the table of a kernel")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self, A::Error> {
        let (mut names, mut figures, mut reason) = (HashMap::new(), self.figures, self.reason);
        while let Some(key) = map.next_key_seed(KeyOf(&ENTRY))? {
            match (key, Metric::by_key(key)) {
                (_, Some(metric)) => figures.push(metric.key, value(metric, &mut map)?),
                ("accept", _) => reason.accept = map.next_value()?,
                ("before", _) => {
                    let was: BTreeMap<String, f64> = map.next_value()?;
                    let cell = |(key, was): (&String, &f64)| {
                        let metric = Metric::by_key(key)?;
                        Some((metric.key, metric.cell_of(*was)))
                    };
                    reason.was = Some(was.iter().filter_map(cell).collect());
                }
                _ => drop(names.insert(key, map.next_value::<String>()?)),
            }
        }
        let missing = A::Error::missing_field;
        let mut name = |key| names.remove(key).ok_or_else(|| missing(key));
        let names = [name("name")?, name("target")?, name("library")?];
        Ok(Self {
            names,
            figures,
            reason,
        })
    }
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(Self::default())
    }
}

/// Reads the next value of the table.
fn value<'de, A: MapAccess<'de>>(metric: &Metric, map: &mut A) -> Result<Cell, A::Error> {
    Ok(match metric.key {
        _ if metric.is_bound() => map.next_value::<Dims>()?.into(),
        Key::OccupancyPercent => metric.cell_of(map.next_value()?),
        Key::Figure(Figure::CodeBytes) => map.next_value::<u64>()?.into(),
        _ => map.next_value::<u32>()?.into(),
    })
}
