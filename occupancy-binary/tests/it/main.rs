//! What is read of files, and how it is compared with configurations. One program, since each is linked on its own.

#[cfg(feature = "std")]
#[macro_use]
mod common;

#[cfg(feature = "std")]
mod build;
mod compiled;
#[cfg(feature = "std")]
mod compiled_at_run_time;
mod cubin;
#[cfg(feature = "std")]
mod files;
#[cfg(feature = "std")]
mod hostile;
mod messages;
mod properties;
mod ptx;
mod ptx_usage;
#[cfg(feature = "std")]
mod truncated;
#[cfg(feature = "std")]
mod verdicts;
