//! What is read of files, and how it is compared with configurations. One program, since each is linked on its own.

#[cfg(feature = "files")]
mod common;

#[cfg(feature = "files")]
mod build;
mod cases;
#[cfg(feature = "files")]
mod code;
mod cubin;
#[cfg(feature = "files")]
mod files;
#[cfg(feature = "files")]
mod mutated;
mod properties;
mod ptx;
#[cfg(feature = "files")]
mod truncated;
#[cfg(feature = "files")]
mod verdicts;
