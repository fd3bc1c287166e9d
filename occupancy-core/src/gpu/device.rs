//! What a kernel is checked for: a named GPU, or a compute capability.

use super::Multiprocessor;
use crate::error::Error;

/// A named GPU: the limits of its SMs and how many it has.
///
/// The whole boards that come with the crate are the constants of [`devices`](crate::devices);
/// [`Device::mig_instances`] has what MIG divides one into. [`Device::new`] makes any other.
///
/// # Examples
///
/// ```
/// use occupancy_core::{Device, compute_capabilities, devices};
///
/// assert_eq!(devices::A100.sm_count(), 108);
/// assert_eq!(devices::A100.multiprocessor(), &compute_capabilities::SM_80);
/// assert!(Device::ALL.contains(&devices::A100));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Device {
    pub(crate) name: &'static str,
    pub(crate) aliases: &'static [&'static str],
    pub(crate) constant: &'static str,
    pub(crate) multiprocessor: &'static Multiprocessor,
    pub(crate) sm_count: u32,
    /// A reference, since every kernel has its devices, and few ask for these figures.
    pub(super) published: &'static Published,
}

defaults! {
    /// What was published of a board besides its SMs, each as far as a source states it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(super) struct Published {
        /// MHz.
        pub(super) clock: Option<u32> = None,
        /// MB/s.
        pub(super) memory: Option<u32> = None,
        /// GFLOP/s.
        pub(super) tensor: Option<u32> = None,
        pub(super) latencies: Option<MemoryLatencies> = None,
        /// KiB.
        pub(super) l2: Option<u32> = None,
        pub(super) gpcs: Option<u32> = None,
        pub(super) tpcs: Option<u32> = None,
        /// The place of a whole board among those of the table; that of no board otherwise.
        pub(super) board: usize = usize::MAX,
        /// MIG profiles with a name and without a known SM count.
        pub(super) mig_not_known: &'static [&'static str] = &[],
    }

    pub(super) const NOTHING;
}

