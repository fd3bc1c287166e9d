//! The timeline, against a simulation that is written from the words of the model, and against the closed form of its
//! share of issue slots.

use occupancy_core::Ratio;
use occupancy_core::compute_capabilities::SM_90;
use occupancy_core::kernel::{LatencyDemand, Wait};
use occupancy_models::{
    Cycle, InstructionClass, Policy, Program, Stall, Step, Timeline, WarpState,
};

use crate::random::Random;

/// A scheduler as the words describe it: warps in a list, each with the instructions that it still has to
/// issue before it waits, the cycle in which it may go on, and the one in which the awaited result is there.
struct Scheduler {
    warps: Vec<(u32, u64, u64)>,
    instructions: u32,
    latency: u64,
    wait: Wait,
    greedy: bool,
    last: Option<usize>,
    cycle: u64,
}

impl Scheduler {
    fn new(warps: u32, instructions: u32, latency: u32, wait: Wait, greedy: bool) -> Self {
        Self {
            warps: vec![(instructions, 0, 0); warps as usize],
            instructions,
            latency: latency.into(),
            wait,
            greedy,
            last: None,
            cycle: 0,
        }
    }

    /// The warps in the order in which they are asked whether they can issue: the one that issued last and then from the
    /// oldest on, or from the one after it on.
    fn asked(&self) -> Vec<usize> {
        let mut asked: Vec<usize> = (0..self.warps.len()).collect();
        match self.last {
            Some(last) if self.greedy => asked.insert(0, last),
            Some(last) => asked.rotate_left((last + 1) % self.warps.len()),
            None => {}
        }
        asked
    }

    /// One cycle: the warp that issues.
    fn step(&mut self) -> Option<usize> {
        let issuing = self
            .asked()
            .into_iter()
            .find(|&warp| self.warps[warp].1 <= self.cycle);
        if let Some(warp) = issuing {
            self.last = Some(warp);
            let (left, ready, there) = &mut self.warps[warp];
            let (is_first, is_last) = (*left == self.instructions, *left == 1);
            if (is_first && self.wait == Wait::First) || (is_last && self.wait == Wait::Last) {
                *there = self.cycle + self.latency;
            }
            *ready = self.cycle + 1;
            *left -= 1;
            if *left == 0 {
                *left = self.instructions;
                *ready = (*ready).max(*there);
            }
        }
        self.cycle += 1;
        issuing
    }
}

fn step(instructions: u32, latency_cycles: u32) -> Step {
    Step::new(instructions, latency_cycles)
}

/// The share of issue slots of an SM with as many warps on each of four schedulers.
fn closed_form(latency: u32, instructions: u32, wait: Wait, warps: u32) -> Ratio {
    let demand = LatencyDemand::cycles(latency, instructions).with_wait(wait);
    demand
        .issue_share(&SM_90, 4 * warps)
        .expect("neither is zero")
}

/// The library's timeline issues the same warps in the same cycles as the simulation, for both policies.
#[test]
fn the_timeline_is_the_simulation() {
    let inputs = if cfg!(debug_assertions) { 500 } else { 5_000 };
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for _ in 0..inputs {
        let warps = random.small(1, 20);
        let instructions = random.small(1, 12);
        let latency = random.small(1, 250);
        let last = [step(instructions, latency)];
        let first = [
            Step {
                steps_ahead: 1,
                ..step(1, latency)
            },
            step(instructions.max(2) - 1, 1),
        ];
        for (program, wait, policy, greedy) in [
            (&last[..], Wait::Last, Policy::GreedyThenOldest, true),
            (&last[..], Wait::Last, Policy::LooseRoundRobin, false),
            (&first[..], Wait::First, Policy::GreedyThenOldest, true),
            (&first[..], Wait::First, Policy::LooseRoundRobin, false),
        ] {
            let instructions = program.iter().map(|step| step.instructions).sum();
            let mut timeline = Timeline::new(program, warps, policy).unwrap();
            // The long-run share is the closed form, and no policy is above it.
            let share = timeline.clone().issue_share(1_000_000).expect("a period");
            let closed = closed_form(latency, instructions, wait, warps);
            assert!(
                share == closed || !greedy && share < closed,
                "{program:?} {warps}"
            );
            let mut scheduler = Scheduler::new(warps, instructions, latency, wait, greedy);
            for cycle in timeline.by_ref().take(400) {
                let ready: Vec<u64> = scheduler.warps.iter().map(|warp| warp.1).collect();
                let now = scheduler.cycle;
                let issued = scheduler.step();
                assert_eq!(cycle.issued(), issued);
                for (warp, ready) in ready.into_iter().enumerate() {
                    let state = match issued {
                        Some(issued) if issued == warp => WarpState::Selected,
                        _ if ready <= now => WarpState::Eligible,
                        _ => WarpState::Stalled(Stall::Memory),
                    };
                    assert_eq!(cycle.states[warp], state);
                }
            }
        }
    }
}

