//! The calculation: how many blocks each resource of one SM allows, the least of these, and which resources bind.
//!
//! The rules are those of NVIDIA's `cuda_occupancy.h` (CUDA 13.5); [`Occupancy`] lists the differences, which are on
//! purpose. Where the header would overflow an `int`, for blocks that no device can launch, the result here is exact or
//! saturates.

use core::fmt;

use super::limits::{
    barrier_limit, preferred_shared_memory, register_limit, scalar_register_limit, share,
    shared_memory_limit, warp_limit,
};
use crate::error::Error;
use crate::gpu::Multiprocessor;
use crate::kernel::{Kernel, product, saturate, wide};
use crate::numbers::or;
use crate::text::{Ratio, Text};

/// How many blocks of a kernel one SM of a compute capability holds, and why.
///
/// ```
/// use occupancy_core::{compute_capabilities::SM_90, Kernel, Occupancy, Resource};
///
/// // 256 threads of 64 registers on an H100's SM.
/// let occupancy = Occupancy::new(&SM_90, &Kernel::new((256, 1, 1), 64))?;
/// assert_eq!(occupancy.blocks_per_sm, 4);
/// assert_eq!(occupancy.ratio().to_string(), "50 %");
/// assert!(occupancy.binds(Resource::Registers));
/// # Ok::<(), occupancy_core::Error>(())
/// ```
///
/// # Differences from NVIDIA's header
///
/// Every figure equals that of NVIDIA's `cuda_occupancy.h` (CUDA 13.5) with partitioned global caching off, with four
/// exceptions that are on purpose:
///
/// * More than 255 registers per thread are illegal; the header accepts 256 from 7.0 on. The Programming Guide (13.0,
///   Table 27) and every compiler stop at 255.
/// * More than 16 named barriers are illegal; the header does not check them. The PTX ISA has barriers 0 to 15.
/// * A carve-out over 100 percent is an error; the header does not check it before 7.0, where shared memory is
///   dedicated.
/// * A resource binds only if its limit *is* the number of resident blocks. The header sets its `limitingFactors` before
///   it counts barriers, and keeps resources that no longer bind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Occupancy {
    /// Resident blocks on one SM; zero if the block cannot launch.
    pub blocks_per_sm: u32,
    /// Warps of one block.
    pub warps_per_block: u64,
    /// Warp slots of the SM.
    pub max_warps_per_sm: u32,
    /// Blocks that each resource allows.
    pub limits: Limits,
    /// Registers that one block takes, rounded up to the allocation unit of its warps.
    pub registers_per_block: u64,
    /// Shared memory that one block takes, bytes: static, dynamic and reserved, rounded up to the allocation unit.
    pub shared_memory_per_block: u64,
    /// Shared memory of the SM with the carve-out that applies, bytes.
    pub shared_memory_per_sm: u32,
}

