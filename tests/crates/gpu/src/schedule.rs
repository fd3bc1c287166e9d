//! The SMs and the times of the blocks of a launch, and the waves that they make.

use std::collections::BTreeMap;

/// One block, as it noted itself: `%smid`, and `%globaltimer` at its start and its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The SM.
    pub sm: u64,
    /// Nanoseconds.
    pub start: u64,
    /// Nanoseconds.
    pub end: u64,
}

/// The blocks of one launch, by SM.
#[derive(Clone, Debug)]
pub struct Schedule {
    sms: BTreeMap<u64, Vec<Run>>,
}

impl Schedule {
    /// The schedule of the runs that the blocks have noted.
    pub fn of(runs: impl IntoIterator<Item = Run>) -> Self {
        let mut sms = BTreeMap::<_, Vec<_>>::new();
        for run in runs {
            sms.entry(run.sm).or_default().push(run);
        }
        for runs in sms.values_mut() {
            runs.sort_unstable_by_key(|run| run.end);
        }
        Self { sms }
    }

    /// SMs that ran a block.
    pub fn sms(&self) -> usize {
        self.sms.len()
    }

    /// Waves: the most blocks that ran one after another on one SM.
    pub fn waves(&self) -> usize {
        let in_turn = |runs: &Vec<Run>| {
            // Among those that start after the last one ended, the first to end leaves the most room.
            let mut free = 0;
            runs.iter()
                .filter(|run| {
                    let follows = run.start >= free;
                    if follows {
                        free = run.end;
                    }
                    follows
                })
                .count()
        };
        self.sms.values().map(in_turn).max().unwrap_or(0)
    }

    /// The most blocks that ran at the same time on each SM, fewest and most over the SMs.
    pub fn at_once(&self) -> (usize, usize) {
        let at_once = |runs: &Vec<Run>| {
            runs.iter()
                .map(|one| {
                    runs.iter()
                        .filter(|other| other.start <= one.start && one.start < other.end)
                        .count()
                })
                .max()
                .unwrap_or(0)
        };
        let counts = self.sms.values().map(at_once);
        (counts.clone().min().unwrap_or(0), counts.max().unwrap_or(0))
    }

    /// Nanoseconds from the first start to the last end.
    pub fn elapsed(&self) -> u64 {
        let all = || self.sms.values().flatten();
        let first = all().map(|run| run.start).min().unwrap_or(0);
        let last = all().map(|run| run.end).max().unwrap_or(0);
        last - first
    }
}
