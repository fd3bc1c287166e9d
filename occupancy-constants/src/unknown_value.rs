//! Why a value is not known.

use std::error::Error;
use std::fmt;

/// Error for a value that the source does not give without doubt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownValue {
    /// The constant or function that is not known; empty where it is the whole expression.
    pub name: String,
    /// Why it is not known.
    pub why: Why,
}

/// Why a value is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It is of another crate, whose source is not read.
    OtherCrate,
    /// A macro may define it, or make something else of it.
    Macro,
    /// A macro is given it, or writes it: its names can be those of another place.
    InMacro,
    /// It depends on the machine that is compiled for.
    Condition,
    /// Several definitions could be meant, or none was found.
    Unclear,
    /// It is calculated in a way that is not followed.
    Calculation,
    /// It is in braces, which leave it to the compiler.
    Left,
}

impl UnknownValue {
    /// An error for the constant or function `name`.
    pub fn new(name: &str, why: Why) -> Self {
        Self {
            name: name.to_owned(),
            why,
        }
    }
}

impl fmt::Display for UnknownValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name.as_str() {
            "" => write!(f, "the value is unknown: {}", self.why),
            name => write!(f, "`{name}` is unknown: {}", self.why),
        }
    }
}

impl Error for UnknownValue {}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OtherCrate => "of another crate",
            Self::Macro => "a macro may define it",
            Self::InMacro => "a macro is given it or writes it",
            Self::Condition => "it depends on the target",
            Self::Unclear => "its definition was not found",
            Self::Calculation => "its calculation is not followed",
            Self::Left => "left to the compiler",
        })
    }
}
