//! Checks other attributes of a kernel that state the same facts, if only the compiler knows the values.

use crate::declared::{Declared, Nth};

/// Ends the build if `#[launch_bounds(max_threads, min_blocks)]` contradicts the configuration.
///
/// # Panics
///
/// Panics with the message that the attribute itself would give.
#[track_caller]
pub const fn check_launch_bounds<K: Declared>(stated: &[i128]) {
    if Nth::<K, 0>::VERDICT.is_sound
        && let Some(message) = Nth::<K, 0>::CONFIGURATION.launch_bounds_contradiction(stated)
    {
        panic!("{}", message.as_str());
    }
}

/// Ends the build if `#[cluster_launch(x, y, z)]` contradicts the configuration.
///
/// # Panics
///
/// Panics with the message that the attribute itself would give.
#[track_caller]
pub const fn check_cluster_launch<K: Declared>(stated: &[i128]) {
    if Nth::<K, 0>::VERDICT.is_sound
        && let Some(message) = Nth::<K, 0>::CONFIGURATION.cluster_launch_contradiction(stated)
    {
        panic!("{}", message.as_str());
    }
}
