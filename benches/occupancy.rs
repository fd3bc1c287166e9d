//! What calculations cost at run time: `cargo bench -p occupancy-benches --bench occupancy`.
//!
//! `evaluation_x1000` and `models_x1000` do their work a thousand times in each iteration, so the microseconds in the
//! report are nanoseconds of one evaluation.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use occupancy::{
    Arch, ComputeCapability, Configuration, Grid, Kernel, Occupancy, Ratio,
    compute_capabilities::SM_90,
    kernel::{Argument, LatencyDemand},
};

fn main() {
    divan::main();
}

/// Numbers that the optimiser does not know, and that are the same in every run.
struct Random(u64);

impl Random {
    /// A number below `limit` (Marsaglia's xorshift64).
    fn below(&mut self, limit: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        // The high bits are the better ones.
        u32::try_from(((self.0 >> 32) * u64::from(limit)) >> 32).expect("below a 32-bit limit")
    }
}

/// Kernels in no order: block sizes, registers and shared memory as kernels have them, and now and
/// then a carve-out, barriers, or more than fits.
fn kernels(count: usize) -> Vec<Kernel> {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    (0..count)
        .map(|_| {
            Kernel::new((1 + random.below(1024), 1, 1), 1 + random.below(255))
                .with_static_shared_memory(1024 * random.below(16))
                .with_dynamic_shared_memory(256 * random.below(400))
                .with_carveout(match random.below(8) {
                    0 => Some(random.below(101)),
                    _ => None,
                })
                .with_barriers(random.below(17))
        })
        .collect()
}

#[divan::bench_group(sample_count = 300)]
mod evaluation_x1000 {
    use super::{
        Bencher, ComputeCapability, ItemsCount, Kernel, Occupancy, SM_90, black_box, kernels,
    };

    /// Evaluations in one iteration.
    const EVALUATIONS: usize = 1000;

    /// Enough rows that no branch predictor learns them by heart, as it does a thousand.
    const ROWS: usize = 100 * EVALUATIONS;

    /// Every iteration takes the next thousand rows.
    fn evaluate(
        bencher: Bencher,
        rows: impl Iterator<Item = (&'static ComputeCapability, Kernel)>,
    ) {
        let rows: Vec<_> = rows.take(ROWS).collect();
        assert_eq!(rows.len(), ROWS);
        let mut turns = rows.chunks_exact(EVALUATIONS).cycle();
        let counter = ItemsCount::new(EVALUATIONS);
        bencher.counter(counter).bench_local(|| {
            for (compute_capability, kernel) in turns.next().expect("a cycle has no end") {
                // By reference: to move a result into the black box is to copy it.
                black_box(&Occupancy::new(compute_capability, kernel));
            }
        });
    }

    /// Every row another kernel on another GPU: half of the time goes to branches not foreseen.
    #[divan::bench]
    fn in_no_order(bencher: Bencher) {
        let archs = ComputeCapability::ALL.iter().cycle().step_by(7);
        evaluate(bencher, archs.zip(kernels(ROWS)));
    }

    /// Every row another kernel on one GPU.
    #[divan::bench]
    fn on_one_gpu(bencher: Bencher) {
        let kernels = kernels(ROWS).into_iter();
        evaluate(bencher, kernels.map(|kernel| (&SM_90, kernel)));
    }

    /// What a tuner does: one parameter steps, the others stay.
    #[divan::bench]
    fn in_steps(bencher: Bencher) {
        let rows = (1..=32).flat_map(|warps| {
            (1..=250).flat_map(move |registers| {
                (0..13).map(move |stage| {
                    let kernel = Kernel::new((32 * warps, 1, 1), registers);
                    (&SM_90, kernel.with_dynamic_shared_memory(16 * 1024 * stage))
                })
            })
        });
        evaluate(bencher, rows);
    }
}

/// The models behind occupancy, each with other figures in every evaluation.
#[divan::bench_group(sample_count = 300)]
mod models_x1000 {
    use super::{Bencher, ItemsCount, Kernel, Occupancy, Random, Ratio, SM_90, black_box};
    use occupancy::devices::H100;
    use occupancy::kernel::LatencyDemand;
    use occupancy::model;
    use occupancy::models::{
        InstructionClass, InstructionMix, Policy, Step, Timeline, expected_profile,
        peak_mflop_per_s,
    };
    use occupancy::{Device, GridDim, Waves};

    const EVALUATIONS: usize = 1000;

