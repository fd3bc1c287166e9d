//! Rows of figures, by their [keys](Key): what JSON, CSV, tables and comparisons have of a kernel or a configuration.

use std::borrow::Cow;
use std::fmt::{self, Display};

use occupancy_core::kernel::FigureValue;
use occupancy_core::{Occupancy, Ratio};
use serde::{Serialize, Serializer};

use super::key::Key;
use super::values::Dims;
use crate::escape::csv;
use crate::words::binding;

/// What a row has in one column. Of two figures of one kind, the order is that of their values.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(untagged)]
pub enum Cell {
    /// Not known, not stated, or not applicable.
    Unknown,
    /// Whether it is so.
    Flag(bool),
    /// A number of things, or of bytes.
    Number(u64),
    /// In tenths of a percent.
    Percent(#[serde(serialize_with = "percent")] u64),
    /// A fraction, as JSON and CSV have it.
    Ratio(#[serde(serialize_with = "ratio")] Ratio),
    /// Extents along x, y and z.
    Dims(Dims),
    /// A name, or words.
    Text(String),
    /// Codes of messages.
    Codes(Vec<&'static str>),
    /// Columns within a column.
    Row(Box<Row>),
}

macro_rules! cells {
    ($($type:ty: $value:pat => $cell:expr;)+) => {
        $(impl From<$type> for Cell {
            fn from($value: $type) -> Self {
                $cell
            }
        })+
    };
}

cells! {
    u32: number => Self::Number(number.into());
    u64: number => Self::Number(number);
    bool: flag => Self::Flag(flag);
    Ratio: ratio => Self::Ratio(ratio);
    Dims: dims => Self::Dims(dims);
    &str: text => Self::Text(text.to_owned());
    String: text => Self::Text(text);
    Vec<&'static str>: codes => Self::Codes(codes);
    Row: row => Self::Row(Box::new(row));
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Unknown, Into::into)
    }
}

impl From<FigureValue> for Cell {
    fn from(value: FigureValue) -> Self {
        match value {
            FigureValue::Flag(flag) => flag.into(),
            FigureValue::Number(number) => number.into(),
            FigureValue::Pair(major, minor) => format!("{major}.{minor}").into(),
            FigureValue::Extent(x, y, z) => (x, y, z).into(),
            _ => Self::Unknown,
        }
    }
}

impl Cell {
    /// A ratio in percent, if it is known.
    pub fn percent(ratio: Option<Ratio>) -> Self {
        ratio.map_or(Self::Unknown, |ratio| {
            Self::Percent(ratio.tenths_of_percent())
        })
    }

    /// The binding limits, if the occupancy is known: `registers, warps`.
    pub fn binding_limits(occupancy: Option<&Occupancy>) -> Self {
        occupancy.map(binding).into()
    }

    /// A number, a percentage in tenths, or the product of extents.
    pub fn size(&self) -> Option<u128> {
        match *self {
            Self::Number(number) | Self::Percent(number) => Some(number.into()),
            Self::Dims((x, y, z)) => Some(u128::from(x) * u128::from(y) * u128::from(z)),
            _ => None,
        }
    }

    /// A number with decimals, as JSON has it.
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

/// Tenths of a percent as JSON has them.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn percent<S: Serializer>(tenths: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    Cell::Percent(*tenths).decimal().serialize(serializer)
}

fn ratio<S: Serializer>(ratio: &Ratio, serializer: S) -> Result<S::Ok, S::Error> {
    Cell::Ratio(*ratio).decimal().serialize(serializer)
}

/// As in CSV: nothing for what is not known, and `16x16` for extents.
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

/// A row: what it has in each of its columns.
#[must_use = "a row is changed by value"]
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Row {
    keys: Cow<'static, [Key]>,
    cells: Vec<Cell>,
}

impl Row {
    /// Adds a column behind the others.
    pub fn push(&mut self, key: impl Into<Key>, cell: impl Into<Cell>) {
        self.keys.to_mut().push(key.into());
        self.cells.push(cell.into());
    }

    /// The row with one more column.
    pub fn with(mut self, key: impl Into<Key>, cell: impl Into<Cell>) -> Self {
        self.push(key, cell);
        self
    }

    /// The row with the columns of another one behind its own.
    pub fn with_row(mut self, other: Self) -> Self {
        self.keys.to_mut().extend(other.keys.iter());
        self.cells.extend(other.cells);
        self
    }

    /// The row with these columns; its own are kept once for all rows, if they are these.
    pub fn only(mut self, keys: &'static [Key]) -> Self {
        if *self.keys != *keys {
            self.cells = keys.iter().map(|key| self.get(*key).clone()).collect();
        }
        self.keys = Cow::Borrowed(keys);
        self
    }

    /// Its columns.
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// What it has in all of its columns.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// What it has in a column; [`Unknown`](Cell::Unknown) if it has no such column.
    pub fn get(&self, key: impl Into<Key>) -> &Cell {
        let key = key.into();
        let at = self.keys.iter().position(|other| *other == key);
        at.and_then(|at| self.cells.get(at))
            .unwrap_or(&Cell::Unknown)
    }

    /// The number in a column, if it is one that is known.
    pub fn number<N: TryFrom<u64>>(&self, key: impl Into<Key>) -> Option<N> {
        match self.get(key) {
            Cell::Number(number) => N::try_from(*number).ok(),
            _ => None,
        }
    }

    /// The text in a column; empty if there is none.
    pub fn text(&self, key: impl Into<Key>) -> &str {
        match self.get(key) {
            Cell::Text(text) => text,
            _ => "",
        }
    }
}

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.keys.iter().zip(&self.cells))
    }
}
