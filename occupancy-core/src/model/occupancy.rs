//! The calculation: how many blocks each resource of one SM allows, the least of these, and which
//! resources bind.
//!
//! The rules are those of NVIDIA's `cuda_occupancy.h` (CUDA 13.5); [`Occupancy`] lists what differs on
//! purpose. Where the header would overflow an `int` (blocks that no device can launch), the result
//! here is exact or saturates.

#![allow(
    clippy::cast_possible_truncation,
    reason = "each cast has its bound beside it"
)]

use core::fmt;

use crate::error::{Error, Kind};
use crate::gpu::ComputeCapability;
use crate::kernel::{Kernel, warps, wide};
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
/// Every figure equals that of NVIDIA's `cuda_occupancy.h` (CUDA 13.5) with partitioned global caching
/// off. Four results differ on purpose:
///
/// * More than 255 registers per thread are illegal; the header accepts 256 from 7.0 on. The Programming
///   Guide (13.0, Table 27) and every compiler stop at 255.
/// * More than 16 named barriers are illegal; the header does not check. The PTX ISA has barriers 0 to
///   15.
/// * A carve-out over 100 percent is an error; before 7.0, where shared memory is dedicated, the header
///   does not check it.
/// * A resource binds only if its limit *is* the number of resident blocks. The header sets its
///   `limitingFactors` before it counts barriers, and keeps resources that no longer bind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// Registers that one block occupies, rounded up to the allocation unit of its warps.
    pub registers_per_block: u64,
    /// Shared memory that one block occupies, bytes: static, dynamic and reserved, rounded up to
    /// the allocation unit.
    pub shared_memory_per_block: u64,
    /// Shared memory of the SM with the carve-out that applies, bytes.
    pub shared_memory_per_sm: u32,
}

/// Blocks per SM that each resource allows; `None` if the kernel does not use the resource or the
/// compute capability does not count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Limits {
    /// Warp slots over warps per block; zero for a block over the dimension or thread limits.
    pub warps: u32,
    /// Register file over allocated registers, placed by sub-partition.
    pub registers: Option<u32>,
    /// Shared memory over allocated shared memory.
    pub shared_memory: Option<u32>,
    /// Resident blocks that the SM can track.
    pub block_slots: u32,
    /// Named barriers over barriers used; counted from compute capability 9.0 on.
    pub barriers: Option<u32>,
    /// Virtual resources over those used; counted from compute capability 10.0 on.
    pub virtual_resources: Option<u32>,
}

/// A resource of an SM that limits resident blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Resource {
    /// Warp slots.
    Warps,
    /// The register file.
    Registers,
    /// Shared memory.
    SharedMemory,
    /// Block slots.
    BlockSlots,
    /// Named barriers.
    Barriers,
    /// Virtual resources.
    VirtualResources,
}

impl Resource {
    /// All resources, in the order of tables and messages.
    pub const ALL: [Self; 6] = [
        Self::Registers,
        Self::SharedMemory,
        Self::Warps,
        Self::BlockSlots,
        Self::Barriers,
        Self::VirtualResources,
    ];

