//! The baseline: the file that `occupancy baseline` writes and `occupancy check` reads, with what kernels
//! use.

mod budget;
mod collect;
mod file;
mod kernel;
mod name;
mod write;

pub(crate) use self::budget::{Breach, Budget, Budgets};
pub(crate) use self::collect::{Collected, collect_all, collected_or_baseline, keeps};
pub(crate) use self::file::{Baseline, Entry, Place};
pub(crate) use self::kernel::{Better, Figure, Kernel};
pub(crate) use self::name::{family, without_parameters};
pub(crate) use self::write::{Written, updated, written};

#[cfg(test)]
pub(crate) use self::kernel::tests::kernel;
