//! Why a value is not known.

use std::fmt;

/// The name of what is not known, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stop {
    pub(crate) name: String,
    pub(crate) why: Why,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// It is of another crate.
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
    /// It is in braces.
    Left,
}

impl Stop {
    pub(super) fn new(name: &str, why: Why) -> Self {
        Self {
            name: name.to_owned(),
            why,
        }
    }
}

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
