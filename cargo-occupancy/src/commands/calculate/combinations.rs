//! All combinations of the values of the arguments.

use std::iter;

use occupancy_report::calculator::{Setting, Values};

use crate::args::Calculate;

/// Combinations at most.
pub(super) const MOST: u64 = 1 << 20;

/// How many combinations there are; `None` if there are more than [`MOST`].
pub(super) fn count(args: &Calculate) -> Option<u64> {
    let mut all = args.stated.values.iter();
    all.try_fold(1_u64, |count, (_, values)| {
        let count = count.checked_mul(values.len() as u64)?;
        (count <= MOST).then_some(count)
    })
}

/// All of them; the values of the last argument change first.
pub(super) fn combinations(args: &Calculate) -> impl Iterator<Item = Values> {
    let first: Box<dyn Iterator<Item = Values>> = Box::new(iter::once(Values::default()));
    let all = args.stated.values.iter();
    all.fold(first, |combinations, (argument, values)| {
        Box::new(combinations.flat_map(move |stated| {
            values.iter().map(move |value| {
                let mut stated = stated.clone();
                stated.apply(&Setting::new(*argument, value.clone()));
                stated
            })
        }))
    })
}
