//! How a GPU hands out the blocks of grids to its SMs, block by block.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation,
    clippy::indexing_slicing,
    reason = "places below the number of SMs and of running blocks, both lengths of the caller's slices; times \
              are added with a check"
)]

use core::fmt;

use super::InvalidKernel;
use super::room::{Block, Dealt, Demand, Room, SUB_PARTITIONS};
use crate::gpu::ComputeCapability;
use crate::kernel::Kernel;
use crate::text::Ratio;

/// Which of several SMs with the same room takes the next block.
///
/// Source of both: Gilman, Ogden, Guo, Walls, *Demystifying the Placement Policies of the NVIDIA GPU Thread Block
/// Scheduler for Concurrent Kernels*, PER 2020. NVIDIA documents none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SmOrder {
    /// The lowest number: on Pascal.
    Ascending,
    /// Even numbers before odd ones, then the lowest: on Turing.
    EvenFirst,
}

/// One SM of a [`BlockSchedule`]: memory for what it has free.
#[derive(Clone, Copy, Debug)]
pub struct ScheduledSm {
    room: Room,
    /// Blocks of the current kernel that fit.
    fits: u32,
    group: u32,
    idle_from: u64,
}

impl ScheduledSm {
    /// An SM without any block so far.
    pub const IDLE: Self = Self {
        room: Room::NONE,
        fits: 0,
        group: 0,
        idle_from: 0,
    };

    /// Sets the GPC of the SM: the blocks of a cluster run within one GPC. By default, all SMs are in one.
    ///
    /// NVIDIA does not document how many SMs each GPC of a board has.
    #[must_use = "returns the changed SM"]
    pub const fn in_gpc(mut self, gpc: u32) -> Self {
        self.group = gpc;
        self
    }

    /// When its last block ends; 0 if it had none.
    pub const fn idle_from(&self) -> u64 {
        self.idle_from
    }
}

/// Memory for one resident block of a [`BlockSchedule`].
#[derive(Clone, Copy, Debug)]
pub struct ScheduledBlock {
    end: u64,
    sm: u32,
    block: Block,
    dealt: Dealt,
}

impl ScheduledBlock {
    /// Room for a block.
    pub const FREE: Self = Self {
        end: 0,
        sm: 0,
        block: Block::NONE,
        dealt: [0; SUB_PARTITIONS],
    };
}

/// Where and when a block ran.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Placement {
    /// The number of the SM, from 0.
    pub sm: u32,
    /// When it began.
    pub start: u64,
    /// When it ended.
    pub end: u64,
}

/// The work distributor of a GPU: hands out blocks with durations of their own to SMs, in order.
///
/// # Model
///
/// The GPU hands out blocks one at a time, in the order in which they are launched. No block overtakes another,
/// so a second kernel gets what the first one leaves, once all blocks of the first are handed out. As soon as an
/// SM has room, the next block goes to the SM with room for the most blocks of its kernel; among several, to the
/// first in the [`SmOrder`]. It takes its warps, registers, shared memory and barriers as
/// [`Occupancy::beside`](crate::Occupancy::beside) counts them, and gives them back when it ends.
///
/// Source: Gilman, Ogden, Guo, Walls (see [`SmOrder`]), who measured Pascal, Volta and Turing. Later
/// architectures may differ, and NVIDIA documents nothing: the placement is one that is possible, and the
/// times are those of any scheduler that leaves no room unused.
///
/// In the model, blocks do not slow each other down, and launches take no time. Durations and times can be in
/// any unit.
///
/// It allocates nothing: the caller provides memory for each SM and for each block that can be resident at
/// once, however many blocks are launched.
///
/// # Examples
///
/// ```
/// use occupancy_core::compute_capabilities::SM_90;
/// use occupancy_core::model::{BlockSchedule, ScheduledBlock, ScheduledSm, SmOrder, longest_first};
/// use occupancy_core::Kernel;
///
/// // Four SMs, each with one block of 1,024 threads at a time.
/// let kernel = Kernel::new((1024, 1, 1), 64);
/// let (mut sms, mut blocks) = ([ScheduledSm::IDLE; 4], [ScheduledBlock::FREE; 4]);
///
/// // The longest block comes last, and the others wait for it.
/// let mut durations = [1, 1, 1, 1, 4];
/// let mut schedule = BlockSchedule::new(&SM_90, &mut sms, &mut blocks, SmOrder::Ascending)?;
/// schedule.switch_to(&kernel)?;
/// assert_eq!(schedule.launch_all(&durations)?, 5);
/// assert_eq!(schedule.busy_share().unwrap().to_string(), "40 %");
///
/// // The longest first.
/// longest_first(&mut durations);
/// let mut schedule = BlockSchedule::new(&SM_90, &mut sms, &mut blocks, SmOrder::Ascending)?;
/// schedule.switch_to(&kernel)?;
/// assert_eq!(schedule.launch_all(&durations)?, 4);
/// # Ok::<(), occupancy_core::model::ScheduleError>(())
/// ```
#[derive(Debug)]
pub struct BlockSchedule<'a> {
    compute_capability: &'a ComputeCapability,
    sms: &'a mut [ScheduledSm],
    /// A heap: each block ends no later than the two behind it.
    blocks: &'a mut [ScheduledBlock],
    running: usize,
    order: SmOrder,
    demand: Option<Demand>,
    /// Shared memory of each SM: the largest carve-out that a kernel prefers.
    capacity: u32,
    kernels: u32,
    now: u64,
    makespan: u64,
    block_time: u64,
}

