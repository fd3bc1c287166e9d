//! Random kernels and configurations: mostly what an author may write, sometimes anything at all.

use occupancy_core::{
    Arch, ComputeCapability, Configuration, Device, Grid, Kernel, Ratio,
    kernel::{Accumulator, LatencyDemand, Tile},
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::common::{KIB, ratio};

/// Mostly a value of `usual`, sometimes any at all.
pub(crate) fn mostly<S>(usual: S) -> impl Strategy<Value = u32>
where
    S: Strategy<Value = u32> + 'static,
{
    prop_oneof![15 => usual.boxed(), 1 => any::<u32>().boxed()]
}

pub(crate) fn any_compute_capability() -> impl Strategy<Value = &'static ComputeCapability> {
    prop::sample::select(ComputeCapability::ALL.iter().collect::<Vec<_>>())
}

pub(crate) fn any_arch() -> impl Strategy<Value = Arch> {
    prop_oneof![
        2 => prop::sample::select(Device::ALL).prop_map(Arch::Device),
        1 => any_compute_capability().prop_map(Arch::ComputeCapability),
        1 => (any_compute_capability(), mostly(1..=200_u32))
            .prop_map(|(cc, sm_count)| Arch::Device(Device::new("a board", cc, sm_count.max(1)))),
    ]
}

pub(crate) fn any_block_dim() -> impl Strategy<Value = (u32, u32, u32)> {
    prop_oneof![
        6 => (1..=32_u32).prop_map(|warps| (warps * 32, 1, 1)),
        3 => (0..=1100_u32).prop_map(|threads| (threads, 1, 1)),
        3 => (1..=32_u32, 1..=32_u32, 1..=4_u32),
        1 => (mostly(1..=32_u32), mostly(1..=32_u32), mostly(1..=70_u32)),
        1 => any::<(u32, u32, u32)>(),
    ]
}

pub(crate) fn any_carveout() -> impl Strategy<Value = Option<u32>> {
    prop_oneof![
        3 => Just(None),
        2 => mostly(0..=101_u32).prop_map(Some),
    ]
}

pub(crate) fn any_kernel() -> impl Strategy<Value = Kernel> {
    let shared_memory = || {
        prop_oneof![
            4 => Just(0_u32).boxed(),
            4 => mostly(0..=60 * KIB).boxed(),
            2 => mostly(0..=229 * KIB).boxed()
        ]
    };
    (
        any_block_dim(),
        mostly(0..=256_u32),
        shared_memory(),
        shared_memory(),
        any::<bool>(),
        any_carveout(),
        prop_oneof![2 => Just(0).boxed(), 1 => mostly(0..=17_u32).boxed()],
        prop_oneof![4 => Just(0).boxed(), 1 => mostly(0..=129_u32).boxed()],
    )
        .prop_map(
            |(dims, registers, declared, dynamic, optin, carveout, barriers, virtual_resources)| {
                Kernel::new(dims, registers)
                    .with_static_shared_memory(declared)
                    .with_dynamic_shared_memory(dynamic)
                    .with_shared_memory_optin(optin)
                    .with_carveout(carveout)
                    .with_barriers(barriers)
                    .with_virtual_resources(virtual_resources)
            },
        )
}

pub(crate) fn any_cluster() -> impl Strategy<Value = (u32, u32, u32)> {
    prop_oneof![
        3 => (mostly(0..=17_u32), Just(1), Just(1)),
        1 => (mostly(0..=8_u32), mostly(0..=4_u32), mostly(0..=2_u32)),
    ]
}

pub(crate) fn any_grid() -> impl Strategy<Value = Option<Grid>> {
    prop_oneof![
        2 => Just(None),
        3 => mostly(0..=20_000_u32).prop_map(|blocks| Some(Grid::Blocks((blocks, 1, 1)))),
        1 => (mostly(1..=999_u32), mostly(1..=70_000_u32), mostly(1..=70_000_u32))
            .prop_map(|dims| Some(Grid::Blocks(dims))),
        2 => (0..=5_000_000_u64).prop_map(|elements| Some(Grid::Elements(elements))),
        1 => any::<u64>().prop_map(|elements| Some(Grid::Elements(elements))),
    ]
}

