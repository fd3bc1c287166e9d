//! Drawings as SVG files, with their own colours, light or dark as the reader prefers.

mod banks;
mod schedule;
mod timeline;

pub use self::banks::banks;
pub use self::schedule::schedule;
pub use self::timeline::timeline;