impl<'a> BlockSchedule<'a> {
    /// SMs of `compute_capability`, as many as `sms` has, with no block.
    ///
    /// `blocks` has room for each block that can be resident at once: SMs × blocks per SM. The contents of the
    /// slices do not matter, except the [GPC](ScheduledSm::in_gpc) of an SM.
    ///
    /// # Errors
    ///
    /// [`ScheduleError::NoSms`] without an SM.
    pub const fn new(
        compute_capability: &'a ComputeCapability,
        sms: &'a mut [ScheduledSm],
        blocks: &'a mut [ScheduledBlock],
        order: SmOrder,
    ) -> Result<Self, ScheduleError> {
        if sms.is_empty() || sms.len() > u32::MAX as usize {
            return Err(ScheduleError::NoSms);
        }
        let mut sm = 0;
        while sm < sms.len() {
            sms[sm] = ScheduledSm {
                room: Room::empty(compute_capability),
                fits: 0,
                group: sms[sm].group,
                idle_from: 0,
            };
            sm += 1;
        }
        Ok(Self {
            compute_capability,
            sms,
            blocks,
            running: 0,
            order,
            demand: None,
            capacity: 0,
            kernels: 0,
            now: 0,
            makespan: 0,
            block_time: 0,
        })
    }

    /// Launches blocks of `kernel` from now on.
    ///
    /// # Errors
    ///
    /// [`ScheduleError::Kernel`] if the kernel has no occupancy, [`ScheduleError::DoesNotFit`] if none of its blocks
    /// fits on an SM.
    pub const fn switch_to(&mut self, kernel: &Kernel) -> Result<(), ScheduleError> {
        let demand = match Demand::new(self.compute_capability, kernel) {
            Ok(demand) => demand,
            Err(invalid) => return Err(ScheduleError::Kernel(invalid)),
        };
        if demand.occupancy.blocks_per_sm == 0 {
            return Err(ScheduleError::DoesNotFit);
        }
        if demand.occupancy.shared_memory_per_sm > self.capacity {
            self.capacity = demand.occupancy.shared_memory_per_sm;
        }
        self.demand = Some(demand);
        self.kernels = self.kernels.saturating_add(1);
        let mut sm = 0;
        while sm < self.sms.len() {
            self.count_room(sm, &demand);
            sm += 1;
        }
        Ok(())
    }

    /// Launches one block that takes `duration`, and returns where and when it runs.
    ///
    /// # Errors
    ///
    /// [`ScheduleError::NoKernel`] before [`switch_to`](Self::switch_to), [`ScheduleError::Memory`] if more
    /// blocks are resident than there is memory for, [`ScheduleError::Time`] beyond 64 bits.
    pub const fn launch(&mut self, duration: u64) -> Result<Placement, ScheduleError> {
        let Some(demand) = self.demand else {
            return Err(ScheduleError::NoKernel);
        };
        loop {
            if let Some(sm) = self.most_room(None) {
                return self.place(sm, duration, &demand);
            }
            if !self.next_end() {
                return Err(ScheduleError::DoesNotFit);
            }
        }
    }

