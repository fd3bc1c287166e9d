//! The targets of a check: a named GPU, or a compute capability or target.

use super::{Multiprocessor, Vendor};
use crate::error::Error;
use crate::numbers::or;
use crate::text::same;

/// Functions that return a field.
macro_rules! getters {
    ($($(#[$documentation:meta])* $getter:ident($($field:ident).+): $type:ty;)+) => {
        $($(#[$documentation])* pub const fn $getter(&self) -> $type {
            self.$($field).+
        })+
    };
}

/// A named GPU: the limits of its SMs and how many it has.
///
/// The whole boards that come with the crate are the constants of [`devices`](crate::devices); [`Device::parts`] has
/// what MIG divides one into, and the partitions and modes of one of AMD. [`Device::new`] makes any other. On AMD, an SM
/// is a CU or a WGP.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Device {
    pub(crate) name: &'static str,
    pub(crate) aliases: &'static [&'static str],
    pub(crate) constant: &'static str,
    pub(crate) multiprocessor: &'static Multiprocessor,
    pub(crate) sm_count: u32,
    /// It is a reference, because every kernel has devices, and few ask for these figures.
    pub(super) published: &'static Published,
}

defaults! {
    /// The figures that were published of a board besides its SMs; `None` where no source states one.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
        /// MiB.
        pub(super) mib: Option<u32> = None,
        pub(super) gpcs: Option<u32> = None,
        pub(super) tpcs: Option<u32> = None,
        /// The place of a whole board in the table; `usize::MAX` for any other device.
        pub(super) board: usize = usize::MAX,
        /// The MIG profiles that exist, and whose SM count is not known.
        pub(super) mig_not_known: &'static [&'static str] = &[],
    }

    pub(super) const NOTHING;
}

/// The latencies of loads from L1, L2 and device memory, in cycles, and the clock of the measurement, MHz.
pub(super) const fn cycles(l1: u32, l2: u32, dram: u32, clock_mhz: Option<u32>) -> MemoryLatencies {
    MemoryLatencies {
        l1,
        l2,
        dram,
        shared: None,
        clock_mhz,
    }
}

/// Measured latencies of dependent loads on a board, in cycles of the SM clock, rounded to the nearest.
///
/// The memory system was idle except for that one load. Under more load, each takes longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct MemoryLatencies {
    /// A hit in the L1 cache.
    pub l1: u32,
    /// A hit in the near part of the L2 cache.
    pub l2: u32,
    /// Device memory, with a footprint far above the L2 cache.
    pub dram: u32,
    /// Shared memory; `None` if nobody measured it on the board.
    pub shared: Option<u32>,
    /// The SM clock of the measurement, MHz. If it was not locked, the highest that the driver allows;
    /// `None` if that is not known either.
    pub clock_mhz: Option<u32>,
}

impl Device {
    /// Makes a board or a MIG instance that has no row in [`devices`](crate::devices).
    ///
    /// `sm_count` is the number that `cudaDevAttrMultiProcessorCount` reports there. HIP's
    /// `hipDeviceAttributeMultiprocessorCount` is that of WGPs on a Radeon.
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
    /// Panics if `sm_count` is 0: in a constant, the build ends with the message of [`Error`]. Use
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

    getters! {
        /// The name of the product, as its maker writes it: `"H100 SXM5 80GB"`, `"Radeon RX 7900 XTX"`.
        ///
        /// If the maker has one name for several boards, this name adds what distinguishes them.
        name(name): &'static str;

        /// The short names that [`Arch::find`](crate::Arch::find) takes, the
        /// shortest common one first: `["h100", "h100-sxm", "h100-sxm5"]`.
        aliases(aliases): &'static [&'static str];

        /// The name of its constant in [`devices`](crate::devices): `"H100"`. Empty for a [part](Self::parts) and for a
        /// [`Device::new`].
        constant(constant): &'static str;

        /// The limits of each of its SMs.
        multiprocessor(multiprocessor): &'static Multiprocessor;

