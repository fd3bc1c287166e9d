//! Compares the answers of the header with those of the library, and explains the differences.

use std::fmt;

use occupancy_core::{Multiprocessor, Occupancy, Resource, gpu::MultiprocessorLimits};

use crate::header::{Answer, Case};

/// A result that differs on purpose: the documentation of `Occupancy` lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OnPurpose {
    /// 256 registers are illegal; the header lets them pass from 7.0 on.
    Registers256,
    /// More than 16 named barriers are illegal; the header does not look.
    Barriers17,
    /// A carve-out over 100 percent is refused; the header looks at it from 7.0 on.
    Carveout101,
    /// The factors that no longer bind once barriers do; the header keeps them among its limiting factors.
    Binding,
}

impl OnPurpose {
    pub(crate) const ALL: [Self; 4] = [
        Self::Registers256,
        Self::Barriers17,
        Self::Carveout101,
        Self::Binding,
    ];
}

impl fmt::Display for OnPurpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Registers256 => "256 registers per thread, which no code can use",
            Self::Barriers17 => "more than 16 named barriers, which there are not",
            Self::Carveout101 => "a carve-out over 100 percent, before 7.0",
            Self::Binding => "limits that bind no longer once barriers do",
        })
    }
}

/// The outcome of one configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Same,
    OnPurpose(OnPurpose),
    Differs,
}

/// Differences that are printed of each compute capability; all are counted.
const PRINTED: usize = 5;

/// The number of compared configurations, and their outcomes.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) count: u64,
    pub(crate) on_purpose: [u64; OnPurpose::ALL.len()],
    pub(crate) differing: u64,
    pub(crate) differences: Vec<String>,
}

impl Tally {
    pub(crate) fn take(&mut self, outcome: Outcome, words: impl FnOnce() -> String) {
        self.count += 1;
        match outcome {
            Outcome::Same => {}
            Outcome::OnPurpose(class) => self.on_purpose[class as usize] += 1,
            Outcome::Differs => {
                self.differing += 1;
                if self.differences.len() < PRINTED {
                    self.differences.push(words());
                }
            }
        }
    }

    /// Adds those of another part.
    pub(crate) fn add(&mut self, other: Self) {
        self.count += other.count;
        for (sum, more) in self.on_purpose.iter_mut().zip(other.on_purpose) {
            *sum += more;
        }
        self.differing += other.differing;
        self.differences.extend(other.differences);
    }
}

/// The compute capability with the two rules lifted that the header does not have.
pub(crate) struct Lifted {
    registers: Multiprocessor,
    barriers: Multiprocessor,
    both: Multiprocessor,
}

impl Lifted {
    pub(crate) fn of(sm: &Multiprocessor) -> Self {
        let registers = |mut limits: MultiprocessorLimits| {
            if sm.major() >= 7 {
                limits.max_registers_per_thread = 256;
            }
            limits
        };
        let barriers = |mut limits: MultiprocessorLimits| {
            // A block with more than an SM has does not fit, where they limit blocks.
            if !sm.barriers_limit_blocks() {
                limits.barriers_per_sm = u32::MAX;
            }
            limits.barriers_per_block = limits.barriers_per_sm;
            limits
        };
        let limits = sm.limits();
        Self {
            registers: Multiprocessor::new(registers(limits)),
            barriers: Multiprocessor::new(barriers(limits)),
            both: Multiprocessor::new(barriers(registers(limits))),
        }
    }
}