    /// Launches blocks with these durations, one after the other, and returns the time at which all blocks
    /// have ended.
    ///
    /// # Errors
    ///
    /// As for [`launch`](Self::launch).
    pub const fn launch_all(&mut self, durations: &[u64]) -> Result<u64, ScheduleError> {
        let mut left = durations;
        while let [duration, others @ ..] = left {
            if let Err(error) = self.launch(*duration) {
                return Err(error);
            }
            left = others;
        }
        Ok(self.makespan)
    }

    /// Launches the blocks of one cluster, with these durations, as soon as one GPC has room for all of them;
    /// writes where and when each runs to `placements`.
    ///
    /// Among several GPCs with room, it takes the one with room for the most blocks; nobody knows which one
    /// the hardware takes.
    ///
    /// # Errors
    ///
    /// As for [`launch`](Self::launch); [`ScheduleError::DoesNotFit`] if no GPC ever has room for all of them, and
    /// [`ScheduleError::Lengths`] if there are no durations, or not as many as placements.
    ///
    /// ```
    /// use occupancy_core::compute_capabilities::SM_90;
    /// use occupancy_core::model::{BlockSchedule, Placement, ScheduledBlock, ScheduledSm, SmOrder};
    /// use occupancy_core::Kernel;
    ///
    /// // Two GPCs of two SMs, one block each: a cluster of two waits until both SMs of one are free.
    /// let gpc = |gpc| ScheduledSm::IDLE.in_gpc(gpc);
    /// let (mut sms, mut blocks) = ([gpc(0), gpc(0), gpc(1), gpc(1)], [ScheduledBlock::FREE; 4]);
    /// let mut schedule = BlockSchedule::new(&SM_90, &mut sms, &mut blocks, SmOrder::Ascending)?;
    /// schedule.switch_to(&Kernel::new((1024, 1, 1), 64))?;
    ///
    /// let mut cluster = [Placement::default(); 2];
    /// schedule.launch_cluster(&[2, 4], &mut cluster)?;
    /// schedule.launch_cluster(&[5, 3], &mut cluster)?;
    /// schedule.launch_cluster(&[1, 1], &mut cluster)?;
    /// // SM 0 is free at 2 and SM 3 at 3, but in different GPCs.
    /// assert_eq!(cluster.map(|block| (block.sm, block.start)), [(0, 4), (1, 4)]);
    /// # Ok::<(), occupancy_core::model::ScheduleError>(())
    /// ```
    pub const fn launch_cluster(
        &mut self,
        durations: &[u64],
        placements: &mut [Placement],
    ) -> Result<(), ScheduleError> {
        let Some(demand) = self.demand else {
            return Err(ScheduleError::NoKernel);
        };
        if durations.is_empty() || durations.len() != placements.len() {
            return Err(ScheduleError::Lengths);
        }
        let group = loop {
            match self.roomiest_group(durations.len() as u64) {
                Some(group) => break group,
                None if self.next_end() => {}
                None => return Err(ScheduleError::DoesNotFit),
            }
        };
        let mut block = 0;
        while block < durations.len() {
            let Some(sm) = self.most_room(Some(group)) else {
                return Err(ScheduleError::DoesNotFit);
            };
            placements[block] = match self.place(sm, durations[block], &demand) {
                Ok(placement) => placement,
                Err(error) => return Err(error),
            };
            block += 1;
        }
        Ok(())
    }

    /// Goes on to `time`, if that is later: blocks that are launched afterwards begin no earlier.
    pub const fn wait_until(&mut self, time: u64) {
        while self.running > 0 && self.blocks[0].end <= time {
            self.next_end();
        }
        if time > self.now {
            self.now = time;
        }
    }

    /// The time at which all blocks that were launched have ended.
    pub const fn makespan(&self) -> u64 {
        self.makespan
    }

    /// The share of all block slots that held a block, over the whole time: the durations of all blocks over
    /// makespan × SMs × blocks per SM. `None` without a block, if blocks of several kernels were launched, or if
    /// 64 bits do not hold it.
    pub const fn busy_share(&self) -> Option<Ratio> {
        let (Some(demand), 1) = (&self.demand, self.kernels) else {
            return None;
        };
        let slots = self.sms.len() as u64 * demand.occupancy.blocks_per_sm as u64;
        match slots.checked_mul(self.makespan) {
            Some(all) => Ratio::new(self.block_time, all),
            None => None,
        }
    }

