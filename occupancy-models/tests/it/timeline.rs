//! The timeline, against a simulation that is written from the words of the model, against the closed form of its share of
//! issue slots, and against `timelines.txt`.

use occupancy_core::Ratio;
use occupancy_core::compute_capabilities::SM_90;
use occupancy_core::kernel::{LatencyDemand, Wait};
use occupancy_models::{Cycle, Policy, Program, Stall, Step, Timeline, WarpState};

use crate::random::Random;
use crate::rows::number;
use crate::throughput::class;

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

/// The step of `2x5`, `1x1b` or `1x1/Float:2`.
fn written(step: &str) -> Step {
    let (step, unit) = step.split_once('/').unwrap_or((step, ""));
    let numbers = step.trim_end_matches(['a', 'b']);
    let (instructions, latency) = numbers.split_once('x').unwrap();
    let busy = |(name, cycles)| (class(name), number(cycles));
    Step {
        stall: match &step[numbers.len()..] {
            "a" => Stall::Arithmetic,
            "b" => Stall::Barrier,
            _ => Stall::Memory,
        },
        unit: unit.split_once(':').map(busy),
        ..Step::new(number(instructions), number(latency))
    }
}

/// The rows of a timeline as it is calculated.
fn drawn(rows: &[&str]) -> String {
    let (policy, share) = rows[0].split_once(", ").unwrap();
    let (_, within) = share.split_once(" within ").unwrap();
    let of_warps = rows[1..].iter().map(|row| row.split(" |").next().unwrap());
    let of_warps: Vec<&str> = of_warps.collect();
    let steps = of_warps.iter().map(|row| {
        let steps = row.split(' ').filter(|word| word.contains('x'));
        steps.map(written).collect()
    });
    let steps: Vec<Vec<Step>> = steps.collect();
    let (mut programs, mut firsts) = (Vec::new(), Vec::new());
    for (row, steps) in of_warps.iter().zip(&steps) {
        let after = |key| Some(number(row.split_once(key)?.1.split(' ').next()?));
        let program = Program {
            first_cycle: after(" from ").unwrap_or(0),
            rounds: after(" rounds "),
            ..Program::new(steps)
        };
        firsts.push(programs.len());
        programs.resize(
            programs.len() + after(" times ").unwrap_or(1) as usize,
            program,
        );
    }
    let by = match policy {
        "oldest" => Policy::GreedyThenOldest,
        "round robin" => Policy::LooseRoundRobin,
        _ => Policy::LongestStalled,
    };
    let timeline = Timeline::of(&programs, by).unwrap();
    let share = timeline.issue_share(number(within).into());
    let exact = |share: Ratio| format!("{}/{}", share.numerator(), share.denominator());
    let share = share.map_or("none".to_owned(), exact);
    let mut out = format!("{policy}, {share} within {within}");
    let cycles: Vec<Cycle> = timeline.take(20).collect();
    for (row, warp) in of_warps.iter().zip(firsts) {
        let letter = |cycle: &Cycle| match cycle.states[warp] {
            WarpState::Selected => 'S',
            WarpState::Eligible => 'e',
            WarpState::Stalled(Stall::Memory) => 'm',
            WarpState::Stalled(Stall::Arithmetic) => 'a',
            WarpState::Stalled(Stall::Barrier) => 'b',
            WarpState::Stalled(_) => 'u',
            WarpState::Inactive => '-',
        };
        let drawing: String = cycles.iter().map(letter).collect();
        out.extend(["\n", *row, " | ", &drawing]);
    }
    out
}

#[test]
fn timelines_are_as_they_are_drawn() {
    let text = include_str!("../timelines.txt");
    let rows: Vec<&str> = text.lines().filter(|row| !row.starts_with('#')).collect();
    let written = rows
        .split(|row| row.is_empty())
        .filter(|rows| !rows.is_empty());
    let written: Vec<_> = written.map(|rows| rows.join("\n")).collect();
    let calculated: Vec<_> = written
        .iter()
        .map(|rows| drawn(&rows.lines().collect::<Vec<_>>()))
        .collect();
    assert_eq!(calculated.join("\n\n"), written.join("\n\n"));
}

#[test]
fn a_warp_without_rounds_or_a_unit_without_cycles_is_no_timeline() {
    let steps = [step(2, 3)];
    let none = Program {
        rounds: Some(0),
        ..Program::new(&steps)
    };
    let never = [written("1x1/Float:0")];
    for programs in [
        &[][..],
        &[Program::new(&steps), none],
        &[Program::new(&never)],
    ] {
        assert!(Timeline::of(programs, Policy::LongestStalled).is_none());
    }
}