    /// Every iteration takes the next thousand of 100,000 rows.
    fn evaluate<T, U>(
        bencher: Bencher,
        mut row: impl FnMut(&mut Random) -> T,
        evaluation: impl Fn(&T) -> U,
    ) {
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let rows: Vec<T> = (0..100 * EVALUATIONS).map(|_| row(&mut random)).collect();
        let mut turns = rows.chunks_exact(EVALUATIONS).cycle();
        let counter = ItemsCount::new(EVALUATIONS);
        bencher.counter(counter).bench_local(|| {
            for row in turns.next().expect("a cycle has no end") {
                black_box(&evaluation(black_box(row)));
            }
        });
    }

    fn load(random: &mut Random) -> (LatencyDemand, u32) {
        let load = LatencyDemand::cycles(1 + random.below(1000), 1 + random.below(64));
        (load, random.below(65))
    }

    /// The share of issue slots, the warps that fill them and the instructions that would.
    #[divan::bench]
    fn latency_hiding(bencher: Bencher) {
        evaluate(bencher, load, |&(load, warps)| {
            (
                load.issue_share(&SM_90, warps),
                load.warps_per_sm(&SM_90),
                load.instructions_needed(&SM_90, warps),
            )
        });
    }

    /// From figures: the share of the bandwidth and the warps that reach it.
    #[divan::bench]
    fn bytes_in_flight(bencher: Bencher) {
        let row =
            |random: &mut Random| (1 + random.below(1000), random.below(65), random.below(64));
        evaluate(bencher, row, |&(latency, warps, bytes)| {
            let needed = Ratio::new(u64::from(latency) * 3_352_000, 1_980 * 132).expect("not zero");
            let demand = LatencyDemand::bytes(bytes);
            (
                demand.bandwidth_share(needed, warps),
                demand.warps_in_flight(needed),
            )
        });
    }

    fn device(random: &mut Random) -> Device {
        let count = u32::try_from(Device::ALL.len()).expect("some hundreds");
        Device::ALL[random.below(count) as usize]
    }

    /// By name: what a search in the tables takes.
    #[divan::bench]
    fn bytes_in_flight_of_a_device(bencher: Bencher) {
        evaluate(bencher, device, |device| {
            model::bytes_in_flight(device, 132)
        });
    }

    #[divan::bench]
    fn peak_rate_of_a_device(bencher: Bencher) {
        evaluate(bencher, device, |device| {
            peak_mflop_per_s(device, InstructionClass::Float)
        });
    }

    #[divan::bench]
    fn instruction_mix(bencher: Bencher) {
        let row = |random: &mut Random| {
            InstructionMix::new()
                .with(InstructionClass::Float, random.below(1000))
                .with(InstructionClass::SpecialFunction, random.below(100))
                .with(InstructionClass::SharedMemory, random.below(300))
                .with(InstructionClass::IssueSlots, random.below(300))
        };
        evaluate(bencher, row, |mix| mix.clocks(&SM_90));
    }

    #[divan::bench]
    fn profile(bencher: Bencher) {
        let row = |random: &mut Random| {
            let kernel = Kernel::new((32 * (1 + random.below(32)), 1, 1), 1 + random.below(255));
            let grid = GridDim::new((1 + random.below(100_000), 1, 1)).expect("in range");
            let occupancy = Occupancy::new(&SM_90, &kernel).expect("a block with threads");
            (
                kernel,
                occupancy,
                Waves::new(grid, H100.sm_count(), occupancy.blocks_per_sm),
            )
        };
        evaluate(bencher, row, |(kernel, occupancy, waves)| {
            expected_profile(&SM_90, kernel, occupancy, *waves)
        });
    }