/// Measured latencies of dependent loads on a board, in cycles of the SM clock, rounded to the nearest.
///
/// The memory system was idle except for the one load. Under load, each takes longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MemoryLatencies {
    /// A hit in the L1 cache.
    pub l1: u32,
    /// A hit in the near part of the L2 cache.
    pub l2: u32,
    /// Device memory, with a footprint far above the L2 cache.
    pub dram: u32,
    /// The SM clock of the measurement, MHz. If it was not locked, the highest that the driver allows;
    /// `None` if that is not known either.
    pub clock_mhz: Option<u32>,
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
    /// Panics if it has no SMs: in a constant, the build ends with the message of [`Error`]. Use
    /// [`try_new`](Self::try_new) for a number that is known only at run time.
    #[track_caller]
    pub const fn new(name: &'static str, sm: &'static Multiprocessor, sm_count: u32) -> Device {
        match Self::try_new(name, sm, sm_count) {
            Ok(device) => device,
            Err(error) => error.panic(),
        }
    }

    /// Like [`new`](Self::new), for a number of SMs that is known only at run time.
    ///
    /// ```
    /// use occupancy_core::{Device, Error, compute_capabilities::SM_86};
    ///
    /// let error = Device::try_new("no board", &SM_86, 0).unwrap_err();
    /// assert_eq!(error, Error::NoSms("no board"));
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::NoSms`] if the number is 0.
    pub const fn try_new(
        name: &'static str,
        multiprocessor: &'static Multiprocessor,
        sm_count: u32,
    ) -> Result<Device, Error> {
        if sm_count == 0 {
            return Err(Error::NoSms(name));
        }
        Ok(Device {
            name,
            aliases: &[],
            constant: "",
            multiprocessor,
            sm_count,
            published: &Published::NOTHING,
        })
    }

    /// The device as an [`Arch`].
    pub const fn arch(self) -> Arch {
        Arch::Device(self)
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

    /// The name of its constant in [`devices`](crate::devices): `"H100"`. Empty for a MIG instance and for a
    /// [`Device::new`].
    pub const fn constant(&self) -> &'static str {
        self.constant
    }

    /// The limits of each of its SMs.
    pub const fn multiprocessor(&self) -> &'static Multiprocessor {
        self.multiprocessor
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
    /// use occupancy_core::devices::H100;
    ///
    /// assert_eq!(H100.boost_clock_mhz(), Some(1_980));
    /// assert_eq!(H100.mig_instances()[0].boost_clock_mhz(), Some(1_980));
    /// ```
    pub const fn boost_clock_mhz(&self) -> Option<u32> {
        self.published.clock
    }

    /// Bandwidth of device memory, MB/s (10⁶ bytes per second), as published; `None` if no source states one.
    ///
    /// The tables have none of a MIG instance.
    ///
    /// ```
    /// use occupancy_core::devices::H100;
    ///
    /// assert_eq!(H100.bandwidth_mb_per_s(), Some(3_352_000));
    /// assert_eq!(H100.mig_instances()[0].bandwidth_mb_per_s(), None);
    /// ```
    pub const fn bandwidth_mb_per_s(&self) -> Option<u32> {
        self.published.memory
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
        self.published.tensor
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
        self.published.latencies
    }

    /// The L2 cache, bytes; `None` if no source states it.
    ///
    /// A MIG instance has a part of its board's, which the tables do not have: `None`.
    ///
    /// ```
    /// use occupancy_core::devices::H100;
    ///
    /// assert_eq!(H100.l2_cache_bytes(), Some(50 << 20));
    /// assert_eq!(H100.mig_instances()[0].l2_cache_bytes(), None);
    /// ```
    pub const fn l2_cache_bytes(&self) -> Option<u32> {
        known!(self.published.l2).checked_mul(1024)
    }

    /// Graphics processing clusters; `None` if no source states them. Their numbers of SMs can differ from board to
    /// board.
    ///
    /// ```
    /// use occupancy_core::devices::{H100, L4};
    ///
    /// assert_eq!((H100.gpcs(), H100.tpcs()), (Some(8), Some(66)));
    /// assert_eq!(L4.gpcs(), None);
    /// ```
    pub const fn gpcs(&self) -> Option<u32> {
        self.published.gpcs
    }

    /// Texture processing clusters, which are pairs of SMs from compute capability 7.0 on; `None` if no source states
    /// them.
    pub const fn tpcs(&self) -> Option<u32> {
        self.published.tpcs
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
    pub const fn stack_reservation(&self, stack: u32) -> u64 {
        let threads = self.multiprocessor.max_threads_per_sm() as u64;
        (self.sm_count as u64)
            .saturating_mul(threads)
            .saturating_mul(stack as u64)
    }

    /// The MIG instances of a board, smallest profile first; none for anything else.
    ///
    /// One SM of an instance has all the limits of an SM of the board; the instance only has fewer SMs. The
    /// number depends on the board *and* the profile: `1g.10gb` is 16 SMs of an H100, and 14 of an H100 PCIe and of
    /// an A100 80GB. It is no share of the board's count either: in MIG mode an A100 has 98 of its 108 SMs, which is
    /// what its `7g` profile has, and of the 132 SMs of an H100 seven `1g.10gb` use 112.
    ///
    /// So a profile is here only if a real instance or driver reported its SM count. For any other profile, the
    /// error of [`Arch::find`](crate::Arch::find) says so. Compute instances, which divide an instance once more
    /// (`1c.3g.40gb`), are not here.
    ///
    /// An instance has the name of its board, `MIG`, and the profile, and one alias.
    ///
    /// ```
    /// use occupancy_core::{Arch, devices::H100};
    ///
    /// let smallest = H100.mig_instances()[0];
    /// assert_eq!(smallest.name(), "H100 SXM5 80GB MIG 1g.10gb");
    /// assert_eq!(smallest.aliases(), ["h100:1g.10gb"]);
    /// assert_eq!(Arch::find("h100:1g.10gb"), Ok(Arch::Device(smallest)));
    ///
    /// assert_eq!(smallest.sm_count(), 16);
    /// assert_eq!(smallest.multiprocessor(), H100.multiprocessor());
    /// assert!(smallest.mig_instances().is_empty());
    /// ```
    pub const fn mig_instances(&self) -> &'static [Device] {
        match self.published.mig_instances() {
            Some(instances) => instances,
            None => &[],
        }
    }
}

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
///     Ok(Arch::Multiprocessor(&compute_capabilities::SM_90)),
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Arch {
    /// The limits of one SM.
    Multiprocessor(&'static Multiprocessor),
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
    /// assert_eq!(Arch::Multiprocessor(&SM_90).short_name(), "9.0");
    /// ```
    pub const fn short_name(&self) -> &'static str {
        match self {
            Arch::Device(device) => match device.aliases {
                [shortest, ..] => shortest,
                [] => device.name,
            },
            Arch::Multiprocessor(one) => one.name,
        }
    }

    /// The limits of one SM.
    ///
    /// # Examples
    ///
    /// ```
    /// use occupancy_core::{Arch, compute_capabilities::SM_90, devices::H100};
    ///
    /// assert_eq!(Arch::Device(H100).multiprocessor(), &SM_90);
    /// assert_eq!(Arch::Multiprocessor(&SM_90).multiprocessor(), &SM_90);
    /// ```
    pub const fn multiprocessor(&self) -> &'static Multiprocessor {
        match self {
            Arch::Multiprocessor(one) => one,
            Arch::Device(device) => device.multiprocessor,
        }
    }

    /// The board or the MIG instance; `None` for a compute capability.
    ///
    /// # Examples
    ///
    /// ```
    /// use occupancy_core::{Arch, devices::H100};
    ///
    /// assert_eq!(Arch::find("h100")?.device(), Some(&H100));
    /// assert_eq!(Arch::find("9.0")?.device(), None);
    /// # Ok::<(), occupancy_core::UnknownArch>(())
    /// ```
    pub const fn device(&self) -> Option<&Device> {
        match self {
            Arch::Multiprocessor(_) => None,
            Arch::Device(device) => Some(device),
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
    /// assert_eq!(Arch::Multiprocessor(&SM_90).sm_count(), None);
    /// ```
    pub const fn sm_count(&self) -> Option<u32> {
        match self {
            Arch::Multiprocessor(_) => None,
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
            Arch::Multiprocessor(one) => one.title(),
            Arch::Device(device) => device.name,
        }
    }
}
