//! Simulates how a GPU hands out the blocks of grids to its SMs, block by block.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::iter::repeat_n;

use occupancy_core::{Kernel, Multiprocessor, Ratio};

use crate::error::Error;
use crate::residency::{Demand, Taken};

/// The time that blocks of one kernel with these durations take in `slots` slots, which each take the next block
/// when they are free. `None` without a slot, or beyond 64 bits.
///
/// The slots are those of all SMs: SMs × blocks per SM. If all blocks are of one kernel, [`Schedule`] takes as long;
/// which SM runs which block does not matter.
///
/// If the longest blocks come first, this is at most 4/3 of the time of the best order (Graham, *Bounds on
/// Multiprocessing Timing Anomalies*, 1969), and up to twice that time if they come last. A grid runs in the order of
/// its block numbers, so let the kernel map them: with a list of work items that is sorted once. No order beats the
/// longest block, nor all of them spread evenly over the slots.
///
/// ```
/// use occupancy_models::makespan;
///
/// assert_eq!(makespan(&[1, 1, 1, 1, 4], 4), Some(5));
/// assert_eq!(makespan(&[4, 1, 1, 1, 1], 4), Some(4));
/// assert_eq!(makespan(&[100; 529], 528), Some(200));
/// assert_eq!(makespan(&[1], 0), None);
/// ```
pub fn makespan(durations: &[u64], slots: u64) -> Option<u64> {
    let slots = usize::try_from(slots).unwrap_or(usize::MAX);
    let mut free: BinaryHeap<Reverse<u64>> =
        repeat_n(Reverse(0), slots.min(durations.len())).collect();
    durations.iter().try_fold(0, |makespan: u64, duration| {
        let Reverse(start) = free.pop()?;
        let end = start.checked_add(*duration)?;
        free.push(Reverse(end));
        Some(makespan.max(end))
    })
}

/// The share of its time in which a slot runs a block of these durations, on average: their sum over `slots` ×
/// [`makespan`]. `None` without a slot, without any work, or beyond 64 bits.
///
/// If all blocks are equally long, this is the tail efficiency.
///
/// ```
/// use occupancy_models::busy_share;
///
/// assert_eq!(busy_share(&[1, 1, 1, 1, 4], 4).unwrap().to_string(), "40 %");
/// assert_eq!(busy_share(&[4, 1, 1, 1, 1], 4).unwrap().to_string(), "50 %");
/// assert_eq!(busy_share(&[100; 529], 528).unwrap().to_string(), "50.1 %");
/// assert_eq!(busy_share(&[], 4), None);
/// ```
pub fn busy_share(durations: &[u64], slots: u64) -> Option<Ratio> {
    let add = |sum: u64, duration: &u64| sum.checked_add(*duration);
    let work = durations.iter().try_fold(0, add)?;
    Ratio::new(work, makespan(durations, slots)?.checked_mul(slots)?)
}

/// The choice among several SMs with room for as many blocks.
///
/// Source of both orders: Gilman, Ogden, Guo, Walls, *Demystifying the Placement Policies of the NVIDIA GPU Thread Block
/// Scheduler for Concurrent Kernels*, PER 2020. NVIDIA documents none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SmOrder {
    /// The lowest number: on Pascal.
    Ascending,
    /// Even numbers before odd ones, then the lowest: on Turing.
    EvenFirst,
}

/// The SM and the time of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The number of the SM, from 0.
    pub sm: u32,
    /// The time at which it began.
    pub start: u64,
    /// The time at which it ended.
    pub end: u64,
}

/// The most SMs of a schedule: far more than a GPU has.
const MOST_SMS: u32 = 65_536;

/// The work distributor of a GPU: hands out blocks with durations of their own to SMs, in order.
///
/// # Model
///
/// The GPU hands out blocks one at a time, in the order in which they are launched. No block overtakes another,
/// so a second kernel gets what the first one leaves, once all blocks of the first are handed out. As soon as an
/// SM has room, the next block goes to the SM with room for the most blocks of its kernel; among several, to the
/// first in the [`SmOrder`]. It takes its warps, registers, shared memory and barriers as [`beside`](crate::beside)
/// counts them, and gives them back when it ends.
///
/// Source: Gilman, Ogden, Guo, Walls (see [`SmOrder`]), who measured Pascal, Volta and Turing. Later
/// architectures may differ, and NVIDIA documents nothing: the placement is one that is possible, and the
/// times are those of any scheduler that leaves no room unused.
///
/// The model of AMD's GPUs is the same, with their limits; no source says in which order they choose their CUs.
///
/// In the model, blocks do not slow each other down, and launches take no time. Durations and times can be in
/// any unit.
///
/// ```
/// use occupancy_core::{Kernel, compute_capabilities::SM_90};
/// use occupancy_models::{Schedule, SmOrder};
///
/// // Four SMs, each with one block of 1,024 threads at a time.
/// let kernel = Kernel::new((1024, 1, 1), 64);
/// let mut schedule = Schedule::new(&SM_90, 4, SmOrder::Ascending)?;
/// let placed = schedule.launch(&kernel, &[1, 1, 1, 1, 4])?;
/// // The longest block comes last, and begins when the others have ended.
/// assert_eq!((placed[4].sm, placed[4].start, placed[4].end), (0, 1, 5));
/// # Ok::<(), occupancy_models::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Schedule<'a> {
    compute_capability: &'a Multiprocessor,
    /// The resources that the resident blocks have of each SM.
    sms: Vec<Taken>,
    /// The resident blocks, those that end first on top: their ends, their SMs, and their resources.
    running: BinaryHeap<Reverse<(u64, usize, Taken)>>,
    order: SmOrder,
    /// Shared memory of each SM, bytes: the largest carve-out that a kernel prefers.
    capacity: u32,
    now: u64,
}