pub(crate) fn any_ratio() -> impl Strategy<Value = Ratio> {
    prop_oneof![
        6 => (0..=20_u64).prop_map(|twentieths| ratio(twentieths, 20)),
        1 => (any::<u64>(), 1..=u64::MAX)
            .prop_map(|(numerator, denominator)| ratio(numerator, denominator)),
    ]
}

pub(crate) fn any_latency_demand() -> impl Strategy<Value = LatencyDemand> {
    (
        prop::option::of(mostly(1..=800_u32)),
        prop::option::of(mostly(1..=64_u32)),
        prop::option::of(mostly(1..=64_u32)),
    )
        .prop_map(|(cycles, instructions, bytes)| {
            let mut demand = LatencyDemand::NONE;
            (demand.cycles, demand.instructions, demand.bytes) = (cycles, instructions, bytes);
            demand
        })
}

pub(crate) fn any_tile() -> impl Strategy<Value = Tile> {
    (
        (mostly(1..=256_u32), mostly(1..=256_u32), mostly(1..=64_u32)),
        mostly(0..=5_u32),
        (mostly(1..=4_u32), mostly(1..=4_u32)),
        mostly(0..=64_u32),
        prop::option::of((mostly(1..=9000_u32), mostly(1..=9000_u32))),
        any::<bool>(),
        any::<bool>(),
    )
        .prop_map(
            |((m, n, k), stages, (a, b), extra_registers, problem, in_tensor_memory, gives)| {
                let mut tile = Tile::new(m, n, k);
                tile.stages = stages;
                (tile.a_bytes, tile.b_bytes) = (a, b);
                tile.extra_registers = extra_registers;
                tile.problem = problem;
                if in_tensor_memory {
                    tile.accumulator = Accumulator::TensorMemory;
                }
                tile.gives_shared_memory = gives;
                tile
            },
        )
}

/// A [`Configuration`] that owns its GPUs.
#[derive(Clone, Debug)]
pub(crate) struct Stated {
    pub(crate) archs: Vec<Arch>,
    kernel: Kernel,
    grid: Option<Grid>,
    sms: Option<u32>,
    items_per_thread: u32,
    min_blocks: Option<u32>,
    max_blocks: Option<u32>,
    min_occupancy: Option<Ratio>,
    hides: Option<LatencyDemand>,
    tile: Option<Tile>,
    low_occupancy_intended: bool,
    tail_efficiency: Option<Ratio>,
    partial_warp_allowed: bool,
}