        /// The number of its SMs, at least 1; each row of [`devices`](crate::devices) has its source.
        ///
        /// They are the SMs of the whole board or [part](Self::parts): with a power mode or an MPS limit, a program has
        /// fewer. On a Radeon they are WGPs, which are pairs of CUs, and CUs in CU mode.
        sm_count(sm_count): u32;

        /// The boost clock of the SMs, MHz: for data-centre boards the highest that the driver allows, for others the
        /// rated one, which a cool board exceeds. `None` if no source states one.
        ///
        /// A part has that of its board.
        ///
        /// ```
        /// use occupancy_core::devices::H100;
        ///
        /// assert_eq!(H100.boost_clock_mhz(), Some(1_980));
        /// assert_eq!(H100.mig_instances()[0].boost_clock_mhz(), Some(1_980));
        /// ```
        boost_clock_mhz(published.clock): Option<u32>;

        /// Bandwidth of device memory, MB/s (10⁶ bytes per second), as published; `None` if no source states one.
        ///
        /// Of a MIG instance, it is what the driver reported in one: so far of the smallest of an H100 and of a B200.
        ///
        /// ```
        /// use occupancy_core::devices::H100;
        ///
        /// assert_eq!(H100.bandwidth_mb_per_s(), Some(3_352_000));
        /// let [smallest, .., largest] = H100.mig_instances() else { panic!("no MIG") };
        /// assert_eq!(smallest.bandwidth_mb_per_s(), Some(419_040));
        /// assert_eq!(largest.bandwidth_mb_per_s(), None);
        /// ```
        bandwidth_mb_per_s(published.memory): Option<u32>;

        /// Device memory of a MIG instance, MiB, as `nvidia-smi` prints it in hundredths of a GiB. `None` if no source states
        /// it, and for a whole board, whose name often has it.
        ///
        /// ```
        /// use occupancy_core::devices::H100;
        ///
        /// // 9.75 GiB, and not the 10 of its name.
        /// assert_eq!(H100.mig_instances()[0].memory_mib(), Some(9_984));
        /// ```
        memory_mib(published.mib): Option<u32>;

        /// Peak of the tensor or matrix cores, GFLOP/s (10⁹ per second), as published: dense, with 16-bit
        /// floating-point operands and 32-bit accumulators. A multiply-add is 2 FLOP. `None` if no source states one.
        ///
        /// ```
        /// use occupancy_core::devices::{A30, H100};
        ///
        /// assert_eq!(H100.tensor_gflop_per_s(), Some(989_400));
        /// assert_eq!(A30.tensor_gflop_per_s(), None);
        /// ```
        tensor_gflop_per_s(published.tensor): Option<u32>;

        /// The latencies that were measured on it; `None` if nobody measured any.
        ///
        /// A MIG instance has none: its memory is a part of the board's, and nobody measured its latency.
        ///
        /// ```
        /// use occupancy_core::devices::{A100_SXM4_80GB, H100};
        ///
        /// // More than the 300 to 500 cycles that are often quoted.
        /// let h100 = H100.memory_latencies().unwrap();
        /// assert_eq!((h100.dram, h100.shared), (700, Some(29)));
        ///
        /// let a100 = A100_SXM4_80GB.memory_latencies().unwrap();
        /// assert_eq!((a100.dram, a100.clock_mhz), (552, Some(1_410)));
        /// ```
        memory_latencies(published.latencies): Option<MemoryLatencies>;

        /// The number of graphics processing clusters; `None` if no source states it. How many SMs each has can differ
        /// from board to board.
        ///
        /// ```
        /// use occupancy_core::devices::{H100, L4};
        ///
        /// assert_eq!((H100.gpcs(), H100.tpcs()), (Some(8), Some(66)));
        /// assert_eq!(L4.gpcs(), None);
        /// ```
        gpcs(published.gpcs): Option<u32>;

