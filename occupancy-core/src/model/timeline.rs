//! The warps of one scheduler, cycle by cycle.

use crate::text::Ratio;

/// The most warps that a [`Timeline`] has: as many as an SM holds, and more than a scheduler does.
pub const MAX_TIMELINE_WARPS: u32 = 64;

/// Independent instructions that a warp issues, and the latency that it then waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    instructions: u32,
    latency_cycles: u32,
}

impl Step {
    /// `instructions` that a warp can issue back to back, and the cycles from the issue of the last one
    /// until its result arrives and the warp goes on; `None` if either is zero.
    ///
    /// A latency of 1 is no wait: the warp can issue its next instruction in the next cycle.
    pub const fn new(instructions: u32, latency_cycles: u32) -> Option<Self> {
        if instructions == 0 || latency_cycles == 0 {
            return None;
        }
        Some(Self {
            instructions,
            latency_cycles,
        })
    }

    /// Instructions of the step, at least 1.
    pub const fn instructions(self) -> u32 {
        self.instructions
    }

    /// Cycles from the issue of its last instruction to the next step, at least 1.
    pub const fn latency_cycles(self) -> u32 {
        self.latency_cycles
    }
}

/// Which of several eligible warps issues.
///
/// NVIDIA documents no policy, so the choice is yours. The two here are those of the literature and of
/// the simulator accel-sim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Policy {
    /// The warp that issued last, as long as it can issue; then the oldest that can, which is the first in
    /// order.
    GreedyThenOldest,
    /// The next eligible warp in order after the one that issued last.
    LooseRoundRobin,
}

/// What a resident warp does in a cycle, in the words of Nsight Compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WarpState {
    /// It issues: the scheduler selected it.
    Selected,
    /// It could issue, but another warp does.
    Eligible,
    /// It waits for a result.
    Stalled,
}

/// One scheduler whose warps all run the same program again and again, cycle by cycle.
///
/// # Model
///
/// A warp issues the instructions of a [`Step`] one per cycle, whenever the scheduler selects it, then
/// waits for the result of the last one, and goes on with the next step; after the last step it begins
/// again. The scheduler issues one instruction per cycle, of the warp that the [`Policy`] selects. All
/// warps begin in cycle 0.
///
/// It has the assumptions of [`LatencyHiding`](super::LatencyHiding), which is its closed form for one step
/// and [`Policy::GreedyThenOldest`], and like it shows the best case. It allocates nothing.
///
/// # Examples
///
/// ```
/// use occupancy_core::model::{Policy, Step, Timeline, WarpState};
///
/// // Four warps, each with three instructions and then a load of 8 cycles.
/// let program = [Step::new(3, 8).unwrap()];
/// let mut timeline = Timeline::new(&program, 4, Policy::GreedyThenOldest).unwrap();
///
/// let first = timeline.next_cycle();
/// assert_eq!(first.issued(), Some(0));
/// assert_eq!(first.state(3), Some(WarpState::Eligible));
/// assert_eq!(timeline.issue_share(1_000).unwrap().to_string(), "100 %");
///
/// // With three warps the scheduler has nothing to issue in one cycle of ten.
/// let mut timeline = Timeline::new(&program, 3, Policy::GreedyThenOldest).unwrap();
/// let idle = timeline.by_ref().take(10).filter(|cycle| cycle.issued().is_none()).count();
/// assert_eq!(idle, 1);
/// ```
#[derive(Clone, Debug)]
pub struct Timeline<'a> {
    program: &'a [Step],
    policy: Policy,
    warps: [Warp; MAX_TIMELINE_WARPS as usize],
    count: u32,
    /// The cycle that comes next.
    cycle: u64,
    /// The warp that issued last.
    last: Option<u32>,
}

/// Where a warp is in the program.
#[derive(Clone, Copy, Debug)]
struct Warp {
    /// Steps that it has completed in this round.
    step: usize,
    /// Instructions of the step that it has issued.
    issued: u32,
    /// The cycle from which on it can issue.
    ready: u64,
}

