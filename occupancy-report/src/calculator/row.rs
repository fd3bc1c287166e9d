//! Rows of figures, by their [keys](Key): JSON, CSV, tables and comparisons show a kernel or a configuration from one.

use std::fmt::{self, Display};

use occupancy_core::kernel::FigureValue;
use occupancy_core::{Multiprocessor, Occupancy, Ratio};
use serde::{Serialize, Serializer};

use super::key::Key;
use super::values::Dims;
use crate::escape::csv;
use crate::format::binding_limits;

/// The content of one column of a row. Cells of one kind are ordered by their values.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(untagged)]
pub enum Cell {
    /// Not known, not stated, or not applicable.
    Unknown,
    /// Yes or no.
    Flag(bool),
    /// A count, of things or of bytes.
    Number(u64),
    /// A percentage, in tenths of a percent.
    Percent(#[serde(serialize_with = "percent")] u64),
    /// A fraction; JSON and CSV have it as a decimal.
    Ratio(#[serde(serialize_with = "ratio")] Ratio),
    /// Extents along x, y and z.
    Dims(Dims),
    /// A name, or words.
    Text(String),
    /// Codes of messages.
    Codes(Vec<&'static str>),
    /// A row within the row.
    Row(Box<Row>),
}

conversions! { Cell:
    u32: number => Self::Number(number.into());
    u64: number => Self::Number(number);
    bool: flag => Self::Flag(flag);
    Ratio: ratio => Self::Ratio(ratio);
    Dims: dims => Self::Dims(dims);
    &str: text => Self::Text(text.to_owned());
    String: text => Self::Text(text);
    Vec<&'static str>: codes => Self::Codes(codes);
    Row: row => Self::Row(Box::new(row));
    FigureValue: value => match value {
        FigureValue::Flag(flag) | FigureValue::Answer(flag) => flag.into(),
        FigureValue::Number(number) => number.into(),
        FigureValue::Pair(major, minor) => format!("{major}.{minor}").into(),
        FigureValue::Extent(x, y, z) => (x, y, z).into(),
        _ => Self::Unknown,
    };
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Unknown, Into::into)
    }
}

impl Cell {
    /// Converts a ratio into percent, if it is known.
    pub fn percent(ratio: Option<Ratio>) -> Self {
        ratio.map_or(Self::Unknown, |ratio| {
            Self::Percent(ratio.tenths_of_percent())
        })
    }

    /// Lists the binding limits, if the occupancy is known: `registers, warps`.
    pub fn binding_limits(occupancy: Option<&Occupancy>, sm: &Multiprocessor) -> Self {
        occupancy.map(|of| binding_limits(of, sm.words())).into()
    }

    /// Returns a count, a percentage in tenths, a fraction in thousandths, or the product of extents: a number to compare by.
    pub fn size(&self) -> Option<u128> {
        match *self {
            Self::Number(number) | Self::Percent(number) => Some(number.into()),
            Self::Dims((x, y, z)) => Some(u128::from(x) * u128::from(y) * u128::from(z)),
            Self::Ratio(of) => {
                Some(u128::from(of.numerator()) * 1_000 / u128::from(of.denominator()))
            }
            _ => None,
        }
    }

    /// Returns a count, a percentage or a fraction with its decimals, as JSON has it.
    #[allow(clippy::cast_precision_loss, reason = "for the reader alone")]
    pub fn decimal(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number as f64),
            Self::Percent(tenths) => Some(*tenths as f64 / 10.0),
            Self::Ratio(ratio) => Some(ratio.numerator() as f64 / ratio.denominator() as f64),
            _ => None,
        }
    }
}

/// Writes tenths of a percent as JSON has them.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn percent<S: Serializer>(tenths: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    Cell::Percent(*tenths).decimal().serialize(serializer)
}

fn ratio<S: Serializer>(ratio: &Ratio, serializer: S) -> Result<S::Ok, S::Error> {
    Cell::Ratio(*ratio).decimal().serialize(serializer)
}

/// The text in CSV: empty if the figure is not known, and `16x16` for extents.
impl Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown | Self::Row(_) => Ok(()),
            Self::Flag(flag) => flag.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Percent(_) | Self::Ratio(_) => self.decimal().unwrap_or_default().fmt(f),
            Self::Dims((x, 1, 1)) => x.fmt(f),
            Self::Dims((x, y, 1)) => write!(f, "{x}x{y}"),
            Self::Dims((x, y, z)) => write!(f, "{x}x{y}x{z}"),
            Self::Text(text) => csv(text).fmt(f),
            Self::Codes(codes) => f.write_str(&codes.join(" ")),
        }
    }
}

/// A row: keys, and a cell for each.
#[must_use = "a row is changed by value"]
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Row {
    columns: Vec<(Key, Cell)>,
}

impl Row {
    /// Appends a column.
    pub fn push(&mut self, key: impl Into<Key>, cell: impl Into<Cell>) {
        self.columns.push((key.into(), cell.into()));
    }

    /// Returns the row with one more column.
    pub fn with(mut self, key: impl Into<Key>, cell: impl Into<Cell>) -> Self {
        self.push(key, cell);
        self
    }

    /// Returns the row with the columns of another one appended.
    pub fn with_row(mut self, other: Self) -> Self {
        self.columns.extend(other.columns);
        self
    }

    /// Returns a row with exactly these columns.
    pub fn only(&self, keys: &[Key]) -> Self {
        let columns = keys.iter().map(|key| (*key, self.get(*key).clone()));
        columns.collect()
    }

    /// Returns the keys of all columns.
    pub fn keys(&self) -> impl Iterator<Item = Key> {
        self.columns.iter().map(|(key, _)| *key)
    }

    /// Returns the cells of all columns.
    pub fn cells(&self) -> impl Iterator<Item = &Cell> {
        self.columns.iter().map(|(_, cell)| cell)
    }

    /// Returns the cell in a column; [`Unknown`](Cell::Unknown) if there is no such column.
    pub fn get(&self, key: impl Into<Key>) -> &Cell {
        let key = key.into();
        let column = self.columns.iter().find(|(other, _)| *other == key);
        column.map_or(&Cell::Unknown, |(_, cell)| cell)
    }

    /// Returns the count in a column, if it is known.
    pub fn number<N: TryFrom<u64>>(&self, key: impl Into<Key>) -> Option<N> {
        match self.get(key) {
            Cell::Number(number) => N::try_from(*number).ok(),
            _ => None,
        }
    }

    /// Returns the text in a column; empty if there is none.
    pub fn text(&self, key: impl Into<Key>) -> &str {
        match self.get(key) {
            Cell::Text(text) => text,
            _ => "",
        }
    }
}

impl FromIterator<(Key, Cell)> for Row {
    fn from_iter<I: IntoIterator<Item = (Key, Cell)>>(columns: I) -> Self {
        Self {
            columns: columns.into_iter().collect(),
        }
    }
}

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.columns.iter().map(|(key, cell)| (key, cell)))
    }
}
