//! The warps of one scheduler, cycle by cycle.

use occupancy_core::Ratio;

use crate::instruction_class::InstructionClass;

/// The most warps of a timeline: as many as an SM holds, and more than a scheduler does.
const MOST_WARPS: u32 = 64;

/// Independent instructions that a warp issues, and the latency that it then waits for.
///
/// ```
/// use occupancy_models::{Stall, Step};
///
/// // A load, and 29 instructions that do not need its result.
/// let early = [Step { steps_ahead: 1, ..Step::new(1, 400) }, Step::new(29, 1)];
/// assert_eq!(early[0].stall, Stall::Memory);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Instructions that a warp can issue back to back, at least 1.
    pub instructions: u32,
    /// Cycles from the issue of the last of them until its result arrives, at least 1.
    ///
    /// A latency of 1 is no wait: the warp can issue its next instruction in the next cycle.
    pub latency_cycles: u32,
    /// Further steps that the warp issues before it waits for the result, at most 64; 0 if it waits at once.
    pub steps_ahead: u32,
    /// The reason of the wait. At a [`Stall::Barrier`], the warp also waits until every warp that has not exited is there.
    pub stall: Stall,
    /// The unit that executes the instructions, and the cycles, at least 1, for which each keeps it busy.
    pub unit: Option<(InstructionClass, u32)>,
}

impl Step {
    /// Instructions, and the latency that a warp waits for after them, as that of memory.
    pub const fn new(instructions: u32, latency_cycles: u32) -> Self {
        Self {
            instructions,
            latency_cycles,
            steps_ahead: 0,
            stall: Stall::Memory,
            unit: None,
        }
    }

    const fn is_possible(&self) -> bool {
        let is_busy = !matches!(self.unit, Some((_, 0)));
        self.instructions > 0 && self.latency_cycles > 0 && self.steps_ahead <= 64 && is_busy
    }
}

/// The choice among several eligible warps.
///
/// NVIDIA documents no policy, so it is yours to choose. The literature and the simulator accel-sim have the first two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// The warp that issued last, as long as it can; then the oldest that can, which is the first in order.
    GreedyThenOldest,
    /// The next eligible warp in order after the one that issued last.
    LooseRoundRobin,
    /// The eligible warp that has not issued for the longest time.
    LongestStalled,
}

/// The reason for which a warp cannot issue, with the name of the stall in Nsight Compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stall {
    /// It waits for a result of memory: *long scoreboard*, or *short scoreboard* for shared memory.
    Memory,
    /// It waits for a result of arithmetic: *wait*.
    Arithmetic,
    /// It waits for the other warps: *barrier*.
    Barrier,
    /// The unit of its next instruction is busy: *math pipe throttle*.
    Unit,
}

/// The state of a warp in a cycle, in the words of Nsight Compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WarpState {
    /// It issues: the scheduler selected it.
    Selected,
    /// It could issue, but another warp does.
    Eligible,
    /// It cannot issue.
    Stalled(Stall),
    /// It is not there yet, or has exited.
    Inactive,
}

/// The program of one warp, and the time that it is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Program<'a> {
    /// The steps, one after the other.
    pub steps: &'a [Step],
    /// The first cycle in which the warp is there.
    pub first_cycle: u32,
    /// How many times it runs the steps before it exits; `None` if it never does.
    pub rounds: Option<u32>,
}

impl<'a> Program<'a> {
    /// A program from cycle 0 on, without an end.
    pub const fn new(steps: &'a [Step]) -> Self {
        Self {
            steps,
            first_cycle: 0,
            rounds: None,
        }
    }
}

/// One scheduler, cycle by cycle.
///
/// # Model
///
/// A warp issues the instructions of a [`Step`] one per cycle, whenever the scheduler selects it, then
/// waits for the result of the last one, and goes on with the next step; after the last step it begins
/// again, or exits. The scheduler issues one instruction per cycle, of the warp that the [`Policy`] selects. All
/// warps begin in cycle 0, unless their [`Program`] says otherwise.
///
/// It reads no GPU. On AMD a scheduler is a SIMD, and a cycle the time that it takes to issue one instruction.
///
/// It has the assumptions of [`LatencyDemand`](occupancy_core::kernel::LatencyDemand), which is its closed form for one
/// step, or a first step that is awaited after a second, and [`Policy::GreedyThenOldest`], and like it shows the best
/// case. The cycles have no end.
///
/// # Examples
///
/// ```
/// use occupancy_models::{Policy, Step, Timeline, WarpState};
///
/// // Four warps, each with three instructions and then a load of 8 cycles.
/// let program = [Step::new(3, 8)];
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
    policy: Policy,
    warps: Vec<Warp<'a>>,
    /// The units that are busy, and for how many cycles.
    units: Vec<(InstructionClass, u32)>,
    /// The cycle that comes next.
    cycle: u64,
    /// The warp that issued last.
    last: Option<usize>,
    /// The warps by their last issue, for [`Policy::LongestStalled`].
    order: Vec<usize>,
}

