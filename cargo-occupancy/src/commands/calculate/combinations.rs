//! All combinations of the values of the arguments.

use occupancy_calculator::{List, Setting, Values};

use crate::args::Calculate;

/// Combinations at most.
pub(super) const MOST: u64 = 1 << 20;

/// All combinations.
pub(super) struct Combinations {
    /// What all of them have.
    shared: Values,
    /// The values of each argument that can have several, the outermost first.
    arguments: Vec<Vec<Setting>>,
    pub(super) count: u64,
}

/// Each value of an argument.
fn each<T: Copy>(list: &List<T>, setting: impl Fn(T) -> Setting) -> Vec<Setting> {
    list.0.iter().copied().map(setting).collect()
}

impl Combinations {
    /// `None` if there are more than [`MOST`].
    pub(super) fn of(args: &Calculate) -> Option<Self> {
        let mut arguments = vec![each(&args.threads, Setting::Threads)];
        for (argument, values) in &args.integers.0 {
            arguments.push(each(values, |value| Setting::Integer(*argument, value)));
        }
        arguments.extend(args.cluster.iter().map(|list| each(list, Setting::Cluster)));
        arguments.extend(args.grid.iter().map(|list| each(list, Setting::Grid)));
        arguments.sort_by_key(|settings| settings.first().map(Setting::place));
        let count = arguments.iter().try_fold(1_u64, |count, settings| {
            let count = count.checked_mul(settings.len() as u64)?;
            (count <= MOST).then_some(count)
        })?;
        Some(Self {
            shared: shared(args),
            arguments,
            count,
        })
    }

    /// One of them, in the order of the arguments.
    pub(super) fn get(&self, number: u64) -> Values {
        let mut values = self.shared.clone();
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

/// The arguments that have one value.
fn shared(args: &Calculate) -> Values {
    let path = |path: &std::path::PathBuf| path.to_string_lossy().into_owned();
    let settings = [
        args.cubin.as_ref().map(path).map(Setting::Cubin),
        args.ptx.as_ref().map(path).map(Setting::Ptx),
        args.kernel.clone().map(Setting::Kernel),
        args.min_occupancy.map(Setting::MinOccupancy),
        args.tail_efficiency.map(Setting::TailEfficiency),
        args.hides.map(Setting::Hides),
        args.tile.map(Setting::Tile),
        args.intent.clone().map(Setting::Intent),
    ];
    let mut values = Values::default();
    for setting in settings.iter().flatten() {
        values.apply(setting);
    }
    values
}