/// Warps that take turns come to wait together.
#[test]
fn loose_round_robin_of_16_warps() {
    let program = [step(30, 400)];
    let timeline = Timeline::new(&program, 16, Policy::LooseRoundRobin).unwrap();
    assert_eq!(timeline.issue_share(100_000), Ratio::new(480, 864));
}

/// A program of several steps: loads, arithmetic that waits for them, and a store.
#[test]
fn steps_come_one_after_the_other() {
    let program = [step(2, 5), step(1, 3)];
    let timeline = Timeline::new(&program, 1, Policy::GreedyThenOldest).unwrap();
    let issues: Vec<u64> = timeline
        .clone()
        .take(20)
        .filter(|cycle| cycle.issued().is_some())
        .map(|cycle: Cycle| cycle.number)
        .collect();
    // Two at once, five cycles to the next step, three to the next round.
    assert_eq!(issues, [0, 1, 6, 9, 10, 15, 18, 19]);
    assert_eq!(timeline.issue_share(100), Ratio::new(3, 9));
    assert_eq!(timeline.issue_share(0), None);
    assert_eq!(timeline.issue_share(1), None);
}

/// The cycles in which each warp issues, of the first ones.
fn issues(timeline: Timeline<'_>, cycles: usize) -> Vec<Option<usize>> {
    timeline.take(cycles).map(|cycle| cycle.issued()).collect()
}

/// "Warp 0 waits 400 cycles, and warps 1 to 3 compute": their arithmetic fills three cycles of four, and four warps of it
/// all of them.
#[test]
fn one_warp_waits_and_three_compute() {
    let (load, compute) = (
        [step(1, 400)],
        [Step {
            stall: Stall::Arithmetic,
            ..step(1, 4)
        }],
    );
    let programs = [&load[..], &compute, &compute, &compute].map(Program::new);
    let timeline = Timeline::of(&programs, Policy::GreedyThenOldest).unwrap();
    assert_eq!(timeline.issue_share(10_000), Ratio::new(301, 400));
    let cycle = timeline.clone().nth(5).unwrap();
    let arithmetic = WarpState::Stalled(Stall::Arithmetic);
    assert_eq!(
        cycle.states,
        [
            WarpState::Stalled(Stall::Memory),
            WarpState::Selected,
            arithmetic,
            arithmetic
        ]
    );
    let four = Timeline::new(&compute, 4, Policy::LooseRoundRobin).unwrap();
    assert_eq!(four.issue_share(100), Some(Ratio::ONE));
}

/// Four warps that begin one after the other, over eleven cycles: the scheduler has none to issue in four of them.
#[test]
fn staggered_warps() {
    let [a, b, c, d] = [
        [step(2, 6), step(1, 1)],
        [step(1, 8), step(1, 1)],
        [step(1, 7), step(1, 1)],
        [step(1, 1), step(1, 1)],
    ];
    let programs = [(&a, 0), (&b, 1), (&c, 2), (&d, 9)];
    let programs = programs.map(|(steps, first_cycle)| Program {
        first_cycle,
        rounds: Some(1),
        ..Program::new(steps)
    });
    let timeline = Timeline::of(&programs, Policy::GreedyThenOldest).unwrap();
    let issued = issues(timeline.clone(), 11);
    let idle = issued.iter().filter(|warp| warp.is_none()).count();
    assert_eq!(idle, 4, "{issued:?}");
    let of_warp_3: Vec<_> = timeline.take(11).map(|cycle| cycle.states[3]).collect();
    assert_eq!(of_warp_3[..9], [WarpState::Inactive; 9]);
}

