//! Pages, and arguments as text.

#[cfg(feature = "calculator")]
mod arguments;
mod pages;