impl<'a> Timeline<'a> {
    /// A scheduler with `warps` warps at the beginning of `program`; `None` if the program has no step, or
    /// if there are no warps or more than [`MAX_TIMELINE_WARPS`].
    pub const fn new(program: &'a [Step], warps: u32, policy: Policy) -> Option<Self> {
        if program.is_empty() || warps == 0 || warps > MAX_TIMELINE_WARPS {
            return None;
        }
        Some(Self {
            program,
            policy,
            warps: [Warp {
                step: 0,
                issued: 0,
                ready: 0,
            }; MAX_TIMELINE_WARPS as usize],
            count: warps,
            cycle: 0,
            last: None,
        })
    }

    /// Warps of the scheduler.
    pub const fn warps(&self) -> u32 {
        self.count
    }

    /// Runs one cycle, and returns what each warp did in it.
    pub const fn next_cycle(&mut self) -> Cycle {
        let eligible = self.eligible();
        let issued = self.selected(eligible);
        let cycle = Cycle {
            number: self.cycle,
            issued,
            eligible,
            warps: self.count,
        };
        if let Some(warp) = issued {
            self.issue(warp);
        }
        self.cycle = self.cycle.saturating_add(1);
        cycle
    }

    /// The exact share of cycles in which the scheduler issues in the long run; `None` if it was not
    /// found after `max_instructions` issued instructions.
    ///
    /// The scheduler comes back to an earlier state; the share is that of the cycles in between. One or
    /// two rounds of each warp are usually enough.
    ///
    /// ```
    /// use occupancy_core::model::{Policy, Step, Timeline};
    ///
    /// let program = [Step::new(30, 400).unwrap()];
    /// let share = |policy| {
    ///     Timeline::new(&program, 16, policy).unwrap().issue_share(100_000).unwrap().to_string()
    /// };
    /// assert_eq!(share(Policy::GreedyThenOldest), "100 %");
    /// // In turn, all warps come to wait at the same time.
    /// assert_eq!(share(Policy::LooseRoundRobin), "55.6 %");
    /// ```
    pub const fn issue_share(&self, max_instructions: u64) -> Option<Ratio> {
        // Brent, "An improved Monte Carlo factorization algorithm", 1980: compare ever more steps with one
        // saved state, so one copy is enough.
        let mut kept = self.copy();
        let mut run = self.copy();
        let mut instructions = 0_u64;
        let (mut since_kept, mut lap) = (0_u64, 1_u64);
        while instructions < max_instructions {
            run.skip_idle();
            run.next_cycle();
            instructions = instructions.saturating_add(1);
            since_kept = since_kept.saturating_add(1);
            if run.is_at_the_same_point(&kept) {
                return Ratio::new(since_kept, run.cycle.saturating_sub(kept.cycle));
            }
            if since_kept == lap {
                kept = run.copy();
                since_kept = 0;
                lap = lap.saturating_mul(2);
            }
        }
        None
    }

    /// `Clone` for constants.
    const fn copy(&self) -> Self {
        Self {
            program: self.program,
            policy: self.policy,
            warps: self.warps,
            count: self.count,
            cycle: self.cycle,
            last: self.last,
        }
    }

    /// The warps that can issue, a bit each.
    const fn eligible(&self) -> u64 {
        let mut eligible = 0_u64;
        let mut bit = 1_u64;
        let (mut left, _) = self.warps.split_at(self.count as usize);
        while let [warp, others @ ..] = left {
            if warp.ready <= self.cycle {
                eligible |= bit;
            }
            bit = bit.wrapping_shl(1);
            left = others;
        }
        eligible
    }