    /// The SMs, each with the time when it becomes idle.
    pub const fn sms(&self) -> &[ScheduledSm] {
        self.sms
    }

    const fn count_room(&mut self, sm: usize, demand: &Demand) {
        self.sms[sm].fits = self.sms[sm].room.limits(demand, self.capacity).least();
    }

    /// The SM with room for the most blocks, of one GPC or of all; `None` if none has room.
    const fn most_room(&self, group: Option<u32>) -> Option<usize> {
        let (mut most, mut found) = (0, None);
        let mut sm = 0;
        while sm < self.sms.len() {
            let fits = self.sms[sm].fits;
            let is_in_group = match group {
                Some(group) => self.sms[sm].group == group,
                None => true,
            };
            if is_in_group && fits > 0 {
                let is_better = match found {
                    Some(found) => fits > most || fits == most && self.is_before(sm, found),
                    None => true,
                };
                if is_better {
                    (most, found) = (fits, Some(sm));
                }
            }
            sm += 1;
        }
        found
    }

    /// Whether `sm` takes a block rather than `other`, which has a lower number.
    const fn is_before(&self, sm: usize, other: usize) -> bool {
        match self.order {
            SmOrder::Ascending => false,
            SmOrder::EvenFirst => sm.is_multiple_of(2) && !other.is_multiple_of(2),
        }
    }

    /// The GPC with room for the most blocks, if that is room for `blocks`.
    const fn roomiest_group(&self, blocks: u64) -> Option<u32> {
        let (mut most, mut found) = (0, None);
        let mut sm = 0;
        while sm < self.sms.len() {
            let group = self.sms[sm].group;
            let room = self.room_of(group);
            if room >= blocks && room > most {
                (most, found) = (room, Some(group));
            }
            sm += 1;
        }
        found
    }

    const fn room_of(&self, group: u32) -> u64 {
        let mut room = 0_u64;
        let mut sm = 0;
        while sm < self.sms.len() {
            if self.sms[sm].group == group {
                room += self.sms[sm].fits as u64;
            }
            sm += 1;
        }
        room
    }

    const fn place(
        &mut self,
        sm: usize,
        duration: u64,
        demand: &Demand,
    ) -> Result<Placement, ScheduleError> {
        if self.running == self.blocks.len() {
            return Err(ScheduleError::Memory);
        }
        let (Some(end), Some(block_time)) = (
            self.now.checked_add(duration),
            self.block_time.checked_add(duration),
        ) else {
            return Err(ScheduleError::Time);
        };
        self.block_time = block_time;
        if end > self.makespan {
            self.makespan = end;
        }
        if end > self.sms[sm].idle_from {
            self.sms[sm].idle_from = end;
        }
        let dealt = self.sms[sm].room.take(&demand.block);
        self.count_room(sm, demand);
        self.blocks[self.running] = ScheduledBlock {
            end,
            sm: sm as u32,
            block: demand.block,
            dealt,
        };
        self.running += 1;
        self.rise();
        Ok(Placement {
            sm: sm as u32,
            start: self.now,
            end,
        })
    }

    /// Goes on to the next time at which blocks end, and removes them; returns whether there was one.
    const fn next_end(&mut self) -> bool {
        if self.running == 0 {
            return false;
        }
        let end = self.blocks[0].end;
        if end > self.now {
            self.now = end;
        }
        while self.running > 0 && self.blocks[0].end == end {
            let ScheduledBlock {
                sm, block, dealt, ..
            } = self.blocks[0];
            self.sms[sm as usize].room.give_back(&block, dealt);
            if let Some(demand) = self.demand {
                self.count_room(sm as usize, &demand);
            }
            self.running -= 1;
            self.blocks.swap(0, self.running);
            self.sink();
        }
        true
    }

    /// Moves the last block of the heap up to its place.
    const fn rise(&mut self) {
        let mut at = self.running - 1;
        while at > 0 {
            let above = (at - 1) / 2;
            if self.blocks[above].end <= self.blocks[at].end {
                return;
            }
            self.blocks.swap(above, at);
            at = above;
        }
    }

