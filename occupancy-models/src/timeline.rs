//! The warps of one scheduler, cycle by cycle.

use occupancy_core::Ratio;

/// The most warps of a timeline: as many as an SM holds, and more than a scheduler does.
const MOST_WARPS: u32 = 64;

/// Independent instructions that a warp issues, and the latency that it then waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Instructions that a warp can issue back to back, at least 1.
    pub instructions: u32,
    /// Cycles from the issue of the last of them until its result arrives and the warp goes on, at least 1.
    ///
    /// A latency of 1 is no wait: the warp can issue its next instruction in the next cycle.
    pub latency_cycles: u32,
}

/// The choice among several eligible warps.
///
/// NVIDIA documents no policy, so it is yours to choose. The literature and the simulator accel-sim have these two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// The warp that issued last, as long as it can; then the oldest that can, which is the first in order.
    GreedyThenOldest,
    /// The next eligible warp in order after the one that issued last.
    LooseRoundRobin,
}

/// The state of a resident warp in a cycle, in the words of Nsight Compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
/// It reads no GPU. On AMD a scheduler is a SIMD, and a cycle the time that it takes to issue one instruction.
///
/// It has the assumptions of [`LatencyDemand`](occupancy_core::kernel::LatencyDemand), which is its closed form for one
/// step and [`Policy::GreedyThenOldest`], and like it shows the best case. The cycles have no end.
///
/// # Examples
///
/// ```
/// use occupancy_models::{Policy, Step, Timeline, WarpState};
///
/// // Four warps, each with three instructions and then a load of 8 cycles.
/// let program = [Step { instructions: 3, latency_cycles: 8 }];
/// let mut timeline = Timeline::new(&program, 4, Policy::GreedyThenOldest).unwrap();
///
/// assert_eq!(timeline.issue_share(1_000).unwrap().to_string(), "100 %");
/// let first = timeline.next().unwrap();
/// assert_eq!(first.issued(), Some(0));
/// assert_eq!(first.states[3], WarpState::Eligible);
///
/// // With three warps the scheduler has nothing to issue in one cycle of ten.
/// let timeline = Timeline::new(&program, 3, Policy::GreedyThenOldest).unwrap();
/// let idle = timeline.take(10).filter(|cycle| cycle.issued().is_none()).count();
/// assert_eq!(idle, 1);
/// ```
#[derive(Clone, Debug)]
pub struct Timeline<'a> {
    program: &'a [Step],
    policy: Policy,
    warps: Vec<Warp>,
    /// The cycle that comes next.
    cycle: u64,
    /// The warp that issued last.
    last: Option<usize>,
}

/// The place of a warp in the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Warp {
    /// Steps that it has completed in this round.
    step: usize,
    /// Instructions of the step that it has issued.
    issued: u32,
    /// Cycles until it can issue.
    wait: u32,
}

impl<'a> Timeline<'a> {
    /// A scheduler with `warps` warps at the beginning of `program`; `None` if the program has no step, or one
    /// without an instruction or a latency, or if there are no warps or more than 64.
    pub fn new(program: &'a [Step], warps: u32, policy: Policy) -> Option<Self> {
        let is_step = |step: &Step| step.instructions > 0 && step.latency_cycles > 0;
        let is_possible = !program.is_empty() && program.iter().all(is_step);
        (is_possible && (1..=MOST_WARPS).contains(&warps)).then(|| Self {
            program,
            policy,
            warps: vec![Warp::default(); warps as usize],
            cycle: 0,
            last: None,
        })
    }

    /// The exact share of cycles in which the scheduler issues in the long run; `None` if it was not
    /// found after `max_instructions` issued instructions.
    ///
    /// The scheduler comes back to an earlier state; the share is that of the cycles in between. One or
    /// two rounds of each warp are usually enough.
    ///
    /// ```
    /// use occupancy_models::{Policy, Step, Timeline};
    ///
    /// let program = [Step { instructions: 30, latency_cycles: 400 }];
    /// let share = |policy| {
    ///     Timeline::new(&program, 16, policy).unwrap().issue_share(100_000).unwrap().to_string()
    /// };
    /// assert_eq!(share(Policy::GreedyThenOldest), "100 %");
    /// // In turn, all warps come to wait at the same time.
    /// assert_eq!(share(Policy::LooseRoundRobin), "55.6 %");
    /// ```
    pub fn issue_share(&self, max_instructions: u64) -> Option<Ratio> {
        // Brent, "An improved Monte Carlo factorization algorithm", 1980: compare ever more steps with one
        // saved state, so one copy is enough.
        let (mut kept, mut run) = (self.clone(), self.clone());
        let (mut since_kept, mut lap) = (0_u64, 1_u64);
        for _ in 0..max_instructions {
            let idle = run.warps.iter().map(|warp| warp.wait).min();
            run.advance(idle.unwrap_or(0));
            run.issue();
            since_kept += 1;
            // The warp that issued last decides whose turn it is.
            if run.warps == kept.warps && run.last == kept.last {
                return Ratio::new(since_kept, run.cycle.saturating_sub(kept.cycle));
            }
            if since_kept == lap {
                kept = run.clone();
                since_kept = 0;
                lap = lap.saturating_mul(2);
            }
        }
        None
    }

    /// The warp that issues in this cycle.
    fn selected(&self) -> Option<usize> {
        let mut eligible = (0..self.warps.len()).filter(|warp| self.warps[*warp].wait == 0);
        let oldest = eligible.clone().next();
        let preferred = match self.policy {
            Policy::GreedyThenOldest => eligible.find(|warp| Some(*warp) == self.last),
            Policy::LooseRoundRobin => eligible.find(|warp| Some(*warp) > self.last),
        };
        preferred.or(oldest)
    }

    /// Issues the instruction of this cycle, goes on to the next cycle, and returns the warp.
    fn issue(&mut self) -> Option<usize> {
        let selected = self.selected();
        if let Some(issuing) = selected {
            self.last = selected;
            let warp = &mut self.warps[issuing];
            let step = self.program[warp.step];
            warp.issued += 1;
            warp.wait = 1;
            if warp.issued == step.instructions {
                *warp = Warp {
                    step: (warp.step + 1) % self.program.len(),
                    issued: 0,
                    wait: step.latency_cycles,
                };
            }
        }
        self.advance(1);
        selected
    }

    fn advance(&mut self, cycles: u32) {
        for warp in &mut self.warps {
            warp.wait = warp.wait.saturating_sub(cycles);
        }
        self.cycle = self.cycle.saturating_add(cycles.into());
    }
}

impl Iterator for Timeline<'_> {
    type Item = Cycle;

    fn next(&mut self) -> Option<Cycle> {
        let mut states: Vec<WarpState> = (self.warps.iter())
            .map(|warp| match warp.wait {
                0 => WarpState::Eligible,
                _ => WarpState::Stalled,
            })
            .collect();
        let number = self.cycle;
        if let Some(warp) = self.issue() {
            states[warp] = WarpState::Selected;
        }
        Some(Cycle { number, states })
    }
}

/// One cycle of a [`Timeline`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The number of the cycle, from 0.
    pub number: u64,
    /// The state of each warp.
    pub states: Vec<WarpState>,
}

impl Cycle {
    /// The warp that issues, from 0; `None` if the scheduler is idle.
    pub fn issued(&self) -> Option<usize> {
        let mut states = self.states.iter();
        states.position(|state| *state == WarpState::Selected)
    }
}