    /// The resource in words: `shared memory`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Warps => "warps",
            Self::Registers => "registers",
            Self::SharedMemory => "shared memory",
            Self::BlockSlots => "block slots",
            Self::Barriers => "barriers",
            Self::VirtualResources => "virtual resources",
        }
    }
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Occupancy {
    /// Calculates the occupancy of `kernel` on one SM of `compute_capability`.
    ///
    /// A block that needs more than the SM has is a result, not an error: zero blocks per SM, and the
    /// limit that is zero.
    ///
    /// # Errors
    ///
    /// [`Error`] if the block has no threads, or the carve-out is over 100 percent.
    pub const fn new(
        compute_capability: &ComputeCapability,
        kernel: &Kernel,
    ) -> Result<Self, Error> {
        let cc = compute_capability;
        let threads = kernel.threads_per_block();
        if threads == 0 {
            return Err(Error(Kind::EmptyBlock));
        }
        let preferred = match preferred_shared_memory(cc, kernel.carveout) {
            Ok(preferred) => preferred,
            Err(invalid) => return Err(invalid),
        };
        let warps = warps(threads);
        let (registers, registers_per_block) =
            register_limit(cc, kernel.registers_per_thread, warps);
        let (shared_memory, shared_memory_per_block, shared_memory_per_sm) = shared_memory_limit(
            cc,
            kernel.shared_memory(),
            kernel.shared_memory_optin,
            preferred,
        );
        let limits = Limits {
            warps: warp_limit(cc, kernel.block_dim, threads, warps),
            registers,
            shared_memory,
            block_slots: cc.max_blocks_per_sm,
            barriers: barrier_limit(cc, kernel.barriers),
            virtual_resources: share(cc.virtual_resources_per_sm, kernel.virtual_resources),
        };
        Ok(Self {
            blocks_per_sm: limits.least(),
            warps_per_block: warps,
            max_warps_per_sm: cc.max_warps_per_sm,
            limits,
            registers_per_block,
            shared_memory_per_block,
            shared_memory_per_sm,
        })
    }

    /// Resident warps on one SM.
    pub const fn warps_per_sm(&self) -> u32 {
        if self.warps_per_block > 32 {
            0
        } else {
            // Resident blocks never hold more warps than the SM has slots.
            self.blocks_per_sm
                .saturating_mul(self.warps_per_block as u32)
        }
    }

    /// Occupancy: resident warps over the SM's warp slots.
    pub const fn ratio(&self) -> Ratio {
        Ratio::of(self.warps_per_sm() as u64, self.max_warps_per_sm as u64)
    }

    /// The one of two whose [`ratio`](Self::ratio) is lower. Of equal ratios it is the one with fewer blocks, then
    /// with lower limits, so the order of the two makes no difference.
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
        let (ratio, others_ratio) = (self.ratio(), other.ratio());
        if !ratio.at_least(others_ratio) {
            return self;
        }
        if !others_ratio.at_least(ratio) {
            return other;
        }
        let (figures, others_figures) = (self.figures(), other.figures());
        let mut left: (&[u64], &[u64]) = (&figures, &others_figures);
        while let ([one, ones @ ..], [other_one, others @ ..]) = left {
            if *one < *other_one {
                return self;
            }
            if *one > *other_one {
                return other;
            }
            left = (ones, others);
        }
        self
    }

    /// All that tells two of them apart.
    const fn figures(&self) -> [u64; 12] {
        const fn allowed(limit: Option<u32>) -> u64 {
            match limit {
                Some(blocks) => blocks as u64,
                None => u64::MAX,
            }
        }
        let limits = &self.limits;
        [
            self.blocks_per_sm as u64,
            allowed(limits.registers),
            allowed(limits.shared_memory),
            limits.warps as u64,
            limits.block_slots as u64,
            allowed(limits.barriers),
            allowed(limits.virtual_resources),
            self.warps_per_block,
            self.max_warps_per_sm as u64,
            self.registers_per_block,
            self.shared_memory_per_block,
            self.shared_memory_per_sm as u64,
        ]
    }

    /// Whether `resource` binds: it allows no more blocks than are resident.
    pub const fn binds(&self, resource: Resource) -> bool {
        match self.limits.of(resource) {
            Some(blocks) => blocks == self.blocks_per_sm,
            None => false,
        }
    }

    /// The resources that bind, one or more.
    pub const fn binding(&self) -> BindingLimits {
        BindingLimits { occupancy: *self }
    }
}

impl Limits {
    /// Blocks per SM that `resource` allows; `None` if it does not limit.
    pub const fn of(&self, resource: Resource) -> Option<u32> {
        match resource {
            Resource::Warps => Some(self.warps),
            Resource::Registers => self.registers,
            Resource::SharedMemory => self.shared_memory,
            Resource::BlockSlots => Some(self.block_slots),
            Resource::Barriers => self.barriers,
            Resource::VirtualResources => self.virtual_resources,
        }
    }

