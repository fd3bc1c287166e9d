//! A named GPU.

use super::memory_latencies::MemoryLatencies;
use super::{ComputeCapability, InvalidGpu};

/// A named GPU: the limits of its SMs and how many it has.
///
/// The rows that come with the crate are the constants of [`devices`](crate::devices): whole boards, and
/// in [`devices::mig`](crate::devices::mig) the MIG instances of some. [`Device::new`] makes any other.
///
/// # Examples
///
/// ```
/// use occupancy_core::{Device, compute_capabilities, devices};
///
/// assert_eq!(devices::A100.sm_count(), 108);
/// assert_eq!(devices::A100.compute_capability(), &compute_capabilities::SM_80);
/// assert!(Device::ALL.contains(&devices::A100));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Device {
    pub(crate) name: &'static str,
    pub(crate) aliases: &'static [&'static str],
    pub(crate) constant: &'static str,
    pub(crate) compute_capability: &'static ComputeCapability,
    pub(crate) sm_count: u32,
    /// What it is an instance of.
    pub(super) instance: Option<Instance>,
    pub(super) boost_clock_mhz: Option<u32>,
    pub(super) bandwidth_mb_per_s: Option<u32>,
    pub(super) tensor_gflop_per_s: Option<u32>,
    pub(super) latencies: Option<MemoryLatencies>,
}

/// A part of a board that MIG makes a GPU of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Instance {
    pub(super) board: &'static Device,
    pub(super) profile: &'static str,
}

/// A board that MIG divides.
pub(super) struct Divided {
    pub(super) board: &'static Device,
    /// Its rows.
    pub(super) instances: &'static [Device],
    /// Profiles with a name and without a known SM count.
    pub(super) not_known: &'static [&'static str],
}

impl Device {
    /// A board or a MIG instance that has no row in [`devices`](crate::devices).
    ///
    /// `sm_count` is what `cudaDevAttrMultiProcessorCount` reports there.
    ///
    /// # Examples
    ///
    /// ```
    /// use occupancy_core::{Device, compute_capabilities::SM_86};
    ///
    /// const LAPTOP: Device = Device::new("RTX 3050 Laptop", &SM_86, 16);
    /// assert_eq!(LAPTOP.sm_count(), 16);
    /// assert!(LAPTOP.aliases().is_empty());
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if it has no SMs: in a constant, the build ends with the message of [`InvalidGpu`]. Use
    /// [`try_new`](Self::try_new) for a number that is known only at run time.
    #[must_use]
    #[track_caller]
    pub const fn new(
        name: &'static str,
        compute_capability: &'static ComputeCapability,
        sm_count: u32,
    ) -> Device {
        match Self::try_new(name, compute_capability, sm_count) {
            Ok(device) => device,
            Err(invalid) => invalid.panic(),
        }
    }

    /// Like [`new`](Self::new), for a number of SMs that is known only at run time.
    ///
    /// ```
    /// use occupancy_core::{Device, compute_capabilities::SM_86};
    ///
    /// let error = Device::try_new("no board", &SM_86, 0).unwrap_err();
    /// assert!(error.to_string().starts_with("[OCC028] no board has no SMs"));
    /// ```
    ///
    /// # Errors
    ///
    /// [`InvalidGpu`] if the number is 0.
    pub const fn try_new(
        name: &'static str,
        compute_capability: &'static ComputeCapability,
        sm_count: u32,
    ) -> Result<Device, InvalidGpu> {
        if sm_count == 0 {
            return Err(InvalidGpu {
                name,
                contradiction: None,
            });
        }
        Ok(Device {
            name,
            aliases: &[],
            constant: "",
            compute_capability,
            sm_count,
            instance: None,
            boost_clock_mhz: None,
            bandwidth_mb_per_s: None,
            tensor_gflop_per_s: None,
            latencies: None,
        })
    }

