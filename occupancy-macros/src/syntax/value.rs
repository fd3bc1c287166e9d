//! The value of an argument.

use occupancy_core::kernel::{Accumulator, Argument, Form};
use proc_macro2::{Ident, TokenStream};

use super::gpus::Gpu;
use crate::number::Number;

/// The value of an argument.
#[derive(Clone)]
pub(crate) enum Value {
    Gpus(Vec<Gpu>),
    /// An integer, extents in x, y and z, or a ratio: as many numbers as it has.
    Numbers(Vec<Number>),
    /// One expression for several numbers, or for what has a type of its own.
    Whole(TokenStream),
    /// `threads = auto`: the fewest and the most threads.
    Auto(u32, u32),
    Accumulator(Accumulator),
    /// The path of a file, the name of a kernel, or why low occupancy is intended; `None` if a variable of the environment is not set.
    Text(Option<String>),
    /// `hides(…)` and `tile(…)`: each argument in the parentheses has a value of its own.
    Nested,
    Name(Ident),
    Docs(Documentation),
    Path(TokenStream),
}

/// What the launch struct's page shows of the configuration.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Documentation {
    Charts,
    Table,
    None,
}

/// Dynamic shared memory by the size of the block.
#[derive(Clone)]
pub(crate) enum ByWarps {
    /// Bytes of blocks of 1, 2, 3 … warps; those of a size that does not count are `u32::MAX`.
    Known(Vec<u32>),
    /// Only the compiler knows it; for blocks from the first to the second number of warps.
    Deferred(TokenStream, u32, u32),
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

    /// Whether a number of it is over what the argument holds.
    pub(super) fn is_out_of_range(&self, argument: Argument) -> bool {
        let Self::Numbers(numbers) = self else {
            return false;
        };
        let most = argument.most().into();
        let mut known = numbers.iter().filter_map(Number::known);
        argument.form() != Form::Ratio && known.any(|number| number > most)
    }

    /// The numbers that are stated of it, if the macro knows it.
    pub(crate) fn known(&self) -> Option<Vec<i128>> {
        match self {
            Self::Numbers(numbers) => numbers.iter().map(Number::known).collect(),
            Self::Gpus(gpus) if gpus.is_empty() => None,
            Self::Whole(_) | Self::Auto(..) => None,
            value => (!value.is_deferred()).then(Vec::new),
        }
    }
}
