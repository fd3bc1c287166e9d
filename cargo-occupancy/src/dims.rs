//! Extents along x, y and z.

/// Threads of a block, or blocks of a grid or a cluster, in x, y and z.
pub(crate) type Dims = (u32, u32, u32);

/// `16x16x1` without the ones at its end.
pub(crate) fn dims((x, y, z): Dims) -> String {
    match (y, z) {
        (1, 1) => x.to_string(),
        (y, 1) => format!("{x}x{y}"),
        (y, z) => format!("{x}x{y}x{z}"),
    }
}