    /// The name of the product, as NVIDIA writes it: `"H100 SXM5 80GB"`.
    ///
    /// If NVIDIA has one name for several boards, this name adds what distinguishes them.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The short names that [`Arch::find`](crate::Arch::find) takes, the
    /// shortest common one first: `["h100", "h100-sxm", "h100-sxm5"]`.
    pub const fn aliases(&self) -> &'static [&'static str] {
        self.aliases
    }

    /// The path of its constant below [`devices`](crate::devices): `"H100"`, or for a MIG
    /// instance `"mig::H100_1G_10GB"`. Empty for a [`Device::new`].
    pub const fn constant(&self) -> &'static str {
        self.constant
    }

    /// The limits of each of its SMs.
    pub const fn compute_capability(&self) -> &'static ComputeCapability {
        self.compute_capability
    }

    /// Its SMs, at least 1; each row of [`devices`](crate::devices) has its source.
    ///
    /// The SMs of the whole board or MIG instance: with a power mode or an MPS limit, a program has
    /// fewer.
    pub const fn sm_count(&self) -> u32 {
        self.sm_count
    }

    /// The boost clock of the SMs, MHz: for data-centre boards the highest that the driver allows, for others the
    /// rated one, which a cool board exceeds. `None` if no source states one.
    ///
    /// A MIG instance has that of its board.
    ///
    /// ```
    /// use occupancy_core::devices::{H100, mig::H100_1G_10GB};
    ///
    /// assert_eq!(H100.boost_clock_mhz(), Some(1_980));
    /// assert_eq!(H100_1G_10GB.boost_clock_mhz(), Some(1_980));
    /// ```
    pub const fn boost_clock_mhz(&self) -> Option<u32> {
        self.boost_clock_mhz
    }

    /// Bandwidth of device memory, MB/s (10⁶ bytes per second), as published; `None` if no source states one.
    ///
    /// Nobody publishes that of a MIG instance.
    ///
    /// ```
    /// use occupancy_core::devices::{H100, mig::H100_1G_10GB};
    ///
    /// assert_eq!(H100.bandwidth_mb_per_s(), Some(3_352_000));
    /// assert_eq!(H100_1G_10GB.bandwidth_mb_per_s(), None);
    /// ```
    pub const fn bandwidth_mb_per_s(&self) -> Option<u32> {
        self.bandwidth_mb_per_s
    }

    /// Peak of the tensor cores, GFLOP/s (10⁹ per second), as published: dense, with 16-bit floating-point operands
    /// and 32-bit accumulators. A multiply-add is 2 FLOP. `None` if no source states one.
    ///
    /// ```
    /// use occupancy_core::devices::{A30, H100};
    ///
    /// assert_eq!(H100.tensor_gflop_per_s(), Some(989_400));
    /// assert_eq!(A30.tensor_gflop_per_s(), None);
    /// ```
    pub const fn tensor_gflop_per_s(&self) -> Option<u32> {
        self.tensor_gflop_per_s
    }

    /// The latencies that somebody measured on it; `None` if nobody did.
    ///
    /// A MIG instance has none: its memory is a part of the board's, and nobody measured its latency.
    ///
    /// ```
    /// use occupancy_core::devices::{A100_SXM4_80GB, H100};
    ///
    /// // Not the 300 to 500 cycles that are often told.
    /// assert_eq!(H100.memory_latencies().unwrap().dram, 700);
    ///
    /// let a100 = A100_SXM4_80GB.memory_latencies().unwrap();
    /// assert_eq!((a100.dram, a100.clock_mhz), (552, Some(1_410)));
    /// ```
    pub const fn memory_latencies(&self) -> Option<MemoryLatencies> {
        self.latencies
    }

    /// Bytes of device memory that the driver reserves in a context for stacks of this many bytes per thread,
    /// for every thread that the GPU holds at once: SMs × threads per SM. The largest stack of the launched
    /// kernels counts.
    ///
    /// Sources: github.com/cms-sw/cmssw, pull request 51395, measured on an H100 NVL: 270,336 threads of 800
    /// bytes are 216,268,800 bytes; github.com/NVlabs/cuda-oxide, pull request 699, the same product.
    ///
    /// # Examples
    ///
    /// ```
    /// use occupancy_core::devices::H100;
    ///
    /// assert_eq!(H100.stack_reservation(800), 216_268_800);
    /// ```
    #[must_use]
    pub const fn stack_reservation(&self, stack: u32) -> u64 {
        let threads = self.compute_capability.max_threads_per_sm() as u64;
        (self.sm_count as u64)
            .saturating_mul(threads)
            .saturating_mul(stack as u64)
    }

    /// The profile of a MIG instance, `None` for anything else.
    ///
    /// # Examples
    ///
    /// ```
    /// use occupancy_core::devices::{H100, mig::H100_1G_10GB_ME};
    ///
    /// assert_eq!(H100_1G_10GB_ME.mig_profile(), Some("1g.10gb+me"));
    /// assert_eq!(H100.mig_profile(), None);
    /// ```
    #[must_use]
    pub const fn mig_profile(&self) -> Option<&'static str> {
        match &self.instance {
            Some(instance) => Some(instance.profile),
            None => None,
        }
    }

    /// The whole board that a MIG instance is a part of, `None` for anything
    /// else.
    ///
    /// # Examples
    ///
    /// ```
    /// use occupancy_core::devices::{A100, mig::A100_7G_40GB};
    ///
    /// assert_eq!(A100_7G_40GB.mig_board(), Some(&A100));
    /// assert_eq!(A100.mig_board(), None);
    ///
    /// // MIG mode takes 10 of the 108 SMs of an A100 away.
    /// assert_eq!((A100_7G_40GB.sm_count(), A100.sm_count()), (98, 108));
    /// ```
    #[must_use]
    pub const fn mig_board(&self) -> Option<&'static Device> {
        match &self.instance {
            Some(instance) => Some(instance.board),
            None => None,
        }
    }
}
