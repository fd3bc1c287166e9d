#![doc = include_str!("../README.md")]
#![no_std]
#![deny(unsafe_code)]
#![doc(html_root_url = "https://docs.rs/occupancy/0.1.0")]

// The attribute writes `::occupancy::…`, in this crate's own documentation too.
extern crate self as occupancy;

#[cfg(feature = "cudarc")]
extern crate alloc;

#[macro_use]
mod adapters;
#[cfg(feature = "cudarc")]
pub mod cudarc;
#[macro_use]
mod deferred;
#[cfg(feature = "macros")]
#[macro_use]
mod editor;
#[cfg(all(feature = "macros", any(doc, doctest)))]
pub mod errors;
mod launch;
#[macro_use]
mod launch_struct;
mod variant;

pub use self::launch::LaunchStruct;
pub use self::variant::{Launch, UndeclaredGpu, Variant};
pub use occupancy_core::*;

#[cfg(feature = "macros")]
#[doc = include_str!("launch_config.md")]
pub use occupancy_macros::launch_config;

/// What the attribute's expansion calls; no part of the public interface.
#[doc(hidden)]
pub mod __private {
    pub use crate::deferred::{
        Warn, define, integer, is_worth_saying, refuse, require, saturate, saturate_64,
        stated_grid, target, threads_per_block, warps_per_block,
    };
    #[cfg(feature = "macros")]
    pub use crate::editor::{allowed, arguments};
    pub use crate::launch::{
        checked_grid, debug, grid_covering, grid_for, grid_of, least_occupancy, persistent_grid,
        persistent_on, ratio, waves,
    };
    pub use crate::variant::choose;
    #[cfg(feature = "cudarc")]
    pub use ::cudarc;
    #[cfg(feature = "macros")]
    pub use occupancy_macros::__charts;
}
