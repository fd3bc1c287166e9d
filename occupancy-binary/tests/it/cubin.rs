//! Cubins and fat binaries that no compiler writes: what they say is read to the last bit, and what
//! is not as it should be is an error at the byte where it is.

mod attributes;
mod builder;
mod errors;
mod fat_binaries;
mod images;
mod layout;
mod names;
mod work;
