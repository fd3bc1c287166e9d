//! The value of an argument.

use occupancy_core::kernel::Accumulator;
use syn::{Expr, Ident, Path};

use super::gpus::Gpu;
use crate::number::Number;

/// The value of an argument.
#[derive(Clone)]
pub(crate) enum Value {
    Gpus(Vec<Gpu>),
    /// An integer, extents in x, y and z, or a ratio: as many numbers as it has.
    Numbers(Vec<Number>),
    /// One expression for several numbers, or for what has a type of its own.
    Whole(Expr),
    /// `threads = auto`: the fewest and the most threads.
    Auto(u32, u32),
    Accumulator(Accumulator),
    /// The path of a file, or the name of a kernel; `None` if a variable of the environment is not set.
    Text(Option<String>),
    /// Why low occupancy is intended.
    Reason(String),
    /// `hides(…)` and `tile(…)`: each argument in the parentheses has a value of its own.
    Nested,
    Name(Ident),
    Docs(Documentation),
    Path(Path),
}

/// What the launch struct's page shows of the configuration.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Documentation {
    #[default]
    Charts,
    Table,
    None,
}

impl Value {
    /// Whether only the compiler knows it.
    pub(crate) fn is_deferred(&self) -> bool {
        match self {
            Self::Gpus(gpus) => gpus.iter().any(|gpu| matches!(gpu, Gpu::Deferred(_))),
            Self::Numbers(numbers) => numbers.iter().any(|number| number.known().is_none()),
            Self::Whole(_) => true,
            _ => false,
        }
    }

    /// The numbers that are stated of it, if the macro knows it.
    pub(crate) fn known(&self) -> Option<Vec<i128>> {
        match self {
            Self::Numbers(numbers) => {
                let mut numbers = numbers.iter();
                numbers.try_fold(Vec::new(), |mut known, number| {
                    known.push(number.known()?.into());
                    Some(known)
                })
            }
            Self::Gpus(gpus) if gpus.is_empty() => None,
            Self::Whole(_) | Self::Auto(..) => None,
            value => (!value.is_deferred()).then(Vec::new),
        }
    }
}
