//! Measures the cost of calculations at run time: `cargo bench -p occupancy-benches --bench occupancy`.
//!
//! `evaluation_x1000` does its work a thousand times in each iteration, so the microseconds in the report are
//! nanoseconds of one evaluation. If `OCCUPANCY_HEADER` names the folder of NVIDIA's `cuda_occupancy.h`, the times of both
//! are compared.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use occupancy::compute_capabilities::SM_90;
use occupancy::{Arch, Configuration, Grid, Kernel, Multiprocessor, Occupancy, Ratio};

use self::random::Random;

mod header;
#[path = "../occupancy-core/tests/it/random.rs"]
mod random;

fn main() {
    divan::main();
    header::compare();
}

impl Random {
    /// A number below `limit`.
    fn below(&mut self, limit: u32) -> u32 {
        self.small(0, limit - 1)
    }

    /// A kernel with usual figures, and now and then a carve-out, barriers, or more than fits.
    fn kernel(&mut self) -> Kernel {
        let (threads, registers) = (1 + self.below(1024), 1 + self.below(255));
        Kernel::new((threads, 1, 1), registers)
            .with_vgprs(registers)
            .with_static_shared_memory(1024 * self.below(16))
            .with_dynamic_shared_memory(256 * self.below(400))
            .with_carveout(match self.below(8) {
                0 => Some(self.below(101)),
                _ => None,
            })
            .with_barriers(self.below(17))
    }
}

/// Evaluations in one iteration.
const EVALUATIONS: usize = 1000;

/// Evaluates the next thousand rows in every iteration. There are so many rows that no branch predictor learns them by
/// heart, as it does a thousand.
fn evaluate<T, U>(
    bencher: Bencher,
    mut row: impl FnMut(&mut Random) -> T,
    evaluation: impl Fn(&T) -> U,
) {
    let mut random = Random::new();
    let rows: Vec<T> = (0..100 * EVALUATIONS).map(|_| row(&mut random)).collect();
    let mut turns = rows.chunks_exact(EVALUATIONS).cycle();
    let counter = ItemsCount::new(EVALUATIONS);
    bencher.counter(counter).bench_local(|| {
        for row in turns.next().expect("a cycle has no end") {
            // The black box takes a reference, because moving a result into it would copy it.
            black_box(&evaluation(black_box(row)));
        }
    });
}

#[divan::bench_group(sample_count = 300)]
mod evaluation_x1000 {
    use super::{Bencher, Kernel, Multiprocessor, Occupancy, SM_90, evaluate};

    /// Each row is another kernel on another GPU: half of the time goes to branches that were not foreseen.
    #[divan::bench]
    fn in_no_order(bencher: Bencher) {
        let mut archs = Multiprocessor::ALL.iter().cycle().step_by(7);
        evaluate(
            bencher,
            |random| (archs.next().expect("a cycle has no end"), random.kernel()),
            |(compute_capability, kernel)| Occupancy::new(compute_capability, kernel),
        );
    }

    /// One parameter steps and the others stay, as in a tuner.
    #[divan::bench]
    fn in_steps(bencher: Bencher) {
        let mut kernels = (1..=32).flat_map(|warps| {
            (1..=250).flat_map(move |registers| {
                (0..13).map(move |stage| {
                    Kernel::new((32 * warps, 1, 1), registers)
                        .with_dynamic_shared_memory(16 * 1024 * stage)
                })
            })
        });
        evaluate(
            bencher,
            |_| kernels.next().expect("104,000 kernels"),
            |kernel| Occupancy::new(&SM_90, kernel),
        );
    }
}

/// The best of a thousand million kernels, of which half of the warp slots are taken.
#[divan::bench(sample_count = 10)]
fn best_of_1e9_kernels(bencher: Bencher) {
    use occupancy::model::OccupancyTables;

    let tables = OccupancyTables::new(&SM_90);
    let sweep = tables
        .sweep(Kernel::new((1, 1, 1), 1))
        .threads(1..=1024)
        .registers(16..=255)
        .dynamic_shared_memory((0..4096).map(|part| part * 56))
        .min_warps(32);
    bencher.bench_local(|| {
        black_box(&sweep).best_by_key(|point| {
            let registers = point.threads_per_block() * u64::from(point.registers_per_thread);
            4 * registers + u64::from(point.dynamic_shared_memory)
        })
    });
}

/// Names from the beginning of the tables and from their end, and some that they do not have.
#[divan::bench(args = ["h100", "NVIDIA GeForce RTX 4090", "12.1", "sm_90a", "rtx409", "gfx1100:wave64", "toaster"])]
fn find(name: &str) -> bool {
    Arch::find(black_box(name)).is_ok()
}

/// Checks a configuration on three GPUs, with registers that pass and with more. The message is one of the longest,
/// with limits of every resource and values that pass.
#[divan::bench(args = [64, 96])]
fn check_and_message(bencher: Bencher, registers: u32) {
    let archs =
        ["h100", "a100", "rtx4090"].map(|name| Arch::find(name).expect("a row of the tables"));
    let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), registers))
        .with_min_blocks(3)
        .with_min_occupancy(const { Ratio::new(1, 4).expect("not over zero") })
        .with_grid(Some(Grid::Elements(100_000_000)));
    bencher.bench_local(|| {
        let configuration = black_box(&configuration);
        configuration
            .check()
            .iter()
            .map(|rule| configuration.message(rule))
            .last()
    });
}

/// Schedules one million blocks of random lengths on the SMs of an H100: with 8 on each, and with 32, the most that
/// there can be.
#[divan::bench(sample_count = 20, args = [256, 32])]
fn schedule_of_a_million_blocks(bencher: Bencher, threads: u32) {
    use occupancy::models::{Schedule, SmOrder};

    const BLOCKS: usize = 1_000_000;
    let mut random = Random::new();
    let durations: Vec<u64> = (0..BLOCKS)
        .map(|_| 1 + u64::from(random.below(10_000)))
        .collect();
    let kernel = Kernel::new((threads, 1, 1), 32);
    bencher
        .counter(ItemsCount::new(BLOCKS))
        .with_inputs(|| Schedule::new(&SM_90, 132, SmOrder::Ascending).expect("132 SMs"))
        .bench_local_refs(|schedule| schedule.launch(&kernel, &durations));
}