    pub(super) const fn least(&self) -> u32 {
        let least = least_of(self.beside_warps_and_registers(), self.registers);
        least_of(least, Some(self.warps))
    }

    /// The least of the limits that do not depend on the block size.
    pub(crate) const fn beside_warps_and_registers(&self) -> u32 {
        let mut least = self.block_slots;
        least = least_of(least, self.shared_memory);
        least = least_of(least, self.barriers);
        least_of(least, self.virtual_resources)
    }
}

/// The set of binding limits of an [`Occupancy`]: iterate it, or print it as
/// `registers and shared memory`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BindingLimits {
    occupancy: Occupancy,
}

impl BindingLimits {
    /// Whether a sentence about them takes a singular verb: "shared memory binds", but
    /// "registers bind".
    pub const fn is_singular(&self) -> bool {
        self.count() == 1 && self.occupancy.binds(Resource::SharedMemory)
    }

    /// The binding resources, in the order of [`Resource::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = Resource> + '_ {
        Resource::ALL
            .into_iter()
            .filter(|&resource| self.occupancy.binds(resource))
    }

    const fn count(&self) -> u32 {
        let (mut count, mut left) = (0_u32, Resource::ALL.as_slice());
        while let [resource, others @ ..] = left {
            count = count.saturating_add(self.occupancy.binds(*resource) as u32);
            left = others;
        }
        count
    }

    /// `registers and shared memory`
    pub(crate) const fn text(&self) -> Text<80> {
        let mut out = Text::new();
        let (mut left, mut more) = (Resource::ALL.as_slice(), self.count());
        while let [resource, others @ ..] = left {
            if self.occupancy.binds(*resource) {
                more = more.saturating_sub(1);
                out.text(resource.name()).text(match more {
                    0 => "",
                    1 => " and ",
                    _ => ", ",
                });
            }
            left = others;
        }
        out
    }
}

impl fmt::Display for BindingLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text().as_str())
    }
}

// The rest uses plain operators: the compiler evaluates it for each kernel, and one call such as
// `checked_div` costs it more than all the arithmetic of a limit.

const fn least_of(least: u32, limit: Option<u32>) -> u32 {
    match limit {
        Some(limit) if limit < least => limit,
        _ => least,
    }
}

/// `available / used`, if both are counted.
#[allow(
    clippy::arithmetic_side_effects,
    clippy::manual_checked_ops,
    reason = "no divisor is 0"
)]
const fn share(available: u32, used: u32) -> Option<u32> {
    if available == 0 || used == 0 {
        None
    } else {
        Some(available / used)
    }
}

/// `value` rounded up to a multiple of `unit`, a power of two (as every allocation unit is).
#[allow(
    clippy::arithmetic_side_effects,
    clippy::manual_checked_ops,
    reason = "`unit` is not 0, and the sum is compared before"
)]
const fn round_up(value: u64, unit: u32) -> u64 {
    if unit == 0 {
        return value;
    }
    let mask = unit as u64 - 1;
    if value > u64::MAX - mask {
        return !mask;
    }
    let end = value + mask;
    end & !mask
}

#[allow(
    clippy::arithmetic_side_effects,
    clippy::manual_checked_ops,
    reason = "no divisor is 0"
)]
const fn warp_limit(
    cc: &ComputeCapability,
    (x, y, z): (u32, u32, u32),
    threads: u64,
    warps: u64,
) -> u32 {
    let (max_x, max_y, max_z) = cc.max_block_dim;
    if threads > cc.max_threads_per_block as u64 || x > max_x || y > max_y || z > max_z {
        return 0;
    }
    // The threads fit 32 bits and are at least one: 1 to 2^27 warps.
    let warps = warps as u32;
    if warps == 0 {
        0
    } else {
        cc.max_warps_per_sm / warps
    }
}

