//! Sizes of other crates.

/// Rows of a tile.
pub const ROWS: usize = if cfg!(feature = "large") { 128 } else { 64 };

/// An element of a tile.
pub trait Element {
    /// Bytes of an element.
    const BYTES: usize;
}

impl Element for f32 {
    const BYTES: usize = 4;
}

impl Element for f64 {
    const BYTES: usize = 8;
}

/// Bytes of a tile.
#[must_use]
pub const fn bytes(rows: usize, columns: usize) -> usize {
    rows * columns * f32::BYTES
}

/// Defines a size.
#[macro_export]
macro_rules! size {
    ($name:ident = $value:expr) => {
        /// A size that a macro defines.
        pub const $name: usize = $value;
    };
}
