//! Every function of the crate has a result for every input. None panics, and none overflows: tests are built with
//! checks for that.
//!
//! A program can make limits that are in no table. So these tests set figures of a compute capability to some that no
//! GPU has, one at a time and two together. If the limits are still consistent, they call every function with random
//! arguments.

use crate::any_configuration::for_random;
use crate::common::MADE_UP;
use crate::random::Random;

use occupancy_core::compute_capabilities::{SM_60, SM_90, SM_110};
use occupancy_core::{
    Arch, Configuration, Device, Grid, GridDim, Kernel, Lint, Multiprocessor, Occupancy, Ratio,
    Resource, Rule,
    gpu::MultiprocessorLimits,
    kernel::{Accumulator, Tile},
    model::OccupancyTables,
    rules::{MARGINS, advice, best_block_sizes, limit_details, margin},
    search::{max_dynamic_shared_memory, max_registers_per_thread},
};

/// Numbers at which a result may change, and both ends of 32 bits.
const EDGES: [u32; 10] = [0, 1, 3, 32, 64, 255, 1024, 65_536, 1 << 31, u32::MAX];

/// Sets one figure of a compute capability.
type Figure = fn(&mut MultiprocessorLimits, u32);

const FIGURES: [Figure; 23] = [
    |sm, to| sm.major = to,
    |sm, to| sm.minor = to,
    |sm, to| sm.warp_size = to,
    |sm, to| sm.max_threads_per_block = to,
    |sm, to| sm.max_block_dim.0 = to,
    |sm, to| sm.max_block_dim = (to, to, to),
    |sm, to| sm.max_warps_per_sm = to,
    |sm, to| sm.max_blocks_per_sm = to,
    |sm, to| sm.registers_per_sm = to,
    |sm, to| sm.registers_per_block = to,
    |sm, to| sm.max_registers_per_thread = to,
    |sm, to| sm.register_allocation_unit = to,
    |sm, to| sm.sub_partitions = to,
    |sm, to| sm.shared_memory_per_sm = to,
    |sm, to| sm.shared_memory_per_block = to,
    |sm, to| sm.shared_memory_per_block_optin = to,
    |sm, to| sm.reserved_shared_memory_per_block = to,
    |sm, to| sm.shared_memory_allocation_unit = to,
    |sm, to| sm.barriers_per_block = to,
    |sm, to| sm.barriers_per_sm = to,
    |sm, to| sm.virtual_resources_per_sm = to,
    |sm, to| {
        sm.tensor_memory_columns_per_sm = Some(to);
        sm.max_cluster_size = Some(to);
        sm.max_portable_cluster_size = to;
        sm.unified_cache_per_sm = Some(to);
    },
    |sm, to| {
        sm.shared_memory_carveouts = match to {
            0 => &[],
            1 => &[u32::MAX, 0],
            _ => &[0, u32::MAX],
        };
    },
];

/// The limits of a GPU, with one figure or two set to an edge.
pub(crate) fn spoiled(random: &mut Random) -> MultiprocessorLimits {
    let mut limits = random.of(&[SM_60, SM_90, SM_110, MADE_UP[0]]).limits();
    random.of(&FIGURES)(&mut limits, random.of(&EDGES));
    if random.is_one_in(2) {
        random.of(&FIGURES)(&mut limits, random.of(&EDGES));
    }
    limits
}

/// Calls `ask` for consistent limits that no GPU has; for few under an interpreter, which is slow.
fn for_any_limits(cases: usize, mut ask: impl FnMut(&mut Random, &Multiprocessor)) {
    let mut asked = 0;
    for_random(if cfg!(miri) { 40 } else { cases }, |random| {
        if let Ok(sm) = Multiprocessor::try_new(spoiled(random)) {
            asked += 1;
            ask(random, &sm);
        }
    });
    assert!(asked > 2, "{asked}");
}

/// A random kernel with one figure at an edge.
fn kernel(random: &mut Random) -> Kernel {
    let mut kernel = random.kernel();
    let edge = random.of(&EDGES);
    match random.next() % 8 {
        0 => kernel.block_dim = (edge, edge, edge),
        1 => kernel.registers_per_thread = edge,
        2 => kernel.static_shared_memory = edge,
        3 => kernel.dynamic_shared_memory = edge,
        4 => kernel.barriers = edge,
        5 => kernel.virtual_resources = edge,
        6 => kernel.carveout = Some(edge),
        _ => kernel.cluster_dim = Some((edge, edge, edge)),
    }
    kernel
}

