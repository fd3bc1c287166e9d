//! All combinations of the values of the arguments.

use occupancy_report::calculator::{Setting, Values};

use crate::args::Calculate;

/// Combinations at most.
pub(super) const MOST: u64 = 1 << 20;

/// All combinations.
pub(super) struct Combinations {
    /// The values of each argument, the outermost first.
    arguments: Vec<Vec<Setting>>,
    pub(super) count: u64,
}

impl Combinations {
    /// `None` if there are more than [`MOST`].
    pub(super) fn of(args: &Calculate) -> Option<Self> {
        let all = args.stated.values.iter();
        let arguments: Vec<Vec<Setting>> = all
            .map(|(argument, list)| {
                let values = list.iter().cloned();
                values.map(|value| Setting::new(*argument, value)).collect()
            })
            .collect();
        let count = arguments.iter().try_fold(1_u64, |count, settings| {
            let count = count.checked_mul(settings.len() as u64)?;
            (count <= MOST).then_some(count)
        })?;
        Some(Self { arguments, count })
    }

    /// One of them, in the order of the arguments.
    pub(super) fn get(&self, number: u64) -> Values {
        let mut values = Values::default();
        let mut rest = number;
        for settings in self.arguments.iter().rev() {
            let len = settings.len() as u64;
            #[allow(clippy::cast_possible_truncation, reason = "below a length")]
            let index = (rest % len) as usize;
            values.apply(&settings[index]);
            rest /= len;
        }
        values
    }
}