impl Stated {
    pub(crate) fn configuration(&self) -> Configuration<'_> {
        let mut configuration = Configuration::new(&self.archs, self.kernel)
            .with_grid(self.grid)
            .with_tail_efficiency(self.tail_efficiency)
            .with_partial_warp_allowed(self.partial_warp_allowed);
        configuration.sms = self.sms;
        configuration.items_per_thread = self.items_per_thread;
        configuration.min_blocks = self.min_blocks;
        configuration.min_occupancy = self.min_occupancy;
        configuration.max_blocks = self.max_blocks;
        configuration.low_occupancy_intended = self.low_occupancy_intended;
        configuration.with_hides(self.hides).with_tile(self.tile)
    }

    /// The same within what a search along one argument can mend: a block along x, registers that a
    /// compiler can work with, elements that some number of items a thread can hold, and no demand
    /// of the tail, which can rise and fall with any of them.
    pub(crate) fn plain(&self) -> Self {
        let (x, _, _) = self.kernel.block_dim;
        let registers = self.kernel.registers_per_thread.max(16);
        Self {
            kernel: self
                .kernel
                .with_block_dim((x, 1, 1))
                .with_registers(registers)
                .with_virtual_resources(0),
            grid: match self.grid {
                Some(Grid::Elements(elements)) => Some(Grid::Elements(elements.min(1 << 50))),
                other => other,
            },
            tail_efficiency: None,
            tile: None,
            ..self.clone()
        }
    }

    /// The kernel with one argument of `other`, for each argument that can be stated.
    pub(crate) fn with_one_argument_of(&self, other: &Self) -> Vec<Self> {
        let (mine, theirs) = (self.kernel, other.kernel);
        let with_kernel = |kernel| Self {
            kernel,
            ..self.clone()
        };
        vec![
            with_kernel(mine.with_block_dim(theirs.block_dim)),
            with_kernel(mine.with_registers(theirs.registers_per_thread)),
            with_kernel(mine.with_static_shared_memory(theirs.static_shared_memory)),
            with_kernel(mine.with_dynamic_shared_memory(theirs.dynamic_shared_memory)),
            with_kernel(mine.with_barriers(theirs.barriers)),
            with_kernel(mine.with_carveout(theirs.carveout)),
            Self {
                grid: other.grid,
                ..self.clone()
            },
            Self {
                items_per_thread: other.items_per_thread,
                ..self.clone()
            },
            Self {
                min_blocks: other.min_blocks,
                ..self.clone()
            },
            Self {
                max_blocks: other.max_blocks,
                ..self.clone()
            },
            Self {
                hides: other.hides,
                ..self.clone()
            },
            Self {
                tile: other.tile,
                ..self.clone()
            },
            Self {
                min_occupancy: other.min_occupancy,
                ..self.clone()
            },
            Self {
                partial_warp_allowed: other.partial_warp_allowed,
                ..self.clone()
            },
        ]
    }
}

pub(crate) fn any_configuration() -> impl Strategy<Value = Stated> {
    (
        prop::collection::vec(any_arch(), 1..=3),
        (any_kernel(), prop::option::weighted(0.3, any_cluster())),
        (any_grid(), prop::option::weighted(0.2, mostly(0..=150_u32))),
        mostly(1..=8_u32),
        prop::option::of(mostly(0..=12_u32)),
        prop::option::of(any_ratio()),
        prop::option::of(any_ratio()),
        prop::option::weighted(0.2, mostly(1..=12_u32)),
        prop::option::weighted(0.3, any_latency_demand()),
        prop::option::weighted(0.3, any_tile()),
        any::<bool>(),
        any::<bool>(),
    )
        .prop_map(
            |(
                archs,
                (kernel, cluster),
                (grid, sms),
                items_per_thread,
                min_blocks,
                min_occupancy,
                tail_efficiency,
                max_blocks,
                hides,
                tile,
                low_occupancy_intended,
                partial_warp_allowed,
            )| Stated {
                archs,
                kernel: kernel.with_cluster_dim(cluster),
                grid,
                sms,
                items_per_thread,
                min_blocks,
                max_blocks,
                min_occupancy,
                hides,
                tile,
                low_occupancy_intended,
                tail_efficiency,
                partial_warp_allowed,
            },
        )
}

/// So many cases where the compiler optimizes, and a third of them elsewhere; the same on every run unless `PROPTEST_RNG_SEED` says otherwise; a failure is
/// printed in full and belongs in a named test, not in a file.
pub(crate) fn random(cases: u32) -> ProptestConfig {
    let of_debug = if cfg!(debug_assertions) { 3 } else { 1 };
    let config = ProptestConfig::with_cases(cases / of_debug);
    ProptestConfig {
        failure_persistence: None,
        rng_seed: match config.rng_seed {
            RngSeed::Random => RngSeed::Fixed(0),
            fixed @ RngSeed::Fixed(_) => fixed,
        },
        ..config
    }
}
