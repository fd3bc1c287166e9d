//! Every function of the crate has a result for every input: none panics, and none overflows, which
//! tests are built to notice.
//!
//! The tables are not the only limits that there are: a program makes its own. So each figure of a compute
//! capability is set to what no GPU has, one at a time and two together, and where they still go together,
//! every function is called with everything that can be stated.

use crate::common::STEP;
use std::sync::LazyLock;

use occupancy_core::compute_capabilities::{SM_60, SM_90, SM_110};
use occupancy_core::{
    Arch, ComputeCapability, Configuration, Device, Grid, GridDim, Kernel, Lint, Occupancy, Ratio,
    Resource, Rule,
    gpu::SmLimits,
    kernel::{Accumulator, Argument, Tile},
    rules::{MARGINS, advice, best_block_sizes, margin},
    search::{max_dynamic_shared_memory, max_registers_per_thread},
};

/// Numbers at which something changes, and both ends.
const EDGES: [u32; 9] = [0, 1, 3, 32, 255, 1024, 65_536, 1 << 31, u32::MAX];

/// One figure of a compute capability.
type Figure = fn(&mut SmLimits, u32);

const FIGURES: [Figure; 23] = [
    |cc, to| cc.major = to,
    |cc, to| cc.minor = to,
    |cc, to| cc.warp_size = to,
    |cc, to| cc.max_threads_per_block = to,
    |cc, to| cc.max_block_dim.0 = to,
    |cc, to| cc.max_block_dim = (to, to, to),
    |cc, to| cc.max_warps_per_sm = to,
    |cc, to| cc.max_blocks_per_sm = to,
    |cc, to| cc.registers_per_sm = to,
    |cc, to| cc.registers_per_block = to,
    |cc, to| cc.max_registers_per_thread = to,
    |cc, to| cc.register_allocation_unit = to,
    |cc, to| cc.sub_partitions = to,
    |cc, to| cc.shared_memory_per_sm = to,
    |cc, to| cc.shared_memory_per_block = to,
    |cc, to| cc.shared_memory_per_block_optin = to,
    |cc, to| cc.reserved_shared_memory_per_block = to,
    |cc, to| cc.shared_memory_allocation_unit = to,
    |cc, to| cc.barriers_per_block = to,
    |cc, to| cc.barriers_per_sm = to,
    |cc, to| cc.virtual_resources_per_sm = to,
    |cc, to| {
        cc.tensor_memory_columns_per_sm = Some(to);
        cc.max_cluster_size = Some(to);
        cc.max_portable_cluster_size = to;
        cc.unified_cache_per_sm = Some(to);
    },
    |cc, to| {
        cc.shared_memory_carveouts = match to {
            0 => &[],
            1 => &[u32::MAX, 0],
            _ => &[0, u32::MAX],
        };
    },
];

/// Kernels from nothing at all to more of everything than any GPU has.
fn kernels() -> Vec<Kernel> {
    let most = u32::MAX;
    let shared = |kernel: Kernel, bytes| {
        kernel
            .with_static_shared_memory(bytes)
            .with_dynamic_shared_memory(bytes)
    };
    vec![
        Kernel::new((0, 0, 0), 0),
        Kernel::new((1, 1, 1), 0),
        shared(Kernel::new((100, 1, 1), 300), 16)
            .with_carveout(Some(100))
            .with_barriers(1),
        shared(Kernel::new((256, 1, 1), 64), 20_000)
            .with_carveout(Some(most))
            .with_cluster_dim(Some((3, 1, 2))),
        shared(Kernel::new((1024, 1, 1), most), 1)
            .with_virtual_resources(most)
            .with_cluster_dim(Some((0, 1, 1))),
        Kernel::new((most, most, most), 255)
            .with_barriers(most)
            .with_cluster_dim(Some((most, most, most))),
        shared(Kernel::new((most, 1, 1), 1), most).with_shared_memory_optin(false),
    ]
}

/// Everything that a configuration can be asked.
fn ask(configuration: &Configuration<'_>) {
    let _ = configuration.faults();
    let _ = configuration.least_occupancy();
    for rule in configuration.check().iter() {
        let message = configuration.message(rule);
        assert!(message.as_str().starts_with('['));
    }
    for rule in Rule::ALL {
        for change in advice(configuration, rule).as_slice() {
            let _ = change.apply(configuration).check();
        }
    }
    for lint in Lint::ALL {
        let _ = configuration.advise(lint);
    }
    for arch in configuration.archs {
        for argument in MARGINS {
            let _ = margin(configuration, arch, argument);
        }
        let _ = configuration.waves(arch);
        let _ = configuration.resident_clusters_at_most(arch);
    }
}