        /// The number of texture processing clusters, which are pairs of SMs from compute capability 7.0 on; `None` if
        /// no source states it.
        tpcs(published.tpcs): Option<u32>;
    }

    /// The L2 cache, bytes; `None` if no source states it.
    ///
    /// A MIG instance has the fraction of its board's that NVIDIA's MIG User Guide states; where a driver reported it, that.
    /// A partition has a part that no source states. An Instinct has one for each XCD, and this is the sum.
    ///
    /// ```
    /// use occupancy_core::devices::H100;
    ///
    /// assert_eq!(H100.l2_cache_bytes(), Some(50 << 20));
    /// // An eighth, which its driver reports too.
    /// assert_eq!(H100.mig_instances()[0].l2_cache_bytes(), Some(6_553_600));
    /// ```
    pub const fn l2_cache_bytes(&self) -> Option<u32> {
        known!(self.published.l2).checked_mul(1024)
    }

    /// The MIG instances of a board, smallest profile first; none for anything else.
    ///
    /// An SM of an instance has all the limits of an SM of the board. Only the number of SMs is smaller, and depends on
    /// the board *and* the profile: `1g.10gb` is 16 SMs of an H100, and 14 of an H100 PCIe and of an A100 80GB. Nor is
    /// it a fixed share of the board's count: in MIG mode, an A100 has 98 of its 108 SMs, which all go to its `7g`
    /// profile, and seven `1g.10gb` take 112 of the 132 SMs of an H100.
    ///
    /// A profile is listed only if a real instance or driver reported its SM count. For any other, the error of
    /// [`Arch::find`](crate::Arch::find) says that the count is not known. Compute instances, which divide an instance
    /// once more (`1c.3g.40gb`), are not listed.
    ///
    /// The name of an instance is that of its board, `MIG`, and the profile. It has one alias.
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
        match self.multiprocessor.vendor {
            Vendor::Nvidia => self.parts(),
            Vendor::Amd => &[],
        }
    }

    /// The named parts of a board: the [MIG instances](Self::mig_instances) of NVIDIA's, and of AMD's the partitions
    /// of an Instinct, or a Radeon whose code is compiled for waves of 64 lanes, for CUs or for both. None for anything
    /// else.
    ///
    /// A part has one alias, which is the board's, `:` and its own name.
    ///
    /// ```
    /// use occupancy_core::devices::{H100, MI300X, RX7900XTX};
    ///
    /// assert_eq!(H100.parts(), H100.mig_instances());
    ///
    /// let [.., smallest] = MI300X.parts() else { panic!("no partitions") };
    /// assert_eq!((smallest.aliases(), smallest.sm_count()), (&["mi300x:cpx"][..], 38));
    ///
    /// let names: Vec<_> = RX7900XTX.parts().iter().map(|part| part.aliases()[0]).collect();
    /// assert_eq!(names, ["rx7900xtx:wave64", "rx7900xtx:cu", "rx7900xtx:wave64:cu"]);
    /// ```
    pub const fn parts(&self) -> &'static [Device] {
        or(self.published.parts(), &[])
    }
}

/// The target of a check: a compute capability or a target of AMD, or a named GPU.
///
/// All have the limits of one SM. Waves also need an SM count, which only a device has.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Arch {
    /// The limits of one SM.
    Multiprocessor(&'static Multiprocessor),
    /// A GPU: the limits of one SM, and how many it has.
    Device(Device),
}

impl Arch {
    /// The shortest name that finds it: the first alias of a device, or its full name if it has none, the number of a
    /// compute capability, and a target of AMD.
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

    /// The board or its part; `None` for a compute capability or target.
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

    /// The number of SMs of the board or its part; `None` for a compute capability or target.
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
        Some(known!(self.device()).sm_count)
    }

    /// The name of the device, `"compute capability 9.0"`, or the target: `"gfx942"`.
    ///
    /// [`Arch::find`] finds every row of the tables by it.
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

    /// Returns `true` if both have one name.
    #[doc(hidden)]
    pub const fn is(&self, other: &Self) -> bool {
        let [own, others] = [self.multiprocessor(), other.multiprocessor()];
        // Numbers cost the compiler less than names.
        own.major == others.major
            && own.minor == others.minor
            && same(self.name().as_bytes(), other.name().as_bytes())
    }
}