impl<'a> Schedule<'a> {
    /// A GPU of `sm_count` SMs of `compute_capability`, without blocks.
    ///
    /// # Errors
    ///
    /// [`Error::Sms`] without an SM, or with more than 65,536.
    pub fn new(
        compute_capability: &'a Multiprocessor,
        sm_count: u32,
        order: SmOrder,
    ) -> Result<Self, Error> {
        if sm_count == 0 || sm_count > MOST_SMS {
            return Err(Error::Sms(sm_count));
        }
        Ok(Self {
            compute_capability,
            sms: vec![Taken::nothing(compute_capability); sm_count as usize],
            running: BinaryHeap::new(),
            order,
            capacity: 0,
            now: 0,
        })
    }

    /// Launches blocks of `kernel` with these durations, one after the other, and returns the placement of each.
    ///
    /// # Errors
    ///
    /// [`Error::Kernel`] if the kernel has no occupancy, [`Error::DoesNotFit`] if none of its blocks fits on an SM,
    /// [`Error::Time`] beyond 64 bits.
    pub fn launch(&mut self, kernel: &Kernel, durations: &[u64]) -> Result<Vec<Placement>, Error> {
        let demand = Demand::new(self.compute_capability, kernel)?;
        if demand.alone.blocks_per_sm == 0 {
            return Err(Error::DoesNotFit);
        }
        self.capacity = self.capacity.max(demand.alone.shared_memory_per_sm);
        let capacity = self.capacity;
        let taken = self.sms.iter();
        let mut fits: Vec<u32> = taken.map(|sm| demand.fits(sm, capacity)).collect();
        let mut placed = Vec::with_capacity(durations.len());
        for duration in durations {
            let sm = loop {
                if let Some(sm) = self.roomiest_sm(&fits) {
                    break sm;
                }
                let Some(Reverse((next, ..))) = self.running.peek() else {
                    return Err(Error::DoesNotFit);
                };
                for sm in self.end_until(*next) {
                    fits[sm] = demand.fits(&self.sms[sm], capacity);
                }
            };
            let end = self.now.checked_add(*duration).ok_or(Error::Time)?;
            let block = demand.block(&self.sms[sm]);
            self.sms[sm].change(&block, u32::saturating_add);
            fits[sm] = demand.fits(&self.sms[sm], capacity);
            self.running.push(Reverse((end, sm, block)));
            #[allow(clippy::cast_possible_truncation, reason = "at most 65,536")]
            placed.push(Placement {
                sm: sm as u32,
                start: self.now,
                end,
            });
        }
        Ok(placed)
    }

    /// Goes on to `time`, if that is later: blocks that are launched afterwards begin no earlier.
    pub fn wait_until(&mut self, time: u64) {
        self.end_until(time);
    }

    /// Goes on to `time`, and returns the SMs of the blocks that have ended.
    fn end_until(&mut self, time: u64) -> Vec<usize> {
        let mut sms = Vec::new();
        while let Some(Reverse((end, ..))) = self.running.peek()
            && *end <= time
            && let Some(Reverse((_, sm, block))) = self.running.pop()
        {
            self.sms[sm].change(&block, u32::saturating_sub);
            sms.push(sm);
        }
        self.now = self.now.max(time);
        sms
    }

    /// The SM with room for the most blocks; `None` if none has room.
    fn roomiest_sm(&self, fits: &[u32]) -> Option<usize> {
        let is_later = |sm: usize| self.order == SmOrder::EvenFirst && sm % 2 == 1;
        let sms = (0..fits.len()).filter(|sm| fits[*sm] > 0);
        sms.min_by_key(|sm| (Reverse(fits[*sm]), is_later(*sm)))
    }
}