/// A warp that has run its rounds is gone, and when all are, nothing issues any more.
#[test]
fn warps_exit() {
    let steps = [step(2, 3)];
    let twice = Program {
        rounds: Some(2),
        ..Program::new(&steps)
    };
    let timeline = Timeline::of(&[twice], Policy::LongestStalled).unwrap();
    let all = [Some(0), Some(0), None, None, Some(0), Some(0), None, None];
    assert_eq!(issues(timeline.clone(), 8), all);
    assert_eq!(timeline.issue_share(100), Some(Ratio::ZERO));
    let last = timeline.take(8).last().unwrap();
    assert_eq!(last.states, [WarpState::Inactive]);
    let none = Program {
        rounds: Some(0),
        ..Program::new(&steps)
    };
    assert!(Timeline::of(&[twice, none], Policy::LongestStalled).is_none());
    assert!(Timeline::of(&[], Policy::LongestStalled).is_none());
}

/// No warp passes a barrier before the last is there, even one that begins later; one that has exited is not waited for.
#[test]
fn barriers() {
    let barrier = Step {
        stall: Stall::Barrier,
        ..step(1, 1)
    };
    let (short, long) = ([step(1, 1), barrier], [step(3, 1), barrier]);
    let programs = [
        Program {
            rounds: Some(2),
            ..Program::new(&short)
        },
        Program {
            first_cycle: 4,
            rounds: Some(1),
            ..Program::new(&long)
        },
    ];
    let timeline = Timeline::of(&programs, Policy::GreedyThenOldest).unwrap();
    let states: Vec<_> = timeline.clone().take(10).collect();
    assert_eq!(states[5].states[0], WarpState::Stalled(Stall::Barrier));
    let issued = issues(timeline, 10);
    let expected = [(0, 2), (9, 2), (1, 4), (0, 2), (9, 0)];
    let expected = expected
        .iter()
        .flat_map(|(warp, count)| vec![*warp; *count]);
    let expected: Vec<_> = expected.map(|warp| (warp < 9).then_some(warp)).collect();
    assert_eq!(issued, expected);
}

/// One instruction that keeps a unit busy.
fn on(unit: InstructionClass, cycles: u32) -> Step {
    Step {
        unit: Some((unit, cycles)),
        ..step(1, 1)
    }
}

/// Sixteen lanes take two cycles for a warp's instruction, so a scheduler that has only such issues in every second one;
/// beside other instructions, which fill the gap, in every one.
#[test]
fn units_are_busy() {
    let special = [on(InstructionClass::SpecialFunction, 2)];
    let timeline = Timeline::new(&special, 8, Policy::LooseRoundRobin).unwrap();
    assert_eq!(timeline.issue_share(1_000), Ratio::new(1, 2));
    let second = timeline.clone().nth(1).unwrap();
    assert_eq!(second.states, [WarpState::Stalled(Stall::Unit); 8]);
    let float = [on(InstructionClass::Float, 1)];
    let both = [&special, &float].map(|steps| Program::new(steps));
    let timeline = Timeline::of(&both, Policy::LongestStalled).unwrap();
    assert_eq!(timeline.issue_share(1_000), Some(Ratio::ONE));
    let never = [on(InstructionClass::Float, 0)];
    assert!(Timeline::new(&never, 1, Policy::LongestStalled).is_none());
}

/// The warp that has not issued for the longest time comes first.
#[test]
fn the_longest_stalled_comes_first() {
    let (short, long) = ([step(1, 2)], [step(1, 6)]);
    let programs = [&short, &short, &long].map(|steps| Program::new(steps));
    let timeline = Timeline::of(&programs, Policy::LongestStalled).unwrap();
    let issued: Vec<_> = issues(timeline, 9).into_iter().flatten().collect();
    // In cycle 8 the third warp is eligible, and the others have issued since its last turn.
    assert_eq!(issued, [0, 1, 2, 0, 1, 0, 1, 0, 2]);
}
