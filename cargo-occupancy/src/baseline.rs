//! The baseline: the file that `occupancy baseline` writes and `occupancy check` reads, with what kernels
//! use.

mod budget;
mod collect;
mod file;
mod kernel;

pub(crate) use self::budget::{Breach, Budget, Rules, least_occupancy};
pub(crate) use self::collect::{chosen, collect, collected_or_baseline};
pub(crate) use self::file::{Baseline, written};
pub(crate) use self::kernel::{Better, FIGURES, Figure, Kernel, Reason, figure_of};

#[cfg(test)]
pub(crate) use self::kernel::tests::kernel;
