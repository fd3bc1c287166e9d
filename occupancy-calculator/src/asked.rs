//! What is asked of one configuration, as the outputs have it: a column for each argument.

use std::borrow::Cow;
use std::fmt::{self, Display};

use occupancy_core::kernel::Argument;
use occupancy_core::{Configuration, Grid, Ratio};
use serde::{Serialize, Serializer};

use crate::setting::Setting;
use crate::values::{Dims, NOTHING, tile_arguments};

/// A block, a cluster or a grid: in JSON a number along one axis, and otherwise x, y and z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent(pub Dims);

impl Extent {
    /// Threads or blocks of it.
    pub fn size(self) -> u128 {
        let (x, y, z) = self.0;
        u128::from(x) * u128::from(y) * u128::from(z)
    }
}

impl Serialize for Extent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            (x, 1, 1) => serializer.serialize_u32(x),
            all => all.serialize(serializer),
        }
    }
}

/// `16x16x1` without the ones at its end.
impl Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            (x, 1, 1) => write!(f, "{x}"),
            (x, y, 1) => write!(f, "{x}x{y}"),
            (x, y, z) => write!(f, "{x}x{y}x{z}"),
        }
    }
}

/// What is asked of a configuration, under the names of the attribute's arguments.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Asked {
    /// The block.
    pub threads: Extent,
    /// Blocks of a cluster.
    pub cluster: Option<Extent>,
    /// The grid, if it was asked for in blocks.
    pub grid: Option<Extent>,
    /// The occupancy that is demanded, 0 to 1.
    pub min_occupancy: Option<f64>,
    /// The tail efficiency that is demanded, 0 to 1.
    pub tail_efficiency: Option<f64>,
    /// What is in the parentheses of `tile`.
    pub tile: Option<String>,
    /// Why low occupancy is intended.
    pub intent: Option<String>,
    /// In the order of [`Argument::INTEGERS`].
    integers: [Option<u64>; Argument::INTEGERS.len()],
}

/// What a column has.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Figure<'a> {
    /// A block, a cluster or a grid.
    Extent(Extent),
    /// An [integer](Argument::INTEGERS).
    Integer(u64),
    /// A part of the whole, 0 to 1.
    Fraction(f64),
    /// Text.
    Text(&'a str),
}

impl Display for Figure<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Extent(extent) => extent.fmt(f),
            Self::Integer(number) => number.fmt(f),
            Self::Fraction(fraction) => fraction.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

impl Asked {
    /// What is asked of the configuration, without its intent.
    pub fn new(configuration: &Configuration<'_>) -> Self {
        Self {
            threads: Extent(configuration.kernel.block_dim),
            cluster: configuration.kernel.cluster_dim.map(Extent),
            grid: match configuration.grid {
                Some(Grid::Blocks(dims)) => Some(Extent(dims)),
                _ => None,
            },
            min_occupancy: configuration.min_occupancy.map(fraction),
            tail_efficiency: configuration.tail_efficiency.map(fraction),
            tile: configuration.tile.as_ref().map(|tile| {
                let arguments = tile_arguments(tile).into_iter();
                let parts: Vec<_> = arguments
                    .map(|(name, value)| format!("{name} = {value}"))
                    .collect();
                parts.join(", ")
            }),
            intent: None,
            integers: Argument::INTEGERS.map(|argument| configuration.integer(argument)),
        }
    }

    /// The value of an [integer](Argument::INTEGERS): its default, if it has one and is left out.
    pub fn integer(&self, argument: Argument) -> Option<u64> {
        let mut all = Argument::INTEGERS.iter().zip(self.integers);
        let (_, value) = all.find(|(other, _)| **other == argument)?;
        value
    }

    /// The value of an [integer](Argument::INTEGERS) that differs from its default.
    pub fn stated(&self, argument: Argument) -> Option<u64> {
        self.integer(argument)
            .filter(|value| argument.left_out() != Some(*value))
    }

    /// The columns: what each has, with its name.
    pub fn columns(&self) -> Vec<(Cow<'static, str>, Option<Figure<'_>>)> {
        let integer = |argument| self.integer(argument).map(Figure::Integer);
        let mut all: Vec<(Cow<'_, str>, _)> = Vec::new();
        all.push(("threads".into(), Some(Figure::Extent(self.threads))));
        for argument in Setting::integers() {
            // `grid` and `elements` both state the grid.
            if argument == Argument::Elements {
                all.push(("cluster".into(), self.cluster.map(Figure::Extent)));
                all.push(("grid".into(), self.grid.map(Figure::Extent)));
            }
            all.push((argument.key().into(), integer(argument)));
        }
        let demands = [
            ("min_occupancy", self.min_occupancy),
            ("tail_efficiency", self.tail_efficiency),
        ];
        all.extend(demands.map(|(name, demand)| (name.into(), demand.map(Figure::Fraction))));
        let hides = |argument: Argument| format!("hides_{}", argument.key()).into();
        all.extend(Argument::OF_HIDES.map(|argument| (hides(argument), integer(argument))));
        let texts = [("tile", &self.tile), ("intent", &self.intent)];
        all.extend(texts.map(|(name, text)| (name.into(), text.as_deref().map(Figure::Text))));
        all
    }

    /// The names of the columns.
    pub fn names() -> Vec<String> {
        let nothing = Self::new(&NOTHING);
        let names = nothing.columns().into_iter();
        names.map(|(name, _)| name.into_owned()).collect()
    }
}

/// The columns by their names.
impl Serialize for Asked {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.columns())
    }
}

#[allow(
    clippy::cast_precision_loss,
    reason = "for the reader; no calculation goes on from it"
)]
pub(crate) fn fraction(ratio: Ratio) -> f64 {
    ratio.numerator() as f64 / ratio.denominator() as f64
}
