//! All combinations of the values of the arguments.

use occupancy_calculator::{Dims, List, Values};
use occupancy_core::Grid;

use crate::args::Calculate;

/// Combinations at most.
pub(super) const MOST: u64 = 1 << 20;

/// All combinations.
pub(super) struct Combinations<'a> {
    args: &'a Calculate,
    regs: Vec<Option<u32>>,
    static_smem: Vec<Option<u32>>,
    barriers: Vec<Option<u32>>,
    carveouts: Vec<Option<u32>>,
    clusters: Vec<Option<Dims>>,
    grids: Vec<Option<Grid>>,
    sms: Vec<Option<u32>>,
    pub(super) count: u64,
}

/// Each value, or none if there is no list.
fn or_none<T: Copy>(list: Option<&List<T>>) -> Vec<Option<T>> {
    list.map_or(vec![None], |list| {
        list.0.iter().copied().map(Some).collect()
    })
}

impl<'a> Combinations<'a> {
    /// `None` if there are more than [`MOST`].
    pub(super) fn of(args: &'a Calculate) -> Option<Self> {
        let mut grids: Vec<Option<Grid>> = Vec::new();
        if let Some(list) = &args.grid {
            grids.extend(list.0.iter().map(|&dims| Some(Grid::Blocks(dims))));
        }
        if let Some(list) = &args.elements {
            let each = list.0.iter();
            grids.extend(each.map(|&elements| Some(Grid::Elements(elements))));
        }
        if grids.is_empty() {
            grids.push(None);
        }
        let mut all = Self {
            args,
            regs: or_none(args.regs.as_ref()),
            static_smem: or_none(args.static_smem.as_ref()),
            barriers: or_none(args.barriers.as_ref()),
            carveouts: or_none(args.carveout.as_ref()),
            clusters: or_none(args.cluster.as_ref()),
            grids,
            sms: or_none(args.sms.as_ref()),
            count: 1,
        };
        let mut count = 1_u64;
        for len in all.lengths() {
            count = count
                .checked_mul(len as u64)
                .filter(|&count| count <= MOST)?;
        }
        all.count = count;
        Some(all)
    }

    /// How many values each argument has, the outermost first.
    fn lengths(&self) -> [usize; 10] {
        let args = self.args;
        [
            args.threads.0.len(),
            self.regs.len(),
            args.smem.0.len(),
            self.static_smem.len(),
            self.barriers.len(),
            self.carveouts.len(),
            self.clusters.len(),
            self.grids.len(),
            args.items_per_thread.0.len(),
            self.sms.len(),
        ]
    }

    /// One of them, in the order of the arguments.
    pub(super) fn get(&self, number: u64) -> Values {
        let mut rest = number;
        let mut indices = [0; 10];
        for (index, len) in indices.iter_mut().zip(self.lengths()).rev() {
            let len = len as u64;
            #[allow(clippy::cast_possible_truncation, reason = "below a length")]
            {
                *index = (rest % len) as usize;
            }
            rest /= len;
        }
        let [
            threads,
            regs,
            smem,
            static_smem,
            barriers,
            carveout,
            cluster,
            grid,
            items,
            sms,
        ] = indices;
        let args = self.args;
        let path = |path: &std::path::PathBuf| path.to_string_lossy().into_owned();
        let mut values = Values::default();
        values.threads = args.threads.0[threads];
        values.regs = self.regs[regs];
        values.smem = args.smem.0[smem];
        values.static_smem = self.static_smem[static_smem];
        values.barriers = self.barriers[barriers];
        values.cubin = args.cubin.as_ref().map(path);
        values.ptx = args.ptx.as_ref().map(path);
        values.kernel.clone_from(&args.kernel);
        values.carveout = self.carveouts[carveout];
        values.cluster = self.clusters[cluster];
        values.grid = self.grids[grid];
        values.items_per_thread = args.items_per_thread.0[items];
        values.sms = self.sms[sms];
        values.min_blocks = args.min_blocks;
        values.max_blocks = args.max_blocks;
        values.min_occupancy = args.min_occupancy;
        values.tail_efficiency = args.tail_efficiency;
        values.hides = args.hides;
        values.tile = args.tile;
        values.intent.clone_from(&args.intent);
        values
    }
}
