//! What is read of files, and how it is compared with configurations. One program, since each is linked on its own.

#[cfg(feature = "files")]
#[macro_use]
mod common;

#[cfg(feature = "files")]
mod build;
mod cases;
mod compiled;
#[cfg(feature = "files")]
mod compiled_at_run_time;
mod cubin;
#[cfg(feature = "files")]
mod files;
#[cfg(feature = "files")]
mod hostile;
mod messages;
mod properties;
mod ptx;
#[cfg(feature = "files")]
mod truncated;
#[cfg(feature = "files")]
mod verdicts;