/// The place of a warp in its program.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Warp<'a> {
    steps: &'a [Step],
    /// Rounds until it exits.
    rounds: Option<u32>,
    /// Steps that it has completed in this round.
    step: usize,
    /// Instructions of the step that it has issued.
    issued: u32,
    /// Cycles until it can issue, and its state until then.
    wait: u32,
    waits: WarpState,
    is_at_barrier: bool,
    /// The results that it does not need yet: the steps until it does, the cycles until they are there, and the reason.
    pending: Vec<(u32, u32, Stall)>,
}

impl Warp<'_> {
    fn has_exited(&self) -> bool {
        self.rounds == Some(0)
    }

    /// Completes a step: it waits for the results that the next one needs.
    fn complete(&mut self, step: Step) {
        self.pending
            .push((step.steps_ahead, step.latency_cycles, step.stall));
        self.pending.retain_mut(|(steps, cycles, stall)| {
            let is_needed = *steps == 0;
            if is_needed && *cycles > self.wait {
                (self.wait, self.waits) = (*cycles, WarpState::Stalled(*stall));
            }
            *steps = steps.saturating_sub(1);
            !is_needed
        });
        self.is_at_barrier = step.stall == Stall::Barrier;
        self.issued = 0;
        self.step += 1;
        if self.step == self.steps.len() {
            self.step = 0;
            self.rounds = self.rounds.map(|rounds| rounds.saturating_sub(1));
        }
    }
}

impl<'a> Timeline<'a> {
    /// A scheduler with `warps` warps at the beginning of `program`; `None` if the program has no step, or one
    /// without an instruction or a latency, or if there are no warps or more than 64.
    pub fn new(program: &'a [Step], warps: u32, policy: Policy) -> Option<Self> {
        let warps = warps.min(MOST_WARPS.saturating_add(1));
        Self::of(&vec![Program::new(program); warps as usize], policy)
    }