    /// The warp of `eligible` ones that issues.
    const fn selected(&self, eligible: u64) -> Option<u32> {
        if eligible == 0 {
            return None;
        }
        let first = eligible.trailing_zeros();
        let Some(last) = self.last else {
            return Some(first);
        };
        Some(match self.policy {
            Policy::GreedyThenOldest if is_set(eligible, last) => last,
            Policy::GreedyThenOldest => first,
            Policy::LooseRoundRobin => {
                let behind = eligible & above(last);
                if behind == 0 {
                    first
                } else {
                    behind.trailing_zeros()
                }
            }
        })
    }

    /// Issues an instruction of `warp` in this cycle.
    const fn issue(&mut self, warp: u32) {
        self.last = Some(warp);
        let program = self.program;
        let (_, left) = self.warps.split_at_mut(warp as usize);
        if let [warp, ..] = left {
            let (_, steps) = program.split_at(warp.step);
            if let [step, others @ ..] = steps {
                warp.issued = warp.issued.saturating_add(1);
                let wait = if warp.issued < step.instructions {
                    1
                } else {
                    warp.issued = 0;
                    warp.step = if others.is_empty() {
                        0
                    } else {
                        warp.step.saturating_add(1)
                    };
                    step.latency_cycles
                };
                warp.ready = self.cycle.saturating_add(wait as u64);
            }
        }
    }

    /// Goes on to the next cycle in which a warp can issue.
    const fn skip_idle(&mut self) {
        let mut next = u64::MAX;
        let (mut left, _) = self.warps.split_at(self.count as usize);
        while let [warp, others @ ..] = left {
            if warp.ready < next {
                next = warp.ready;
            }
            left = others;
        }
        if next > self.cycle {
            self.cycle = next;
        }
    }

    /// Whether everything that follows is the same as after `other`, except the number of the cycle.
    const fn is_at_the_same_point(&self, other: &Self) -> bool {
        // Which warp issued last decides whose turn it is.
        match (self.last, other.last) {
            (Some(one), Some(another)) if one == another => {}
            _ => return false,
        }
        let mut left = (
            self.warps.split_at(self.count as usize).0,
            other.warps.split_at(other.count as usize).0,
        );
        while let ([one, ones @ ..], [another, others @ ..]) = left {
            if one.step != another.step
                || one.issued != another.issued
                || one.ready.saturating_sub(self.cycle) != another.ready.saturating_sub(other.cycle)
            {
                return false;
            }
            left = (ones, others);
        }
        true
    }
}

/// The cycles, without end.
impl Iterator for Timeline<'_> {
    type Item = Cycle;

    fn next(&mut self) -> Option<Cycle> {
        Some(self.next_cycle())
    }
}

/// What the warps of a [`Timeline`] do in one cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cycle {
    number: u64,
    issued: Option<u32>,
    eligible: u64,
    warps: u32,
}

impl Cycle {
    /// The number of the cycle, from 0.
    pub const fn number(self) -> u64 {
        self.number
    }

    /// The warp that issues, from 0; `None` if the scheduler is idle.
    pub const fn issued(self) -> Option<u32> {
        self.issued
    }

    /// Warps that could issue, including the one that does: `smsp__warps_eligible` of Nsight Compute.
    pub const fn eligible_warps(self) -> u32 {
        self.eligible.count_ones()
    }

    /// What `warp` does; `None` if the scheduler has no such warp.
    pub const fn state(self, warp: u32) -> Option<WarpState> {
        if warp >= self.warps {
            return None;
        }
        Some(match self.issued {
            Some(issued) if issued == warp => WarpState::Selected,
            _ if is_set(self.eligible, warp) => WarpState::Eligible,
            _ => WarpState::Stalled,
        })
    }
}

/// Whether `set` has `warp`, which is below 64.
const fn is_set(set: u64, warp: u32) -> bool {
    set & 1_u64.wrapping_shl(warp) != 0
}

/// All above `warp`, which is below 64.
const fn above(warp: u32) -> u64 {
    (u64::MAX).wrapping_shl(warp) & !1_u64.wrapping_shl(warp)
}