/// Compares one configuration.
pub(crate) fn outcome(
    sm: &Multiprocessor,
    lifted: &Lifted,
    case: &Case,
    header: &Answer,
) -> Outcome {
    let kernel = case.kernel();
    let ours = Occupancy::new(sm, &kernel);
    let Ok(ours) = ours else {
        let without = kernel.with_carveout(None);
        return match Occupancy::new(sm, &without) {
            _ if header.status != 0 => Outcome::Same,
            // Barriers do not bind there.
            Ok(without)
                if sm.major() < 7
                    && case.carveout > 100
                    && same_figures(&without, header)
                    && header.limiting_factors == binding(&without) =>
            {
                Outcome::OnPurpose(OnPurpose::Carveout101)
            }
            _ => Outcome::Differs,
        };
    };
    if !same_figures(&ours, header) {
        // It is on purpose only if it is the same in everything without the rule.
        let (without, purpose) = match (case.registers > 255, case.barriers > 16) {
            (true, false) => (&lifted.registers, OnPurpose::Registers256),
            (false, true) => (&lifted.barriers, OnPurpose::Barriers17),
            (true, true) => (&lifted.both, OnPurpose::Registers256),
            (false, false) => return Outcome::Differs,
        };
        return match Occupancy::new(without, &kernel) {
            Ok(without)
                if same_figures(&without, header)
                    && header.limiting_factors == factors_of_the_header(&without) =>
            {
                Outcome::OnPurpose(purpose)
            }
            _ => Outcome::Differs,
        };
    }
    if header.limiting_factors == binding(&ours) {
        Outcome::Same
    } else if header.limiting_factors == factors_of_the_header(&ours)
        && ours.binds(Resource::Barriers)
    {
        Outcome::OnPurpose(OnPurpose::Binding)
    } else {
        Outcome::Differs
    }
}

/// The resources that the header counts, in its order.
const OF_THE_HEADER: [Resource; 6] = [
    Resource::Registers,
    Resource::SharedMemory,
    Resource::Warps,
    Resource::BlockSlots,
    Resource::Barriers,
    Resource::VirtualResources,
];

/// The answer of a header that agrees.
fn answer_of(ours: &Occupancy) -> Answer {
    Answer {
        status: 0,
        blocks: ours.blocks_per_sm.cast_signed(),
        limits: OF_THE_HEADER.map(|resource| limit_of_the_header(ours, resource)),
        limiting_factors: binding(ours),
        registers_per_block: ours.registers_per_block.try_into().expect("at most 2³¹"),
        shared_memory_per_block: ours.shared_memory_per_block,
        partitioned_caching: 0,
    }
}

/// Returns `true` if everything but the limiting factors is the same.
fn same_figures(ours: &Occupancy, header: &Answer) -> bool {
    let ours = Answer {
        limiting_factors: header.limiting_factors,
        ..answer_of(ours)
    };
    ours == *header
}

/// The header has `INT_MAX` where there is no limit.
fn limit_of_the_header(ours: &Occupancy, resource: Resource) -> i32 {
    let limit = ours.limits.of(resource).map(u32::cast_signed);
    limit.unwrap_or(i32::MAX)
}

/// `cudaOccLimitingFactor`.
fn bit(resource: Resource) -> u32 {
    match resource {
        Resource::Warps => 0x01,
        Resource::Registers => 0x02,
        Resource::SharedMemory => 0x04,
        Resource::BlockSlots => 0x08,
        Resource::Barriers => 0x10,
        Resource::VirtualResources => 0x20,
        other => panic!("{other} has no bit"),
    }
}

fn binding(ours: &Occupancy) -> u32 {
    let bits = OF_THE_HEADER.map(|resource| u32::from(ours.binds(resource)) * bit(resource));
    bits.iter().sum()
}

/// The factors that the header names: those that bind without barriers, and barriers where they bind.
fn factors_of_the_header(ours: &Occupancy) -> u32 {
    let others = OF_THE_HEADER
        .into_iter()
        .filter(|&r| r != Resource::Barriers);
    let least = others.clone().filter_map(|r| ours.limits.of(r)).min();
    let bits = others.filter(|&r| ours.limits.of(r) == least).map(bit);
    bits.sum::<u32>() + u32::from(ours.binds(Resource::Barriers)) * bit(Resource::Barriers)
}

/// A configuration that differs, with what both say.
pub(crate) fn report(sm: &Multiprocessor, case: &Case, header: &Answer) -> String {
    let ours = Occupancy::new(sm, &case.kernel()).map(|ours| answer_of(&ours));
    format!(
        "compute capability {}: {case:?}\n    ours   {ours:?}\n    header {header:?}",
        sm.name()
    )
}
