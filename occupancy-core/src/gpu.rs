//! The GPUs: how much one SM holds, and how many SMs a board has.
//!
//! A [`Multiprocessor`] has the limits of one SM and of one block, and a [`Device`] is a named board with its SM count.
//! An [`Arch`] is either of them: [`Arch::find`] finds it by the name that people write. A MIG instance of a board is a
//! [`Device`] too.
//!
//! The figures are tables of constants, [`compute_capabilities`] and [`devices`], with a source beside each figure.
//! Nothing is guessed: an unknown name is an [`UnknownArch`], which has the nearest names.
//!
//! # Examples
//!
//! ```
//! use occupancy_core::{Arch, Multiprocessor, devices};
//!
//! const H100: Arch = match Arch::find("h100") {
//!     Ok(arch) => arch,
//!     Err(_) => panic!("no such GPU"),
//! };
//! assert_eq!(H100, Arch::Device(devices::H100));
//! assert_eq!(H100.sm_count(), Some(132));
//!
//! // The limits of one SM alone: no board, so no SM count.
//! let hopper = Arch::find("sm_90")?;
//! assert_eq!(hopper.sm_count(), None);
//! assert_eq!(Some(hopper.multiprocessor()), Multiprocessor::of(9, 0));
//! # Ok::<(), occupancy_core::UnknownArch>(())
//! ```

mod device;
mod multiprocessor;
#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "each place in a text is compared with its length before"
)]
mod name;
pub mod nvidia;
mod unknown_arch;

pub use self::device::{Arch, Device, MemoryLatencies};
pub use self::multiprocessor::{Multiprocessor, MultiprocessorLimits};
#[doc(hidden)]
pub use self::name::{nearest_name, nearness};
#[doc(inline)]
pub use self::nvidia::{
    CodeForm, DEFAULT_SHARED_MEMORY_PER_BLOCK, MAX_GRID_DIM, Suffix, compute_capabilities, devices,
    runs,
};
pub use self::unknown_arch::UnknownArch;
