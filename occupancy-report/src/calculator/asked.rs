//! What is asked of one configuration, as the outputs have it: a column for each argument.

use std::fmt::{self, Display};

use occupancy_core::kernel::{Argument, Form};
use occupancy_core::{Configuration, Ratio};
use serde::{Serialize, Serializer};

use super::values::{Dims, nested_arguments};

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

/// What is asked of a configuration: the arguments that have a column.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked(Vec<(Argument, Option<Figure>)>);

/// What a column has.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Figure {
    /// A block, a cluster or a grid.
    Extent(Extent),
    /// An [integer](Argument::INTEGERS).
    Integer(u64),
    /// A part of the whole, 0 to 1.
    Fraction(f64),
    /// What is in the parentheses of `tile`, or why low occupancy is intended.
    Text(String),
}

impl Display for Figure {
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
    /// What is asked of the configuration, and why low occupancy is intended.
    pub fn new(configuration: &Configuration<'_>, intent: Option<&str>) -> Self {
        let figure = |argument: Argument| match argument {
            Argument::Intent => intent.map(|reason| Figure::Text(reason.to_owned())),
            Argument::Tile => configuration.tile.is_some().then(|| {
                let arguments = nested_arguments(argument, configuration);
                let parts: Vec<_> = arguments
                    .into_iter()
                    .map(|(name, value)| format!("{name} = {value}"))
                    .collect();
                Figure::Text(parts.join(", "))
            }),
            _ => match argument.form() {
                Form::Extents => configuration
                    .extents(argument)
                    .map(|dims| Figure::Extent(Extent(dims))),
                Form::Ratio => configuration
                    .ratio(argument)
                    .map(|ratio| Figure::Fraction(fraction(ratio))),
                _ => configuration.integer(argument).map(Figure::Integer),
            },
        };
        Self(
            columns()
                .map(|argument| (argument, figure(argument)))
                .collect(),
        )
    }

    /// What the column of an argument has.
    pub fn get(&self, argument: Argument) -> Option<&Figure> {
        let mut all = self.0.iter();
        let (_, figure) = all.find(|(other, _)| *other == argument)?;
        figure.as_ref()
    }

    /// The value of an [integer](Argument::INTEGERS): its default, if it has one and is left out.
    pub fn integer(&self, argument: Argument) -> Option<u64> {
        match self.get(argument)? {
            Figure::Integer(value) => Some(*value),
            _ => None,
        }
    }

    /// The block, the cluster or the grid.
    pub fn extent(&self, argument: Argument) -> Option<Extent> {
        match self.get(argument)? {
            Figure::Extent(extent) => Some(*extent),
            _ => None,
        }
    }

    /// The columns: what each has.
    pub fn columns(&self) -> impl Iterator<Item = Option<&Figure>> {
        self.0.iter().map(|(_, figure)| figure.as_ref())
    }

    /// The names of the columns.
    pub fn names() -> Vec<String> {
        columns().map(name).collect()
    }
}

/// The arguments that have a column: not the GPUs and files, which are no figures, and a tile is one column.
fn columns() -> impl Iterator<Item = Argument> {
    let all = Argument::ALL.iter().copied();
    all.filter(|argument| match argument.form() {
        Form::Integer | Form::Extents | Form::Ratio => !Argument::OF_TILE.contains(argument),
        _ => matches!(argument, Argument::Tile | Argument::Intent),
    })
}

fn name(argument: Argument) -> String {
    if argument.is_nested() {
        format!("hides_{}", argument.key())
    } else {
        argument.key().to_owned()
    }
}

/// The columns by their names.
impl Serialize for Asked {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let all = self.0.iter();
        serializer.collect_map(all.map(|(argument, figure)| (name(*argument), figure)))
    }
}

#[allow(
    clippy::cast_precision_loss,
    reason = "for the reader; no calculation goes on from it"
)]
pub(crate) fn fraction(ratio: Ratio) -> f64 {
    ratio.numerator() as f64 / ratio.denominator() as f64
}
