use super::{ComputeCapability, devices};

/// A named GPU: the limits of its SMs and how many it has.
///
/// The rows that come with the crate are the constants of [`devices`]; any
/// other board is made with [`Device::new`].
///
/// # Examples
///
/// ```
/// use occupancy_core::{Device, compute_capabilities, devices};
///
/// assert_eq!(devices::A100.sm_count, 108);
/// assert_eq!(devices::A100.compute_capability, &compute_capabilities::SM_80);
/// assert!(Device::ALL.contains(&devices::A100));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Device {
    /// The name of the product, as NVIDIA writes it: `"H100 SXM5 80GB"`.
    ///
    /// Where NVIDIA has one name for several boards, this one adds what tells
    /// them apart.
    pub name: &'static str,
    /// The short names that [`Arch::find`](crate::Arch::find) takes, the
    /// shortest common one first: `["h100", "h100-sxm", "h100-sxm5"]`.
    pub aliases: &'static [&'static str],
    /// Its constant in [`devices`]: `"H100"`. Empty for a [`Device::new`].
    pub constant: &'static str,
    /// The limits of each of its SMs.
    pub compute_capability: &'static ComputeCapability,
    /// Its SMs, 1 to 188 in the rows of [`devices`], where each has its source.
    ///
    /// What the whole board has: a MIG instance, a power mode or an MPS limit
    /// leaves a program fewer.
    pub sm_count: u32,
}

impl Device {
    /// Every device of [`devices`], oldest architecture first.
    pub const ALL: &'static [Device] = devices::ALL;

    /// A board that has no row in [`devices`].
    ///
    /// Its `sm_count` is what `cudaDevAttrMultiProcessorCount` reports there.
    ///
    /// # Examples
    ///
    /// ```
    /// use occupancy_core::{Device, compute_capabilities::SM_89};
    ///
    /// const LAPTOP: Device = Device::new("RTX 4090 Laptop", &SM_89, 76);
    /// assert_eq!(LAPTOP.sm_count, 76);
    /// assert!(LAPTOP.aliases.is_empty());
    /// ```
    #[must_use]
    pub const fn new(
        name: &'static str,
        compute_capability: &'static ComputeCapability,
        sm_count: u32,
    ) -> Device {
        Device {
            name,
            aliases: &[],
            constant: "",
            compute_capability,
            sm_count,
        }
    }
}