    /// A cycle of a scheduler with 16 warps.
    #[divan::bench]
    fn timeline_cycle(bencher: Bencher) {
        let program = [Step {
            instructions: 30,
            latency_cycles: 400,
        }];
        let timeline = Timeline::new(&program, 16, Policy::LooseRoundRobin);
        let mut timeline = timeline.expect("16 warps");
        bencher
            .counter(ItemsCount::new(EVALUATIONS))
            .bench_local(|| {
                for _ in 0..EVALUATIONS {
                    black_box(timeline.next());
                }
            });
    }
}

/// A search over 8 million configurations: 32 block sizes, 250 register budgets, and 1,000 sizes of
/// shared memory up to the most that a block can have.
#[divan::bench(sample_count = 10)]
fn sweep_of_8_million(bencher: Bencher) {
    const COUNT: usize = 32 * 250 * 1000;
    bencher.counter(ItemsCount::new(COUNT)).bench_local(|| {
        let mut fitting = 0_u32;
        for warps in 1..=32 {
            for registers in 1..=250 {
                for step in 0..1000 {
                    let kernel = Kernel::new((32 * warps, 1, 1), registers)
                        .with_dynamic_shared_memory(232 * step);
                    if let Ok(occupancy) = Occupancy::new(black_box(&SM_90), &kernel) {
                        fitting += u32::from(occupancy.blocks_per_sm > 0);
                    }
                }
            }
        }
        fitting
    });
}

/// A name from the beginning of the tables, one from their end, and ones that are not there.
#[divan::bench(args = ["h100", "NVIDIA GeForce RTX 4090", "12.1", "sm_90a", "rtx409", "toaster"])]
fn find(name: &str) -> bool {
    Arch::find(black_box(name)).is_ok()
}

mod configuration {
    use super::{
        Arch, Argument, Bencher, Configuration, Grid, Kernel, LatencyDemand, Ratio, black_box,
    };

    /// Every kind of demand, on three GPUs, and nothing wrong.
    fn sound(archs: &[Arch]) -> Configuration<'_> {
        Configuration::new(archs, Kernel::new((256, 1, 1), 64))
            .with_min_blocks(2)
            .with_min_occupancy(const { Ratio::new(1, 4).expect("not over zero") })
            .with_grid(Some(Grid::Elements(100_000_000)))
    }

    /// One of the longest messages: limits of every resource, and values that pass.
    fn faulty(archs: &[Arch]) -> Configuration<'_> {
        sound(archs)
            .with_kernel(Kernel::new((256, 1, 1), 96))
            .with_min_blocks(3)
    }

    fn archs() -> [Arch; 3] {
        ["h100", "a100", "rtx4090"].map(|name| Arch::find(name).expect("a row of the tables"))
    }

    #[divan::bench]
    fn check_sound(bencher: Bencher) {
        let archs = archs();
        assert!(sound(&archs).check().is_empty());
        bencher.bench_local(|| black_box(sound(black_box(&archs))).check());
    }

    /// The same with all that can be demanded of the resident warps.
    #[divan::bench]
    fn check_sound_that_hides(bencher: Bencher) {
        let archs = archs();
        let demand = LatencyDemand::cycles(400, 60);
        let configuration = |archs| {
            sound(archs)
                .with_integer(Argument::MaxBlocks, 8)
                .with_hides(Some(demand))
        };
        assert!(configuration(&archs).check().is_empty());
        bencher.bench_local(|| black_box(configuration(black_box(&archs))).check());
    }

    #[divan::bench]
    fn check_faulty(bencher: Bencher) {
        let archs = archs();
        assert!(!faulty(&archs).check().is_empty());
        bencher.bench_local(|| black_box(faulty(black_box(&archs))).check());
    }

    #[divan::bench]
    fn message(bencher: Bencher) {
        let archs = archs();
        let configuration = faulty(&archs);
        let violations = configuration.check();
        let rule = violations.iter().next().expect("3 blocks do not fit");
        bencher.bench_local(|| configuration.message(black_box(rule)));
    }
}

/// One million blocks of as many lengths as random numbers make, on the SMs of an H100.
#[divan::bench_group(sample_count = 20)]
mod block_schedule {
    use occupancy::models::{Schedule, SmOrder};

    use super::{Bencher, ItemsCount, Kernel, Random, SM_90};

    const SMS: u32 = 132;
    const BLOCKS: usize = 1_000_000;

    fn schedule(bencher: Bencher, kernel: &Kernel) {
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let durations: Vec<u64> = (0..BLOCKS)
            .map(|_| 1 + u64::from(random.below(10_000)))
            .collect();
        bencher
            .counter(ItemsCount::new(BLOCKS))
            .with_inputs(|| Schedule::new(&SM_90, SMS, SmOrder::Ascending).expect("132 SMs"))
            .bench_local_refs(|schedule| schedule.launch(kernel, &durations));
    }

    /// 8 blocks on each SM.
    #[divan::bench]
    fn a_million_of_256_threads(bencher: Bencher) {
        schedule(bencher, &Kernel::new((256, 1, 1), 32));
    }

    /// 32 blocks on each SM, the most that there can be.
    #[divan::bench]
    fn a_million_of_32_threads(bencher: Bencher) {
        schedule(bencher, &Kernel::new((32, 1, 1), 32));
    }
}
