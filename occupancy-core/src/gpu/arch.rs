//! A compute capability or a named GPU.

use super::{ComputeCapability, Device};

/// What a kernel is checked for: a compute capability, or a named GPU.
///
/// Both have the limits of one SM. Only a device has an SM count, which waves need.
///
/// # Examples
///
/// ```
/// use occupancy_core::{Arch, compute_capabilities, devices};
///
/// assert_eq!(Arch::find("h100"), Ok(Arch::Device(devices::H100)));
/// assert_eq!(
///     Arch::find("9.0"),
///     Ok(Arch::ComputeCapability(&compute_capabilities::SM_90)),
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arch {
    /// The limits of one SM.
    ComputeCapability(&'static ComputeCapability),
    /// A GPU: the limits of one SM, and how many it has.
    Device(Device),
}

impl Arch {
    /// The shortest name that finds it: the first alias of a device, or its full name where it has none, and the
    /// number of a compute capability.
    ///
    /// # Examples
    ///
    /// ```
    /// use occupancy_core::{Arch, compute_capabilities::SM_90, devices::H100};
    ///
    /// assert_eq!(Arch::Device(H100).short_name(), "h100");
    /// assert_eq!(Arch::ComputeCapability(&SM_90).short_name(), "9.0");
    /// ```
    pub const fn short_name(&self) -> &'static str {
        match self {
            Arch::Device(device) => match device.aliases {
                [shortest, ..] => shortest,
                [] => device.name,
            },
            Arch::ComputeCapability(one) => one.name,
        }
    }

    /// The limits of one SM.
    ///
    /// # Examples
    ///
    /// ```
    /// use occupancy_core::{Arch, compute_capabilities::SM_90, devices::H100};
    ///
    /// assert_eq!(Arch::Device(H100).compute_capability(), &SM_90);
    /// assert_eq!(Arch::ComputeCapability(&SM_90).compute_capability(), &SM_90);
    /// ```
    pub const fn compute_capability(&self) -> &'static ComputeCapability {
        match self {
            Arch::ComputeCapability(one) => one,
            Arch::Device(device) => device.compute_capability,
        }
    }

    /// The SMs of the board or the MIG instance, `None` for a compute
    /// capability.
    ///
    /// # Examples
    ///
    /// ```
    /// use occupancy_core::{Arch, compute_capabilities::SM_90, devices::H100};
    ///
    /// assert_eq!(Arch::Device(H100).sm_count(), Some(132));
    /// assert_eq!(Arch::ComputeCapability(&SM_90).sm_count(), None);
    /// ```
    pub const fn sm_count(&self) -> Option<u32> {
        match self {
            Arch::ComputeCapability(_) => None,
            Arch::Device(device) => Some(device.sm_count),
        }
    }

    /// The name of the device, or `"compute capability 9.0"`.
    ///
    /// For every row of the tables, [`Arch::find`] takes it back.
    ///
    /// # Examples
    ///
    /// ```
    /// use occupancy_core::Arch;
    ///
    /// assert_eq!(Arch::find("h100")?.name(), "H100 SXM5 80GB");
    /// assert_eq!(Arch::find("sm_90a")?.name(), "compute capability 9.0");
    /// # Ok::<(), occupancy_core::UnknownArch>(())
    /// ```
    pub const fn name(&self) -> &'static str {
        match self {
            Arch::ComputeCapability(one) => one.title(),
            Arch::Device(device) => device.name,
        }
    }
}

impl Device {
    /// The device as an [`Arch`].
    pub const fn arch(self) -> Arch {
        Arch::Device(self)
    }
}
