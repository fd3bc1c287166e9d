//! Compares the constants that documentation read with what the compiler calculates.
//!
//! Each function is the length of an empty array, which rustdoc evaluates.

use occupancy_core::__private::{misread, misread_integer, same};
use occupancy_core::{Arch, Ratio, kernel::Argument};

use crate::declared::{Declared, Nth};

/// Ends the build if the integers differ; `note` says where the first was read.
///
/// # Panics
///
/// Panics with both integers.
#[track_caller]
pub const fn read_integer(expression: &str, read: i128, actual: i128, note: &str) -> usize {
    assert!(
        read == actual,
        "{}",
        misread_integer(expression, read, actual, note).as_str()
    );
    0
}

/// The same for an argument of a kernel that is an integer, or an element of a tuple.
///
/// # Panics
///
/// Panics with both integers.
#[track_caller]
pub const fn read_argument<K: Declared, const INDEX: usize>(
    argument: Argument,
    axis: usize,
    read: [i128; 3],
    expression: &str,
    note: &str,
) -> usize {
    let stated = Nth::<K, INDEX>::STATED;
    let actual = match (stated.integer(argument), stated.extents(argument)) {
        (Some(actual), _) => actual,
        (None, Some(actual)) => actual[axis],
        // A value that was read is stated.
        (None, None) => read[0],
    };
    read_integer(expression, read[0], actual, note)
}

/// The same for the shared memory of blocks of 1, 2, 3 … warps, if the block size is searched.
///
/// # Panics
///
/// Panics with the first that differs.
#[track_caller]
pub const fn read_by_warps<K: Declared, const INDEX: usize>(
    read: &[u32],
    expression: &str,
    note: &str,
) -> usize {
    let (mut read, mut actual) = (read, Nth::<K, INDEX>::STATED.smem_by_warps);
    while let ([one, others @ ..], [other, rest @ ..]) = (read, actual) {
        read_integer(expression, *one as i128, *other as i128, note);
        (read, actual) = (others, rest);
    }
    0
}

/// The same for one to three integers.
///
/// # Panics
///
/// Panics with the first that differs.
#[track_caller]
pub const fn read_dims<K: Declared, const INDEX: usize>(
    argument: Argument,
    axis: usize,
    read: [i128; 3],
    expression: &str,
    note: &str,
) -> usize {
    let mut at = axis;
    while at < read.len() {
        let one = [read[at], 1, 1];
        read_argument::<K, INDEX>(argument, at, one, expression, note);
        at += 1;
    }
    0
}

/// The same for a ratio: its numerator and its denominator.
///
/// # Panics
///
/// Panics with the one that differs.
#[track_caller]
pub const fn read_ratio(expression: &str, read: (u64, u64), actual: Ratio, note: &str) -> usize {
    let (over, under) = (read.0 as i128, read.1 as i128);
    read_integer(expression, over, actual.numerator() as i128, note)
        + read_integer(expression, under, actual.denominator() as i128, note)
}

/// The same for a GPU: its name, its compute capability and its number of SMs, 0 if it is unknown.
///
/// # Panics
///
/// Panics with both names, or both numbers of SMs.
#[track_caller]
pub const fn read_gpu(
    expression: &str,
    read: (&str, &str, u32),
    actual: Arch,
    note: &str,
) -> usize {
    let (name, compute_capability, sm_count) = read;
    if !same(name.as_bytes(), actual.name().as_bytes())
        || !same(
            compute_capability.as_bytes(),
            actual.compute_capability().name().as_bytes(),
        )
    {
        panic!(
            "{}",
            misread(expression, name, actual.name(), note).as_str()
        );
    }
    let actual = match actual.sm_count() {
        Some(sm_count) => sm_count,
        None => 0,
    };
    read_integer(expression, sm_count as i128, actual as i128, note)
}

/// The same for text.
///
/// # Panics
///
/// Panics with both.
#[track_caller]
pub const fn read_text(expression: &str, read: &str, actual: &str, note: &str) -> usize {
    assert!(
        same(read.as_bytes(), actual.as_bytes()),
        "{}",
        misread(expression, read, actual, note).as_str()
    );
    0
}