#[test]
fn any_consistent_limits_have_an_occupancy() {
    for_any_limits(150_000, |random, sm| {
        let kernel = kernel(random);
        let _ = sm.max_threads_per_sm();
        if let Ok(occupancy) = Occupancy::new(sm, &kernel) {
            let _ = (occupancy.ratio(), occupancy.binding().to_string());
            let limits = Resource::ALL.map(|resource| occupancy.limits.of(resource));
            let least = limits.into_iter().flatten().min();
            let resident = u64::from(occupancy.blocks_per_sm);
            assert_eq!(Some(occupancy.blocks_per_sm), least, "{kernel:?}");
            assert!(occupancy.binding_resources().next().is_some());
            let warps = match resident {
                0 => 0,
                _ => resident * occupancy.warps_per_block,
            };
            assert_eq!(u64::from(occupancy.warps_per_sm()), warps, "{kernel:?}");
            let is_within = resident == 0
                || warps <= sm.max_warps_per_sm().into()
                    && resident * occupancy.registers_per_block <= sm.registers_per_sm().into()
                    && resident * occupancy.shared_memory_per_block
                        <= occupancy.shared_memory_per_sm.into();
            assert!(is_within, "over capacity: {kernel:?}: {occupancy:?}");
            assert!(occupancy.shared_memory_per_sm <= sm.shared_memory_per_sm());
        }
        if random.is_one_in(16) {
            let tables = OccupancyTables::new(sm);
            assert_eq!(tables.occupancy(&kernel), Occupancy::new(sm, &kernel));
            let sweep = tables.sweep(kernel).registers(EDGES);
            for point in sweep.edges().chain(sweep.points()) {
                let blocks = Occupancy::new(sm, &sweep.kernel(&point)).map(|all| all.blocks_per_sm);
                assert_eq!(point.blocks_per_sm, blocks.unwrap_or(0), "{kernel:?}");
                let _ = (point.warps_per_sm(), point.threads_per_block());
            }
        }
        let tile = Tile {
            accumulator: Accumulator::TensorMemory,
            ..Tile::new(128, 512, 1)
        };
        let _ = tile.blocks_with_tensor_memory(sm);
        let number = random.of(&EDGES);
        let _ = max_dynamic_shared_memory(sm, &kernel, number);
        let _ = max_registers_per_thread(sm, number, number);
    });
}

#[test]
fn any_limits_are_checked_and_worded() {
    for_any_limits(6_000, |random, sm| {
        // A configuration of `'static` archs borrows them.
        let sm: &'static Multiprocessor = Box::leak(Box::new(*sm));
        let sm_count = random.of(&EDGES).max(1);
        let archs = [
            Device::new("ours", sm, sm_count).arch(),
            Arch::Multiprocessor(sm),
        ];
        let mut configuration = random.configuration().with_archs(&archs);
        if random.is_one_in(2) {
            configuration.kernel = kernel(random);
            let to = random.of(&EDGES);
            configuration.grid = Some(Grid::Blocks((to, 1, u32::MAX)));
            configuration.min_blocks = Some(u32::MAX);
            configuration.items_per_thread = to;
            configuration.threads_per_item = random.of(&EDGES);
            configuration.tail_efficiency = Ratio::new(u64::MAX, u64::MAX - 1);
        }
        let _ = (configuration.faults(), configuration.least_occupancy());
        if cfg!(miri) {
            return;
        }
        for rule in Rule::ALL {
            for (change, _) in advice(&configuration, rule).as_slice() {
                let _ = change.apply(&configuration).check();
            }
        }
        for lint in Lint::ALL {
            let message = configuration.advise(lint);
            assert_eq!(
                message.is_some(),
                lint.fires(&configuration),
                "{configuration:?}"
            );
            // A default warning ends with the words that accept it.
            if let Some(message) = message.filter(|_| lint.is_default()) {
                let allowed = format!("`allow({})` accepts it", lint.name());
                let (before, _) = message.as_str().split_once(&allowed).expect(&allowed);
                assert_eq!(before.len() + allowed.len(), message.as_str().len());
            }
        }
        for arch in &archs {
            for argument in MARGINS {
                let _ = margin(&configuration, arch, argument);
            }
            let occupancy = Occupancy::new(sm, &configuration.kernel);
            let can_launch = occupancy.is_ok_and(|one| one.blocks_per_sm > 0);
            assert!(can_launch || !configuration.passes(), "{configuration:?}");
            if let Ok(occupancy) = occupancy {
                for resource in Resource::ALL {
                    let figures = limit_details(&occupancy, &configuration, arch, resource);
                    assert!(!figures.is_cut(), "{figures}");
                }
            }
            let _ = configuration.waves(arch);
            let _ = configuration.resident_clusters_at_most(arch);
        }
        let _ = best_block_sizes::<3>(&configuration, 0, u32::MAX);
    });
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
                let kernel = Kernel::new((y, z, x), 1).with_cluster_dim(Some((z, x, y)));
                let _ = Configuration::new(&[], kernel).grid_for_extent(dims);
                if let Ok(grid) = GridDim::new(dims) {
                    let _ = grid.check_cluster((z, x, y));
                }
            }
        }
    }
}
