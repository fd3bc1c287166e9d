//! The figures that an attribute leaves to compiled code.

use occupancy_core::{Compiled, kernel::Argument};

/// The code of one GPU; none if it could not be read.
pub(crate) const fn code_of(
    code: &'static [Compiled<'static>],
    index: usize,
) -> &'static [Compiled<'static>] {
    match code.split_at_checked(index) {
        Some((_, [one, ..])) => core::slice::from_ref(one),
        _ => &[],
    }
}

/// The most that an argument has in any of the code; `None` if none states it.
pub(crate) const fn most(code: &[Compiled<'_>], argument: Argument) -> Option<u32> {
    let (mut most, mut left) = (None, code);
    while let [one, others @ ..] = left {
        most = match (most, one.integer(argument)) {
            (Some(most), Some(figure)) if figure <= most => Some(most),
            (most, None) => most,
            (_, figure) => figure,
        };
        left = others;
    }
    most
}