/// Blocks that the register file allows, and the registers that one block takes.
///
/// Registers are allocated to whole warps, in units, from the sub-partition that the warp runs on. For
/// the check of one block, the hardware counts as if every sub-partition held as many warps as the
/// fullest one.
#[allow(
    clippy::arithmetic_side_effects,
    clippy::manual_checked_ops,
    reason = "products of 32-bit figures, or at most `registers_per_sm`; no divisor is 0"
)]
const fn register_limit(cc: &ComputeCapability, registers: u32, warps: u64) -> (Option<u32>, u64) {
    let per_warp = wide(registers, cc.warp_size);
    let per_warp = round_up(per_warp, cc.register_allocation_unit);
    let per_block = times(per_warp, warps);
    if registers > cc.max_registers_per_thread
        || !one_block_fits(cc, per_warp, warps, cc.sub_partitions)
    {
        return (Some(0), per_block);
    }
    if per_warp == 0 {
        return (None, per_block);
    }
    // 6.0 has two sub-partitions, and the rest of Pascal has four; CUDA launches only what would run on
    // every Pascal device.
    if cc.major == 6 && cc.minor == 0 && !one_block_fits(cc, per_warp, warps, 4) {
        return (Some(0), per_block);
    }
    // Checked above: one block has no more registers than 32 bits hold, so both fit them.
    let (per_warp, warps) = (per_warp as u32, warps as u32);
    if warps == 0 {
        return (Some(0), per_block);
    }
    (Some(warps_in_registers(cc, per_warp) / warps), per_block)
}

/// Warps that the register file holds, never more than the SM has registers; `per_warp` is not 0.
#[allow(
    clippy::arithmetic_side_effects,
    clippy::manual_checked_ops,
    reason = "no divisor is 0, and the product is at most `registers_per_sm`"
)]
const fn warps_in_registers(cc: &ComputeCapability, per_warp: u32) -> u32 {
    if cc.sub_partitions == 0 || per_warp == 0 {
        // An SM without sub-partitions holds nothing.
        return 0;
    }
    cc.registers_per_sm / cc.sub_partitions / per_warp * cc.sub_partitions
}

/// The most warps with `registers` per thread that one SM holds, whatever the size of their blocks.
pub(crate) const fn most_warps(cc: &ComputeCapability, registers: u32) -> u32 {
    let per_warp = (registers as u64).saturating_mul(cc.warp_size as u64);
    let per_warp = round_up(per_warp, cc.register_allocation_unit);
    if per_warp == 0 || per_warp > u32::MAX as u64 {
        return cc.max_warps_per_sm;
    }
    least_of(
        cc.max_warps_per_sm,
        Some(warps_in_registers(cc, per_warp as u32)),
    )
}

const fn one_block_fits(
    cc: &ComputeCapability,
    per_warp: u64,
    warps: u64,
    sub_partitions: u32,
) -> bool {
    times(per_warp, round_up(warps, sub_partitions)) <= cc.registers_per_block as u64
}

/// The product, or the largest number of 64 bits.
#[allow(
    clippy::arithmetic_side_effects,
    clippy::manual_checked_ops,
    reason = "(2^32 - 1)^2 is below 2^64"
)]
const fn times(a: u64, b: u64) -> u64 {
    if a > u32::MAX as u64 || b > u32::MAX as u64 {
        return a.saturating_mul(b);
    }
    a * b
}

/// Shared memory of the SM that the carve-out preference asks for, bytes.
const fn preferred_shared_memory(
    cc: &ComputeCapability,
    carveout: Option<u32>,
) -> Result<u32, Error> {
    match carveout {
        None => Ok(cc.shared_memory_per_sm),
        Some(percent) if percent > 100 => Err(Error(Kind::Carveout(percent))),
        // At most 100 percent: no more than the whole.
        Some(percent) => Ok(cc.carveout_for((wide(percent, cc.shared_memory_per_sm) / 100) as u32)),
    }
}