    /// Moves the first block of the heap down to its place.
    const fn sink(&mut self) {
        let mut at = 0;
        loop {
            let (left, right) = (2 * at + 1, 2 * at + 2);
            let mut first = at;
            if left < self.running && self.blocks[left].end < self.blocks[first].end {
                first = left;
            }
            if right < self.running && self.blocks[right].end < self.blocks[first].end {
                first = right;
            }
            if first == at {
                return;
            }
            self.blocks.swap(first, at);
            at = first;
        }
    }
}

/// Sorts durations of blocks, the longest first.
///
/// This helps with uneven blocks: the blocks that are left at the end are short. If the longest blocks come
/// first, the grid takes at most 4/3 of the time of the best order (Graham, *Bounds on Multiprocessing Timing
/// Anomalies*, 1969), and up to twice that time if they come last. A grid runs in the order of its block
/// numbers, so let the kernel map them: with a list of work items that is sorted once.
///
/// ```
/// use occupancy_core::model::longest_first;
///
/// const SORTED: [u64; 4] = {
///     let mut durations = [3, 1, 4, 1];
///     longest_first(&mut durations);
///     durations
/// };
/// assert_eq!(SORTED, [4, 3, 1, 1]);
/// ```
pub const fn longest_first(durations: &mut [u64]) {
    // Heapsort: the shortest of the heap goes to its end.
    let len = durations.len();
    let mut at = len / 2;
    while at > 0 {
        at -= 1;
        sink_shortest(durations, at, len);
    }
    let mut end = len;
    while end > 1 {
        end -= 1;
        durations.swap(0, end);
        sink_shortest(durations, 0, end);
    }
}

const fn sink_shortest(durations: &mut [u64], mut at: usize, end: usize) {
    loop {
        let (left, right) = (2 * at + 1, 2 * at + 2);
        let mut first = at;
        if left < end && durations[left] < durations[first] {
            first = left;
        }
        if right < end && durations[right] < durations[first] {
            first = right;
        }
        if first == at {
            return;
        }
        durations.swap(first, at);
        at = first;
    }
}

/// The least time that blocks with these durations take in `slots` slots, in any order: the longest one, or all
/// of them spread evenly. `None` without a slot, or beyond 64 bits.
///
/// ```
/// use occupancy_core::model::makespan_at_least;
///
/// assert_eq!(makespan_at_least(&[1, 1, 1, 1, 4], 4), Some(4));
/// assert_eq!(makespan_at_least(&[100; 529], 528), Some(101));
/// assert_eq!(makespan_at_least(&[1], 0), None);
/// ```
pub const fn makespan_at_least(durations: &[u64], slots: u64) -> Option<u64> {
    let (mut longest, mut all) = (0, 0_u64);
    let mut left = durations;
    while let [duration, others @ ..] = left {
        if *duration > longest {
            longest = *duration;
        }
        all = match all.checked_add(*duration) {
            Some(all) => all,
            None => return None,
        };
        left = others;
    }
    if slots == 0 {
        return None;
    }
    let even = all.div_ceil(slots);
    Some(if even > longest { even } else { longest })
}

/// Why there is no schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ScheduleError {
    /// No SM.
    NoSms,
    /// A block was launched before its kernel was stated.
    NoKernel,
    /// The kernel has no occupancy.
    Kernel(InvalidKernel),
    /// No block of the kernel fits on an SM, or not all blocks of the cluster fit in one GPC.
    DoesNotFit,
    /// More blocks are resident than there is memory for.
    Memory,
    /// A cluster has no durations, or not as many as placements.
    Lengths,
    /// Times are beyond 64 bits.
    Time,
}

impl fmt::Display for ScheduleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSms => f.write_str("no SM: a schedule has at least one"),
            Self::NoKernel => f.write_str("no kernel: state one with `switch_to` before a launch"),
            Self::Kernel(invalid) => fmt::Display::fmt(invalid, f),
            Self::DoesNotFit => {
                f.write_str("no SM has room for the block, or no GPC for all blocks of the cluster")
            }
            Self::Memory => f.write_str(
                "more blocks are resident than there is memory for: provide SMs × blocks per SM elements",
            ),
            Self::Lengths => {
                f.write_str("a cluster has one duration and one placement for each block")
            }
            Self::Time => f.write_str("the durations add up to more than 64 bits hold"),
        }
    }
}

impl core::error::Error for ScheduleError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Kernel(invalid) => Some(invalid),
            _ => None,
        }
    }
}