    /// A scheduler with a program for each warp; `None` if one has no step, a step that is not possible or no round, or
    /// if there are no warps or more than 64.
    ///
    /// ```
    /// use occupancy_models::{Policy, Program, Stall, Step, Timeline, WarpState};
    ///
    /// // One warp waits for memory, while three compute.
    /// let load = [Step::new(1, 400)];
    /// let compute = [Step { stall: Stall::Arithmetic, ..Step::new(1, 4) }];
    /// let programs = [&load[..], &compute, &compute, &compute].map(Program::new);
    /// let mut timeline = Timeline::of(&programs, Policy::GreedyThenOldest).unwrap();
    /// // Each of the three issues in every fourth cycle, and the first in one of 400.
    /// assert_eq!(timeline.issue_share(10_000).unwrap().to_string(), "75.3 %");
    /// assert_eq!(timeline.nth(4).unwrap().states[0], WarpState::Stalled(Stall::Memory));
    /// ```
    pub fn of(programs: &[Program<'a>], policy: Policy) -> Option<Self> {
        let is_program = |program: &Program<'_>| {
            let is_possible = program.steps.iter().all(Step::is_possible);
            !program.steps.is_empty() && is_possible && program.rounds != Some(0)
        };
        let is_number = (1..=MOST_WARPS as usize).contains(&programs.len());
        let warp = |program: &Program<'a>| Warp {
            steps: program.steps,
            rounds: program.rounds,
            step: 0,
            issued: 0,
            wait: program.first_cycle,
            waits: WarpState::Inactive,
            is_at_barrier: false,
            pending: Vec::new(),
        };
        (is_number && programs.iter().all(is_program)).then(|| Self {
            policy,
            warps: programs.iter().map(warp).collect(),
            units: Vec::new(),
            cycle: 0,
            last: None,
            order: (0..programs.len()).collect(),
        })
    }

    /// The exact share of cycles in which the scheduler issues in the long run; `None` if it was not
    /// found after `max_instructions` issued instructions.
    ///
    /// The scheduler comes back to an earlier state; the share is that of the cycles in between. One or
    /// two rounds of each warp are usually enough. It is 0 if every warp exits.
    ///
    /// ```
    /// use occupancy_models::{Policy, Step, Timeline};
    ///
    /// let program = [Step::new(30, 400)];
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
            let idle = (0..run.warps.len()).filter_map(|warp| run.cycles_until(warp));
            let Some(idle) = idle.min() else {
                return Some(Ratio::ZERO);
            };
            run.advance(idle);
            run.issue();
            since_kept += 1;
            // The warp that issued last decides whose turn it is.
            if run.warps == kept.warps
                && run.units == kept.units
                && run.last == kept.last
                && run.order == kept.order
            {
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

    /// The state of a warp that is not selected.
    fn state(&self, warp: usize) -> WarpState {
        let own = &self.warps[warp];
        match self.cycles_until(warp) {
            _ if own.has_exited() => WarpState::Inactive,
            _ if own.wait > 0 => own.waits,
            None => WarpState::Stalled(Stall::Barrier),
            Some(0) => WarpState::Eligible,
            Some(_) => WarpState::Stalled(Stall::Unit),
        }
    }

    /// The cycles until a warp can issue, if no other does; `None` if it has exited or waits at a barrier.
    fn cycles_until(&self, warp: usize) -> Option<u32> {
        let own = &self.warps[warp];
        let unit = own.steps[own.step].unit;
        let is_of = |busy: &&(InstructionClass, u32)| unit.is_some_and(|(unit, _)| unit == busy.0);
        let busy = self.units.iter().find(is_of).map_or(0, |busy| busy.1);
        (!own.has_exited() && !own.is_at_barrier).then(|| own.wait.max(busy))
    }

    /// The warp that issues in this cycle.
    fn selected(&self) -> Option<usize> {
        let is_eligible = |warp: &usize| self.cycles_until(*warp) == Some(0);
        let mut eligible = (0..self.warps.len()).filter(is_eligible);
        let oldest = eligible.clone().next();
        let preferred = match self.policy {
            Policy::GreedyThenOldest => eligible.find(|warp| Some(*warp) == self.last),
            Policy::LooseRoundRobin => eligible.find(|warp| Some(*warp) > self.last),
            Policy::LongestStalled => self.order.iter().copied().find(is_eligible),
        };
        preferred.or(oldest)
    }

    /// Issues the instruction of this cycle, goes on to the next cycle, and returns the warp.
    fn issue(&mut self) -> Option<usize> {
        let selected = self.selected();
        if let Some(issuing) = selected {
            self.last = selected;
            if self.policy == Policy::LongestStalled {
                self.order.retain(|warp| *warp != issuing);
                self.order.push(issuing);
            }
            let warp = &mut self.warps[issuing];
            let step = warp.steps[warp.step];
            warp.issued += 1;
            (warp.wait, warp.waits) = (1, WarpState::Eligible);
            self.units.extend(step.unit);
            if warp.issued == step.instructions {
                warp.complete(step);
            }
            let is_there = |warp: &Warp<'_>| warp.is_at_barrier || warp.has_exited();
            let all_are_there = self.warps.iter().all(is_there);
            for warp in &mut self.warps {
                warp.is_at_barrier &= !all_are_there;
            }
        }
        self.advance(1);
        selected
    }

    fn advance(&mut self, cycles: u32) {
        for warp in &mut self.warps {
            warp.wait = warp.wait.saturating_sub(cycles);
            for (_, left, _) in &mut warp.pending {
                *left = left.saturating_sub(cycles);
            }
            if warp.wait == 0 {
                // One state for each place in the program.
                warp.waits = WarpState::Eligible;
            }
        }
        self.units.retain_mut(|(_, left)| {
            *left = left.saturating_sub(cycles);
            *left > 0
        });
        self.cycle = self.cycle.saturating_add(cycles.into());
    }
}

impl Iterator for Timeline<'_> {
    type Item = Cycle;

    fn next(&mut self) -> Option<Cycle> {
        let mut states: Vec<_> = (0..self.warps.len()).map(|warp| self.state(warp)).collect();
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