/// Everything that a compute capability makes of a kernel.
fn calculate(cc: &ComputeCapability, kernel: &Kernel) {
    let _ = cc.max_threads_per_sm();
    if let Ok(occupancy) = Occupancy::new(cc, kernel) {
        let _ = (occupancy.warps_per_sm(), occupancy.ratio());
        let _ = occupancy.binding().to_string();
        for resource in Resource::ALL {
            let limit = occupancy.limits.of(resource);
            assert!(limit.is_none_or(|blocks| occupancy.blocks_per_sm <= blocks));
        }
    }
    let tile = Tile {
        accumulator: Accumulator::TensorMemory,
        ..Tile::new(128, 512, 1)
    };
    let _ = tile.blocks_with_tensor_memory(cc);
}

/// Everything that is searched.
fn search(cc: &ComputeCapability, kernel: &Kernel, number: u32) {
    let _ = max_dynamic_shared_memory(cc, kernel, number);
    let _ = max_registers_per_thread(cc, number, number);
}

/// The bases of copies; one where an interpreter runs the test.
fn bases() -> &'static [ComputeCapability] {
    if cfg!(miri) {
        &[SM_90]
    } else {
        &[SM_60, SM_90, SM_110]
    }
}

#[test]
fn any_limits_that_go_together_have_an_occupancy() {
    let mut found = 0;
    for base in bases() {
        for one in FIGURES {
            for two in FIGURES {
                // An interpreter has the time for one figure at a time, at both ends.
                let edges = if cfg!(miri) {
                    &[0, u32::MAX]
                } else {
                    &EDGES[..]
                };
                for &to in edges {
                    let mut limits = base.limits();
                    two(&mut limits, u32::MAX - to);
                    one(&mut limits, to);
                    let Ok(cc) = ComputeCapability::try_new(limits) else {
                        continue;
                    };
                    found += 1;
                    for kernel in kernels() {
                        calculate(&cc, &kernel);
                    }
                }
                if cfg!(miri) {
                    break;
                }
            }
        }
    }
    assert!(found > if cfg!(miri) { 5 } else { 500 }, "{found}");
}

#[test]
fn any_limits_that_go_together_can_be_searched() {
    for figure in FIGURES {
        for to in EDGES {
            let mut limits = SM_90.limits();
            figure(&mut limits, to);
            let Ok(cc) = ComputeCapability::try_new(limits) else {
                continue;
            };
            for number in EDGES {
                search(&cc, &Kernel::new((256, 1, 1), 64), number);
            }
            if cfg!(miri) {
                break;
            }
        }
    }
}

/// An H100's limits with one figure changed, where they still go together, for as long as a configuration
/// may borrow them.
static SPOILED: LazyLock<Vec<(u32, ComputeCapability)>> = LazyLock::new(|| {
    let changes = FIGURES
        .iter()
        .flat_map(|figure| EDGES.map(|to| (figure, to)));
    changes
        .filter_map(|(figure, to)| {
            let mut limits = SM_90.limits();
            figure(&mut limits, to);
            Some((to, ComputeCapability::try_new(limits).ok()?))
        })
        .collect()
});

#[test]
fn any_limits_are_checked_and_worded() {
    // An interpreter has the time for few of them: the first and the last.
    let step = if cfg!(miri) { SPOILED.len() - 1 } else { STEP };
    for (to, cc) in SPOILED.iter().step_by(step) {
        let archs = [
            Arch::Device(Device::new("ours", cc, (*to).max(1))),
            Arch::ComputeCapability(cc),
        ];
        for kernel in kernels() {
            for grid in [
                None,
                Some(Grid::Blocks((*to, 1, u32::MAX))),
                Some(Grid::Elements(u64::MAX)),
            ] {
                let configuration = Configuration::new(&archs, kernel)
                    .with_grid(grid)
                    .with_min_blocks(u32::MAX)
                    .with_min_occupancy(Ratio::ONE)
                    .with_tail_efficiency(Ratio::new(u64::MAX, u64::MAX - 1))
                    .with_integer(Argument::ItemsPerThread, u64::from(*to));
                if cfg!(miri) {
                    let _ = configuration.faults();
                    break;
                }
                ask(&configuration);
            }
            if !cfg!(miri) {
                let _ = best_block_sizes::<3>(&Configuration::new(&archs, kernel), 0, u32::MAX);
            }
        }
    }
}

#[test]
fn any_grid_has_an_answer() {
    for x in EDGES {
        for y in EDGES {
            for z in EDGES {
                let dims = (x, y, z);
                let _ = GridDim::for_extent(dims, (y, z, x));
                let _ = GridDim::for_elements(u64::from(x) << 32 | u64::from(y), z.into());
                let _ = GridDim::persistent(x, y);
                let _ = GridDim::persistent_clusters(x, y, dims);
                if let Ok(grid) = GridDim::new(dims) {
                    let _ = grid.check_cluster((z, x, y));
                    let _ = grid.rounded_up_to_cluster((z, x, y));
                }
            }
        }
    }
}
