//! The GPUs: how much one SM holds, and how many SMs a board has.
//!
//! A [`Multiprocessor`] has the limits of one SM, CU or WGP and of one block, and a [`Device`] is a named board with
//! their number. An [`Arch`] is either of them: [`Arch::find`] finds it by the name that people write. A [part] of a
//! board, such as a MIG instance, is a [`Device`] too.
//!
//! The figures are tables of constants, [`compute_capabilities`], [`targets`] and [`devices`], with a source beside
//! each figure. Nothing is guessed: an unknown name is an [`UnknownArch`], which has the nearest names.
//!
//! [part]: Device::parts
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

#[macro_use]
mod rows;

pub mod amd;
mod code;
mod device;
#[allow(
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation,
    clippy::manual_is_multiple_of,
    reason = "`contradiction` refuses divisors of 0, each product is of two 32-bit figures, and calls cost a constant more"
)]
mod multiprocessor;
#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "each place in a text is compared with its length before"
)]
mod name;
pub mod nvidia;
mod unknown_arch;
mod vendor;

#[doc(inline)]
pub use self::amd::targets;
pub(crate) use self::code::runs_on_target;
pub use self::code::{CodeForm, Suffix, runs};
pub use self::device::{Arch, Device, MemoryLatencies};
pub use self::multiprocessor::{Multiprocessor, MultiprocessorLimits};
#[doc(hidden)]
pub use self::name::{nearest_name, nearness};
#[doc(inline)]
pub use self::nvidia::{DEFAULT_SHARED_MEMORY_PER_BLOCK, MAX_GRID_DIM, compute_capabilities};
pub use self::unknown_arch::UnknownArch;
pub use self::vendor::{Vendor, Words};

/// The named GPUs of every vendor: [NVIDIA's](nvidia::devices) and [AMD's](amd::devices).
pub mod devices {
    #[doc(no_inline)]
    pub use super::amd::devices::*;
    #[doc(no_inline)]
    pub use super::nvidia::devices::*;

    #[doc(hidden)]
    pub mod alone {
        pub use super::super::amd::devices::alone::*;
        pub use super::super::nvidia::devices::alone::*;
    }
}

const TARGETS: &[Multiprocessor] = targets::ALL;
const COMPUTE_CAPABILITIES: &[Multiprocessor] = compute_capabilities::ALL;
const OF_AMD: &[Device] = amd::devices::ALL;
const OF_NVIDIA: &[Device] = nvidia::devices::ALL;

/// Every compute capability, and every target in its default mode. It is a static, because a reference to one costs the
/// compiler less than a constant.
static ARCHS: [Arch; FIRST_TARGET + targets::ARCHS.len()] =
    joined(compute_capabilities::ARCHS, targets::ARCHS);

/// The place of AMD's first target among them.
const FIRST_TARGET: usize = COMPUTE_CAPABILITIES.len();

/// The parts of each board, by its place in [`Device::ALL`]; `None` if the MIG User Guide does not list it.
///
/// A board holds its place in this list as a number. If it held a reference, the compiler would look at every part for
/// each kernel.
static PARTS: [Option<&[Device]>; Device::ALL.len()] =
    joined(nvidia::devices::PARTS, amd::devices::PARTS);

impl device::Published {
    /// The parts of the board; `None` if the MIG User Guide does not list it.
    const fn parts(&self) -> Option<&'static [Device]> {
        match PARTS.split_at_checked(self.board) {
            Some((_, [parts, ..])) => *parts,
            _ => None,
        }
    }
}

impl Multiprocessor {
    /// Every row of the tables: the [compute capabilities](compute_capabilities) of NVIDIA, and the [targets] of AMD in
    /// each of their modes.
    pub const ALL: &'static [Self] =
        &joined::<_, { COMPUTE_CAPABILITIES.len() + TARGETS.len() }>(COMPUTE_CAPABILITIES, TARGETS);
}

impl Device {
    /// Every whole board of the tables, NVIDIA's first, of each vendor the oldest architecture first.
    pub const ALL: &'static [Self] =
        &joined::<_, { OF_NVIDIA.len() + OF_AMD.len() }>(OF_NVIDIA, OF_AMD);

    /// The boards of one vendor, the oldest architecture first.
    ///
    /// ```
    /// use occupancy_core::{Device, devices::MI300X, gpu::Vendor};
    ///
    /// assert!(Device::of(Vendor::Amd).contains(&MI300X));
    /// ```
    pub const fn of(vendor: Vendor) -> &'static [Self] {
        match vendor {
            Vendor::Nvidia => OF_NVIDIA,
            Vendor::Amd => OF_AMD,
        }
    }
}

impl Words {
    /// The words that are true for each of these GPUs.
    #[doc(hidden)]
    pub const fn of(archs: &[Arch]) -> Self {
        let (mut has_sm, mut has_cu, mut has_wgp) = (false, false, false);
        each!(archs, |arch| {
            let sm = arch.multiprocessor();
            has_sm |= sm.is_of(Vendor::Nvidia);
            has_cu |= sm.is_of(Vendor::Amd) && !sm.is_wgp;
            has_wgp |= sm.is_wgp;
        });
        Self::new(has_sm, has_cu, has_wgp)
    }
}

/// One list behind another.
#[allow(clippy::indexing_slicing, reason = "no list is empty")]
const fn joined<T: Copy, const N: usize>(first: &[T], second: &[T]) -> [T; N] {
    let mut all = [first[0]; N];
    let (start, end) = all.split_at_mut(first.len());
    start.copy_from_slice(first);
    end.copy_from_slice(second);
    all
}
