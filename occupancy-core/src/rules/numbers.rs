//! Arithmetic that `const fn`s have no method for.

/// What is known, or something else.
pub(super) const fn or<T: Copy>(known: Option<T>, otherwise: T) -> T {
    match known {
        Some(known) => known,
        None => otherwise,
    }
}

pub(super) const fn min(a: u32, b: u32) -> u32 {
    if a < b { a } else { b }
}

pub(super) const fn max(a: u32, b: u32) -> u32 {
    if a > b { a } else { b }
}

/// `blocks` rounded down to whole clusters; all of it if it is less than one cluster.
pub(super) const fn whole(blocks: u32, cluster: u32) -> u32 {
    or(multiple(blocks, cluster, false), blocks)
}

/// The nearest multiple of `cluster`, which is not zero, from `blocks` on up or down; none of zero.
pub(super) const fn multiple(blocks: u32, cluster: u32, above: bool) -> Option<u32> {
    if above {
        max(blocks, 1).checked_next_multiple_of(cluster)
    } else if blocks < cluster {
        None
    } else {
        Some(blocks.saturating_sub(known!(blocks.checked_rem(cluster))))
    }
}
