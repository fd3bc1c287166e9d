//! The record of a kernel: words with spaces between them, in a fixed order. One list of fields writes the figures and
//! reads them back.

use core::fmt;
use core::str::FromStr;

use super::Text;

/// The value of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FigureValue {
    /// The figure is not known.
    Unknown,
    /// A yes or no.
    Flag(bool),
    /// A yes or no of a figure that can be unknown.
    Answer(bool),
    /// A number, in the unit of the figure.
    Number(u64),
    /// The major and the minor number of a version.
    Pair(u32, u32),
    /// An extent in x, y and z.
    Extent(u32, u32, u32),
}

/// The value of the field in Rust: `Some(32)`, `None`, `true`. With `{:#}`, `Some` has its whole path.
impl fmt::Display for FigureValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = if f.alternate() {
            "::core::option::Option::"
        } else {
            ""
        };
        match self {
            Self::Unknown => f.write_str("None"),
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Answer(flag) => write!(f, "{path}Some({flag})"),
            Self::Number(number) => write!(f, "{path}Some({number})"),
            Self::Pair(major, minor) => write!(f, "{path}Some(({major}, {minor}))"),
            Self::Extent(x, y, z) => write!(f, "{path}Some(({x}, {y}, {z}))"),
        }
    }
}

/// A field that holds a figure.
pub(crate) struct Field<T>(pub(crate) T);

/// A field that is read from a record.
pub(crate) trait FromRecord: Sized {
    /// Reads the words of its value; `None` if they have another form.
    fn from_record(words: &mut dyn Iterator<Item = &str>) -> Option<Self>;
}

macro_rules! fields {
    ($($type:ty: $known:pat => $value:expr, $read:expr;)+) => { $(
        impl Field<$type> {
            pub(crate) const fn value(self) -> FigureValue {
                let $known = self.0;
                $value
            }
        }

        impl Field<Option<$type>> {
            pub(crate) const UNKNOWN: Option<$type> = None;

            pub(crate) const fn value(self) -> FigureValue {
                match self.0 {
                    Some(known) => match Field::<$type>(known).value() {
                        FigureValue::Flag(flag) => FigureValue::Answer(flag),
                        value => value,
                    },
                    None => FigureValue::Unknown,
                }
            }
        }

        impl FromRecord for $type {
            fn from_record(words: &mut dyn Iterator<Item = &str>) -> Option<Self> {
                ($read)(words)?
            }
        }

        impl FromRecord for Option<$type> {
            fn from_record(words: &mut dyn Iterator<Item = &str>) -> Option<Self> {
                ($read)(words)
            }
        }
    )+ };
}

fields! {
    u32: number => FigureValue::Number(number as u64), number_of;
    u64: number => FigureValue::Number(number), number_of;
    bool: flag => FigureValue::Flag(flag),
        |words| Some(number_of::<u64>(words)?.map(|number| number != 0));
    (u32, u32): (major, minor) => FigureValue::Pair(major, minor),
        |words| Some(extent_of(words)?.map(|(major, minor, _)| (major, minor)));
    (u32, u32, u32): (x, y, z) => FigureValue::Extent(x, y, z), extent_of;
}

impl Field<bool> {
    pub(crate) const UNKNOWN: bool = false;
}

impl<const N: usize> Text<N> {
    /// Appends a number as a word.
    #[doc(hidden)]
    pub const fn word_of(&mut self, number: u64) -> &mut Self {
        self.append(b" ").digits(number as u128)
    }

    /// Appends a value as words: `-` if it is not known, or else one number or three.
    #[doc(hidden)]
    pub const fn value(&mut self, value: FigureValue) -> &mut Self {
        let (x, y, z) = match value {
            FigureValue::Unknown => return self.text(" -"),
            FigureValue::Flag(flag) | FigureValue::Answer(flag) => {
                return self.word_of(flag as u64);
            }
            FigureValue::Number(number) => return self.word_of(number),
            FigureValue::Pair(major, minor) => (major, minor, 1),
            FigureValue::Extent(x, y, z) => (x, y, z),
        };
        let out = self.word_of(x as u64);
        out.word_of(y as u64).word_of(z as u64)
    }

    /// Appends a text as one word. Each byte that is not a visible character of ASCII is `%` and two digits, and an
    /// empty text is `%`.
    #[doc(hidden)]
    pub const fn word(&mut self, text: &str) -> &mut Self {
        let mut out = self.text(if text.is_empty() { " %" } else { " " });
        each!(text.as_bytes(), |byte| {
            out = match byte {
                b'!'..=b'~' if *byte != b'%' => out.append(&[*byte]),
                _ => out.append(&[b'%', hexadecimal(*byte >> 4), hexadecimal(*byte & 15)]),
            };
        });
        out
    }
}

/// The hexadecimal digit of a number up to 15.
const fn hexadecimal(digit: u8) -> u8 {
    match digit {
        0..10 => b'0'.wrapping_add(digit),
        _ => (b'a' - 10).wrapping_add(digit),
    }
}

/// Reads a number from the next word, which is none for `-`.
fn number_of<T: FromStr>(words: &mut dyn Iterator<Item = &str>) -> Option<Option<T>> {
    match words.next()? {
        "-" => Some(None),
        number => number.parse().ok().map(Some),
    }
}

/// Reads the next three numbers, which are none for `-`.
fn extent_of(words: &mut dyn Iterator<Item = &str>) -> Option<Option<(u32, u32, u32)>> {
    let Some(x) = number_of(words)? else {
        return Some(None);
    };
    Some(Some((x, number_of(words)??, number_of(words)??)))
}

/// The beginning of a record, before its [version](RECORD_VERSION).
pub const RECORD: &str = "occupancy report ";

/// The version of the records that the library writes and its tools read.
pub const RECORD_VERSION: u64 = 4;

/// The environment variable that asks a compiler for the records.
pub const REPORT_VARIABLE: &str = "OCCUPANCY_REPORT";