/// Blocks that shared memory allows, the bytes that one block takes, and the SM's capacity.
#[allow(
    clippy::arithmetic_side_effects,
    clippy::manual_checked_ops,
    reason = "sums of 32-bit figures, and no divisor is 0"
)]
const fn shared_memory_limit(
    cc: &ComputeCapability,
    asked: u64,
    optin: bool,
    preferred: u32,
) -> (Option<u32>, u64, u32) {
    let reserved = cc.reserved_shared_memory_per_block as u64;
    if asked > u32::MAX as u64 {
        let allocated = round_up(
            asked.saturating_add(reserved),
            cc.shared_memory_allocation_unit,
        );
        return (Some(0), allocated, preferred);
    }
    let used = asked + reserved;
    let allocated = round_up(used, cc.shared_memory_allocation_unit);
    let per_block = if optin && used > cc.shared_memory_per_block as u64 {
        cc.shared_memory_per_block_optin
    } else {
        cc.shared_memory_per_block
    };
    let most = per_block as u64 + reserved;
    if allocated > most || allocated > u32::MAX as u64 {
        return (Some(0), allocated, preferred);
    }
    // Checked above.
    let bytes = allocated as u32;
    let capacity = if preferred >= bytes {
        preferred
    } else {
        cc.carveout_for(bytes)
    };
    if bytes == 0 {
        return (None, allocated, capacity);
    }
    (Some(capacity / bytes), allocated, capacity)
}

const fn barrier_limit(cc: &ComputeCapability, used: u32) -> Option<u32> {
    if used > cc.barriers_per_block {
        Some(0)
    } else if cc.barriers_limit_blocks {
        share(cc.barriers_per_sm, used)
    } else {
        None
    }
}

/// Every limit, over all that it depends on.
///
/// The blocks of an SM are the least of six limits. Each limit depends on one or two numbers, the parameters of
/// its function: warps; registers and warps; bytes with the opt-in and the carve-out; barriers; virtual resources;
/// nothing. So testing every value of each covers every kernel, without trying all combinations. A number
/// beyond its table is settled by the first comparison of the function, or by the multiplication that saturates.
#[cfg(test)]
mod tests {
    use super::{barrier_limit, register_limit, share, shared_memory_limit, warp_limit};
    use crate::ComputeCapability;
    use crate::kernel::wide;

    extern crate std;
    use std::format;

    /// As many as are below it, and a few far beyond.
    fn up_to(most: u64) -> impl Iterator<Item = u64> {
        (0..=most).chain([1 << 27, 1 << 31, 1 << 32, 1 << 59, u64::MAX])
    }

    /// Warps are given to the sub-partitions in turn, each with its share of the registers; a block is
    /// resident when all of its warps are.
    fn blocks_by_registers(cc: &ComputeCapability, registers: u32, warps: u64) -> Option<u32> {
        let per_warp = u64::from(registers.div_ceil(8) * 8 * 32);
        // What the launch checks of one block, on 6.0 as if it had four parts.
        let fullest = warps.div_ceil(4) * 4;
        let fits = registers <= 255
            && u128::from(per_warp) * u128::from(fullest) <= u128::from(cc.registers_per_block);
        if !fits {
            return Some(0);
        }
        if registers == 0 {
            return None;
        }
        let mut free =
            std::vec![cc.registers_per_sm / cc.sub_partitions; cc.sub_partitions as usize];
        let mut placed = 0_u64;
        loop {
            let room = free.iter_mut().max()?;
            if u64::from(*room) < per_warp {
                return u32::try_from(placed / warps).ok();
            }
            *room -= u32::try_from(per_warp).ok()?;
            placed += 1;
        }
    }

