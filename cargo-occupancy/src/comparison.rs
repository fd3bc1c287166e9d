//! What changed between two sets of kernels.

mod difference;
mod judge;
mod pairs;
mod totals;

pub(crate) use self::difference::{Difference, Status};
pub(crate) use self::judge::Comparison;
pub(crate) use self::totals::{Stack, Total};