/// The list of resources. A row has the name of a resource and its field of [`Limits`], which is an option, or `always`
/// known.
macro_rules! resources {
    ($(
        $(#[$documentation:meta])* $resource:ident $name:literal
            $(#[$of_limit:meta])* $field:ident: $type:ty $(, always $known:ident)?;
    )+) => {
        /// Blocks per SM that each resource allows; `None` if the kernel does not use the resource or the
        /// compute capability does not count it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[non_exhaustive]
        pub struct Limits {
            $($(#[$of_limit])* pub $field: $type,)+
        }

        impl Limits {
            /// Blocks per SM that `resource` allows; `None` if it does not limit.
            pub const fn of(&self, resource: Resource) -> Option<u32> {
                match resource {
                    $(Resource::$resource => $($known)?(self.$field),)+
                }
            }

            /// The least of the limits, which is the number of resident blocks.
            #[doc(hidden)]
            pub const fn least(&self) -> u32 {
                let mut least = u32::MAX;
                // Plain, because each call costs the compiler.
                $(
                    if let Some(limit) = $($known)?(self.$field)
                        && limit < least
                    {
                        least = limit;
                    }
                )+
                least
            }
        }

        impl Occupancy {
            /// All figures, to compare it with an occupancy that has `others_slots` warp slots: the ratio first, over a
            /// common denominator.
            const fn figures(&self, others_slots: u32) -> [u64; 7 + Resource::ALL.len()] {
                [
                    wide(self.warps_per_sm(), others_slots),
                    self.blocks_per_sm as u64,
                    $(or($($known)?(self.limits.$field), u32::MAX) as u64,)+
                    self.warps_per_block,
                    self.max_warps_per_sm as u64,
                    self.registers_per_block,
                    self.shared_memory_per_block,
                    self.shared_memory_per_sm as u64,
                ]
            }
        }

        /// A resource of an SM that limits resident blocks.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Resource {
            $($(#[$documentation])* $resource,)+
        }

        impl Resource {
            /// All resources, in the order of tables and messages.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$resource),+];

            /// The resource in words: `shared memory`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$resource => $name,)+
                }
            }
        }
    };
}

resources! {
    /// The register file.
    Registers "registers"
        /// Register file over allocated registers, placed by sub-partition.
        registers: Option<u32>;
    /// Scalar registers of AMD's CDNA.
    ScalarRegisters "SGPRs"
        /// Scalar registers over those of a block's warps, with those of the trap handler.
        scalar_registers: Option<u32>;
    /// Shared memory.
    SharedMemory "shared memory"
        /// Shared memory over allocated shared memory.
        shared_memory: Option<u32>;
    /// Warp slots.
    Warps "warps"
        /// Warp slots over warps per block; zero for a block over the dimension or thread limits.
        warps: u32, always Some;
    /// Block slots.
    BlockSlots "block slots"
        /// Resident blocks that the SM can track; blocks of one warp take no slot on AMD.
        block_slots: Option<u32>;
    /// Named barriers.
    Barriers "barriers"
        /// Named barriers over barriers used; counted from compute capability 9.0 on.
        barriers: Option<u32>;
    /// Virtual resources.
    VirtualResources "virtual resources"
        /// Virtual resources over those used; counted from compute capability 10.0 on.
        virtual_resources: Option<u32>;
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Occupancy {
    /// Calculates the occupancy of `kernel` on one SM of a compute capability.
    ///
    /// A block that needs more than the SM has is a result, not an error: zero blocks per SM, and the
    /// limit that is zero.
    ///
    /// # Errors
    ///
    /// [`Error::NoThreads`], or [`Error::Carveout`] if the carve-out is over 100 percent.
    pub const fn new(sm: &Multiprocessor, kernel: &Kernel) -> Result<Self, Error> {
        match (Self::of(sm, kernel), kernel.carveout) {
            (None, _) => Err(Error::NoThreads),
            (_, Some(percent @ 101..)) => Err(Error::Carveout(percent)),
            (Some(occupancy), _) => Ok(occupancy),
        }
    }

    /// Like [`new`](Self::new), with `None` if the block has no threads. A carve-out over 100 percent counts as 100.
    pub(super) const fn of(sm: &Multiprocessor, kernel: &Kernel) -> Option<Self> {
        let threads = product(kernel.block_dim);
        if threads == 0 {
            return None;
        }
        let warps = sm.warps(threads);
        let of_warps = warp_limit(sm, kernel.block_dim, threads, warps);
        let registers = register_limit(sm, kernel.registers_on(sm), warps);
        let preferred = preferred_shared_memory(sm, kernel.carveout);
        let all = Self::with(sm, kernel, warps, of_warps, registers, preferred);
        Some(all)
    }

    /// The occupancy of blocks of so many warps, of which warp slots and registers allow so many.
    #[inline]
    pub(super) const fn with(
        sm: &Multiprocessor,
        kernel: &Kernel,
        warps: u64,
        of_warps: u32,
        (registers, registers_per_block): (Option<u32>, u64),
        preferred: u32,
    ) -> Self {
        let (of_block, optin) = (kernel.shared_memory(), kernel.shared_memory_optin);
        let (shared_memory, shared_memory_per_block, shared_memory_per_sm) =
            shared_memory_limit(sm, of_block, optin, preferred);
        let limits = Limits {
            warps: of_warps,
            registers,
            shared_memory,
            block_slots: if warps == 1 && sm.lone_warps_take_no_slot {
                None
            } else {
                Some(sm.max_blocks_per_sm)
            },
            barriers: barrier_limit(sm, kernel.barriers),
            virtual_resources: share(sm.virtual_resources_per_sm, kernel.virtual_resources),
            // Most GPUs cost no call.
            scalar_registers: if sm.scalar_registers_per_partition == 0 {
                None
            } else {
                scalar_register_limit(sm, kernel.sgprs, warps)
            },
        };
        Self {
            blocks_per_sm: limits.least(),
            warps_per_block: warps,
            max_warps_per_sm: sm.max_warps_per_sm,
            limits,
            registers_per_block,
            shared_memory_per_block,
            shared_memory_per_sm,
        }
    }

    /// Resident warps on one SM.
    pub const fn warps_per_sm(&self) -> u32 {
        // The resident warps fit 32 bits: an SM has slots for them.
        self.blocks_per_sm
            .saturating_mul(saturate(self.warps_per_block))
    }

    /// Occupancy: resident warps over the SM's warp slots.
    pub const fn ratio(&self) -> Ratio {
        Ratio::of(self.warps_per_sm() as u64, self.max_warps_per_sm as u64)
    }

    /// The one of two whose [`ratio`](Self::ratio) is lower. If the ratios are equal, it is the one with fewer blocks,
    /// then the one with lower limits, so the order of the two makes no difference.
    ///
    /// ```
    /// use occupancy_core::{Kernel, Occupancy, compute_capabilities::{SM_75, SM_86}};
    ///
    /// let kernel = Kernel::new((512, 1, 1), 48);
    /// let (t4, a10) = (Occupancy::new(&SM_75, &kernel)?, Occupancy::new(&SM_86, &kernel)?);
    /// assert_eq!((t4.ratio().to_string(), a10.ratio().to_string()), ("100 %".into(), "66.7 %".into()));
    /// assert_eq!(t4.lower(a10), a10);
    /// assert_eq!(a10.lower(t4), a10);
    /// # Ok::<(), occupancy_core::Error>(())
    /// ```
    #[must_use = "returns one of the two"]
    pub const fn lower(self, other: Self) -> Self {
        let figures = self.figures(other.max_warps_per_sm);
        let others_figures = other.figures(self.max_warps_per_sm);
        let mut left: (&[u64], &[u64]) = (&figures, &others_figures);
        while let ([one, ones @ ..], [other_one, others @ ..]) = left {
            if *one != *other_one {
                return if *one < *other_one { self } else { other };
            }
            left = (ones, others);
        }
        self
    }

    /// Returns `true` if `resource` binds: it allows no more blocks than are resident.
    pub const fn binds(&self, resource: Resource) -> bool {
        matches!(self.limits.of(resource), Some(blocks) if blocks == self.blocks_per_sm)
    }

    /// The resources that bind, one or more, in the order of [`Resource::ALL`].
    pub fn binding_resources(&self) -> impl Iterator<Item = Resource> + '_ {
        let all = Resource::ALL.into_iter();
        all.filter(|&resource| self.binds(resource))
    }

    /// The names of the resources that bind: `registers and shared memory`.
    pub const fn binding(&self) -> Text<80> {
        let (mut out, mut last) = (Text::new(), "");
        each!(Resource::ALL.as_slice(), |resource| {
            if self.binds(*resource) {
                let comma = if out.as_str().is_empty() { "" } else { ", " };
                out.text(comma).text(last);
                last = resource.name();
            }
        });
        let and = if out.as_str().is_empty() { "" } else { " and " };
        *out.text(and).text(last)
    }

    /// Returns `true` if the resources that bind take a singular verb: "shared memory binds", but "registers bind".
    pub const fn binding_is_singular(&self) -> bool {
        matches!(self.binding().as_str().as_bytes(), b"shared memory")
    }
}