    #[test]
    fn registers_of_every_count_and_every_number_of_warps() {
        for cc in ComputeCapability::ALL {
            for registers in (0..=300).chain([1 << 27, 1 << 31, u32::MAX]) {
                for warps in up_to(70).skip(1) {
                    let (limit, per_block) = register_limit(cc, registers, warps);
                    let about = format!("{}: {registers} registers, {warps} warps", cc.name);
                    let exact =
                        (u128::from(registers) * 32).next_multiple_of(256) * u128::from(warps);
                    assert_eq!(u128::from(per_block), exact.min(u64::MAX.into()), "{about}");
                    if registers == 0 && warps > 64 {
                        // More warps than an SM has slots: no limit of registers.
                        assert_eq!(limit, None, "{about}");
                    } else {
                        let expected =
                            blocks_by_registers(cc, registers.min(256), warps.min(1 << 40));
                        assert_eq!(limit, expected, "{about}");
                    }
                }
            }
        }
    }

    #[test]
    fn shared_memory_of_every_byte() {
        for cc in ComputeCapability::ALL {
            let reserved = u64::from(cc.reserved_shared_memory_per_block);
            let unit = u64::from(cc.shared_memory_allocation_unit);
            let most = u64::from(cc.shared_memory_per_sm);
            for optin in [false, true] {
                let allowed = u64::from(if optin {
                    cc.shared_memory_per_block_optin
                } else {
                    cc.shared_memory_per_block
                });
                for asked in up_to(most + 1024) {
                    let (limit, allocated, capacity) =
                        shared_memory_limit(cc, asked, optin, cc.shared_memory_per_sm);
                    let about = || format!("{}: {asked} bytes, opt-in {optin}", cc.name);
                    assert_eq!(capacity, cc.shared_memory_per_sm, "{}", about());
                    if asked > most {
                        assert_eq!(limit, Some(0), "{}", about());
                        continue;
                    }
                    let bytes = (asked + reserved).div_ceil(unit) * unit;
                    assert_eq!(allocated, bytes, "{}", about());
                    // A block may round up past what it may ask for.
                    let fits = asked <= allowed.div_ceil(unit) * unit;
                    let expected = match (fits, bytes) {
                        (false, _) => Some(0),
                        (true, 0) => None,
                        (true, bytes) => u32::try_from(most / bytes).ok(),
                    };
                    assert_eq!(limit, expected, "{}", about());
                }
            }
        }
    }

    /// Every percentage is the smallest size that has it.
    #[test]
    fn carveouts_of_every_percentage() {
        for cc in ComputeCapability::ALL {
            for percent in (0..=300).chain([u32::MAX]) {
                let found = super::preferred_shared_memory(cc, Some(percent));
                if percent > 100 {
                    assert!(found.is_err());
                    continue;
                }
                let bytes = wide(percent, cc.shared_memory_per_sm) / 100;
                let steps = cc.shared_memory_carveouts;
                let expected = steps.iter().find(|&&step| u64::from(step) >= bytes);
                let expected = *expected.unwrap_or(&cc.shared_memory_per_sm);
                assert_eq!(found, Ok(expected), "{}: {percent} %", cc.name);
            }
        }
    }

    #[test]
    fn every_number_of_warps_barriers_and_virtual_resources() {
        for cc in ComputeCapability::ALL {
            for threads in up_to(5000).skip(1) {
                let warps = threads.div_ceil(32);
                let limit = warp_limit(cc, (1, 1, 1), threads, warps);
                let expected = if threads > 1024 {
                    0
                } else {
                    u64::from(cc.max_warps_per_sm) / warps
                };
                assert_eq!(u64::from(limit), expected, "{}: {threads}", cc.name);
            }
            for used in (0..=300).chain([1 << 31, u32::MAX]) {
                let expected = if used > 16 {
                    Some(0)
                } else if used == 0 || !cc.barriers_limit_blocks {
                    None
                } else {
                    Some(cc.barriers_per_sm / used)
                };
                assert_eq!(barrier_limit(cc, used), expected, "{}: {used}", cc.name);
                let expected = match (cc.virtual_resources_per_sm, used) {
                    (0, _) | (_, 0) => None,
                    (of, used) => Some(of / used),
                };
                assert_eq!(share(cc.virtual_resources_per_sm, used), expected);
            }
        }
    }
}
