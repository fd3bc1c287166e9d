//! The value of an argument of the configuration, by the form that it takes.

use occupancy_core::Ratio;
use occupancy_core::kernel::{Accumulator, Argument, Form};
use proc_macro2::TokenStream;

use super::arch::{ArchValue, archs};
use super::auto::{auto, meant_range};
use super::dims::{Dims, dims, problem};
use super::shown::found;
use super::values::{accumulator, integer, ratio, text};
use crate::errors::{self, Errors};
use crate::number::Number;

/// The value of an argument of the configuration.
#[derive(Clone)]
pub(crate) enum ArgumentValue {
    Archs(Vec<ArchValue>),
    Integer(Number<u64>),
    Dims(Dims),
    /// `threads = auto`: the fewest and the most threads.
    Auto(u32, u32),
    Ratio(Number<Ratio>),
    /// The path of a file, or the name of a kernel; `None` if a variable of the environment is not set.
    Text(Option<String>),
    Accumulator(Number<Accumulator>),
    /// Why low occupancy is intended.
    Reason(String),
    /// `hides(…)` and `tile(…)`: each argument in the parentheses has a value of its own.
    Nested,
}

impl ArgumentValue {
    /// Reads the value of an argument; `None` after a reported fault.
    pub(super) fn read(
        argument: Argument,
        tokens: &TokenStream,
        errors: &mut Errors,
    ) -> Option<Self> {
        match (argument, argument.form()) {
            (Argument::Arch, _) => archs(tokens, errors).map(Self::Archs),
            (Argument::Threads, _) => match auto(tokens) {
                Some(Ok((least, most))) => Some(Self::Auto(least, most)),
                Some(Err(())) => {
                    let message = errors::auto_range(&found(tokens), &meant_range(tokens));
                    errors.at(tokens, message);
                    None
                }
                None => dims(argument, tokens, errors).map(Self::Dims),
            },
            (Argument::Problem, _) => problem(tokens, errors).map(Self::Dims),
            (Argument::Accumulator, _) => accumulator(tokens, errors).map(Self::Accumulator),
            (_, Form::Extents) => dims(argument, tokens, errors).map(Self::Dims),
            (_, Form::Ratio) => ratio(argument, tokens, errors).map(Self::Ratio),
            (_, Form::File | Form::Text) => text(argument, tokens, errors).map(Self::Text),
            _ => integer(argument, tokens, errors).map(Self::Integer),
        }
    }

    /// Whether only the compiler knows it.
    pub(super) fn is_deferred(&self) -> bool {
        match self {
            Self::Archs(archs) => archs
                .iter()
                .any(|arch| matches!(arch, ArchValue::Deferred(_))),
            Self::Integer(number) => number.known().is_none(),
            Self::Dims(dims) => dims.known().is_none(),
            Self::Ratio(ratio) => ratio.known().is_none(),
            Self::Accumulator(accumulator) => accumulator.known().is_none(),
            Self::Text(_) | Self::Auto(..) | Self::Reason(_) | Self::Nested => false,
        }
    }
}
