//! Block schedules: rows with known times and places, waves, and a simulation of slots.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use occupancy_core::compute_capabilities::{SM_61, SM_75, SM_90};
use occupancy_core::model::{
    BlockSchedule, Placement, ScheduleError, ScheduledBlock, ScheduledSm, SmOrder, longest_first,
    makespan_at_least,
};
use occupancy_core::{
    ComputeCapability, GridDim, Kernel, Occupancy, Ratio, Resource, Waves, model::InvalidKernel,
};

use crate::random::{Random, inputs};

/// Memory for a schedule.
struct Memory {
    sms: Vec<ScheduledSm>,
    blocks: Vec<ScheduledBlock>,
}

impl Memory {
    fn new(sms: usize) -> Self {
        Self {
            sms: vec![ScheduledSm::IDLE; sms],
            blocks: vec![ScheduledBlock::FREE; sms * 32],
        }
    }

    fn schedule<'a>(&'a mut self, cc: &'a ComputeCapability, order: SmOrder) -> BlockSchedule<'a> {
        BlockSchedule::new(cc, &mut self.sms, &mut self.blocks, order).unwrap()
    }
}

/// Threads of a block of which `blocks` are resident on an SM of 9.0.
fn kernel_of(blocks: u32) -> Kernel {
    Kernel::new((2048 / blocks, 1, 1), 32)
}

fn makespan(sms: usize, blocks_per_sm: u32, durations: &[u64]) -> (u64, Ratio) {
    let mut memory = Memory::new(sms);
    let mut schedule = memory.schedule(&SM_90, SmOrder::Ascending);
    schedule.switch_to(&kernel_of(blocks_per_sm)).unwrap();
    let makespan = schedule.launch_all(durations).unwrap();
    (makespan, schedule.busy_share().unwrap())
}

#[test]
fn known_times() {
    assert_eq!(makespan(132, 4, &[100; 529]).0, 200);
    let mut last = vec![100; 528];
    last.push(400);
    assert_eq!(makespan(132, 4, &last).0, 500);
    longest_first(&mut last);
    assert_eq!(makespan(132, 4, &last).0, 400);
    assert_eq!(makespan(132, 8, &[100; 1056]), (100, Ratio::ONE));
    let mut five = [1, 1, 1, 1, 4];
    // Two SMs of two blocks.
    assert_eq!(makespan(2, 2, &five), (5, Ratio::new(2, 5).unwrap()));
    longest_first(&mut five);
    assert_eq!(makespan(2, 2, &five), (4, Ratio::new(1, 2).unwrap()));
}

/// The placements that Gilman, Ogden, Guo and Walls measured (PER 2020): which SMs blocks of a second kernel go
/// to.
#[test]
fn placements_of_the_paper() {
    let places = |cc, order, sms: u32, first: u32, second: u32, count| {
        let mut memory = Memory::new(sms as usize);
        let mut schedule = memory.schedule(cc, order);
        schedule.switch_to(&Kernel::new((first, 1, 1), 16)).unwrap();
        // One block on each SM, of which that on one SM ends soon.
        let free = match order {
            SmOrder::Ascending => 0,
            SmOrder::EvenFirst => sms - 1,
        };
        for number in 0..sms {
            let soon = match order {
                SmOrder::Ascending => number == 0,
                SmOrder::EvenFirst => number == sms - 1,
            };
            let placed = schedule.launch(if soon { 1 } else { 1_000 }).unwrap();
            assert_eq!(placed.sm == free, soon);
        }
        schedule.wait_until(1);
        schedule
            .switch_to(&Kernel::new((second, 1, 1), 16))
            .unwrap();
        let placed: Vec<u32> = (0..count)
            .map(|_| schedule.launch(10).unwrap().sm)
            .collect();
        placed
    };
    let pascal = |first, second| places(&SM_61, SmOrder::Ascending, 5, first, second, 3);
    assert_eq!(pascal(256, 160), [0, 0, 1]);
    assert_eq!(pascal(1024, 32), [0, 0, 1]);
    assert_eq!(pascal(1024, 33), [0, 0, 0]);
    let turing = places(&SM_75, SmOrder::EvenFirst, 68, 512, 33, 8);
    assert_eq!(turing, [67; 8]);
}

/// On an idle GPU: ascending, or even numbers first.
#[test]
fn blocks_go_to_the_sm_with_most_room() {
    let places = |order| {
        let mut memory = Memory::new(5);
        let mut schedule = memory.schedule(&SM_90, order);
        schedule.switch_to(&kernel_of(2)).unwrap();
        let placed: Vec<u32> = (0..10).map(|_| schedule.launch(1).unwrap().sm).collect();
        placed
    };
    assert_eq!(places(SmOrder::Ascending), [0, 1, 2, 3, 4, 0, 1, 2, 3, 4]);
    assert_eq!(places(SmOrder::EvenFirst), [0, 2, 4, 1, 3, 0, 2, 4, 1, 3]);
}

fn any_kernel(random: &mut Random) -> Kernel {
    Kernel::new((random.small(1, 40) * 24, 1, 1), random.small(0, 130))
        .with_dynamic_shared_memory(random.small(0, 60_000) * random.small(0, 1))
        .with_barriers(random.small(0, 4))
}

/// Equal blocks fall into waves.
#[test]
fn equal_blocks_are_waves() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut several = 0;
    for _ in 0..inputs(20_000) / 100 {
        let all = ComputeCapability::ALL;
        let cc = &all[random.small(0, 99) as usize % all.len()];
        let kernel = any_kernel(&mut random);
        let (sms, count, each) = (
            random.small(1, 9),
            random.small(1, 300),
            random.within(1, 9),
        );
        let blocks_per_sm = Occupancy::new(cc, &kernel).unwrap().blocks_per_sm;
        let mut memory = Memory::new(sms as usize);
        let mut schedule = memory.schedule(cc, SmOrder::Ascending);
        if blocks_per_sm == 0 {
            assert_eq!(schedule.switch_to(&kernel), Err(ScheduleError::DoesNotFit));
            continue;
        }
        schedule.switch_to(&kernel).unwrap();
        let makespan = schedule.launch_all(&vec![each; count as usize]).unwrap();
        let waves = Waves::new(GridDim::new((count, 1, 1)).unwrap(), sms, blocks_per_sm).unwrap();
        assert_eq!(makespan, waves.count() * each, "{kernel:?} on {sms} SMs");
        assert_eq!(schedule.busy_share(), Some(waves.tail_efficiency()));
        several += u32::from(waves.count() > 1);
    }
    assert!(several > 20, "{several}");
}

/// Slots that take the next block whenever one is free: no SM, no room.
fn of_slots(slots: usize, durations: &[u64]) -> u64 {
    let mut free: BinaryHeap<Reverse<u64>> = std::iter::repeat_n(Reverse(0), slots).collect();
    let ends = durations.iter().map(|duration| {
        let Reverse(start) = free.pop().unwrap();
        free.push(Reverse(start + duration));
        start + duration
    });
    ends.max().unwrap()
}

#[test]
fn uneven_blocks_take_the_next_free_slot() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for _ in 0..inputs(20_000) / 100 {
        let kernel = any_kernel(&mut random);
        let sms = random.small(1, 8) as usize;
        let mut durations: Vec<u64> = (0..random.small(1, 200))
            .map(|_| random.within(0, 50))
            .collect();
        let blocks_per_sm = Occupancy::new(&SM_90, &kernel).unwrap().blocks_per_sm;
        if blocks_per_sm == 0 {
            continue;
        }
        let slots = sms * blocks_per_sm as usize;
        for sorted in [false, true] {
            if sorted {
                longest_first(&mut durations);
                assert!(durations.is_sorted_by(|one, next| one >= next));
            }
            let mut memory = Memory::new(sms);
            let mut schedule = memory.schedule(&SM_90, SmOrder::EvenFirst);
            schedule.switch_to(&kernel).unwrap();
            let makespan = schedule.launch_all(&durations).unwrap();
            assert_eq!(makespan, of_slots(slots, &durations));
            let least = makespan_at_least(&durations, slots as u64).unwrap();
            assert!(least <= makespan && makespan <= 2 * least);
            // Graham's bound of the longest first, against any order's least.
            assert!(!sorted || 3 * makespan <= 4 * least + 3 * durations[0]);
            let idle_from = schedule.sms().iter().map(ScheduledSm::idle_from).max();
            assert_eq!(idle_from, Some(makespan));
        }
    }
}

/// At no time do resident blocks take more than the SM has, whatever kernels run side by side.
#[test]
fn kernels_side_by_side_fit() {
    let mut random = Random(0x5851_f42d_4c95_7f2d);
    let mut together = 0;
    for _ in 0..inputs(5_000) / 100 {
        let kernels: Vec<Kernel> = (0..3)
            .map(|_| any_kernel(&mut random))
            .filter(|kernel| Occupancy::new(&SM_90, kernel).unwrap().blocks_per_sm > 0)
            .collect();
        let mut memory = Memory::new(3);
        let mut schedule = memory.schedule(&SM_90, SmOrder::Ascending);
        let mut placed: Vec<(Placement, Kernel)> = Vec::new();
        let mut began = 0;
        for kernel in &kernels {
            schedule.switch_to(kernel).unwrap();
            for _ in 0..random.small(1, 40) {
                let place = schedule.launch(random.within(1, 30)).unwrap();
                // None overtakes another.
                assert!(place.start >= began);
                began = place.start;
                placed.push((place, *kernel));
            }
        }
        for &(Placement { sm, start, .. }, _) in &placed {
            let resident: Vec<&Kernel> = placed
                .iter()
                .filter(|(place, _)| place.sm == sm && place.start <= start && start < place.end)
                .map(|(_, kernel)| kernel)
                .collect();
            let sum = |figure: &dyn Fn(&Kernel) -> u64| {
                resident.iter().map(|kernel| figure(kernel)).sum::<u64>()
            };
            let of = |kernel: &Kernel| Occupancy::new(&SM_90, kernel).unwrap();
            assert!(sum(&Kernel::warps_per_block) <= 64);
            assert!(sum(&|kernel| of(kernel).registers_per_block) <= 65_536);
            assert!(sum(&|kernel| of(kernel).shared_memory_per_block) <= 233_472);
            assert!(sum(&|kernel| kernel.barriers.into()) <= 64);
            assert!(resident.len() <= 32);
            together += u32::from(resident.iter().any(|&kernel| kernel != resident[0]));
        }
    }
    assert!(together > 10, "{together}");
}

#[test]
fn clusters_wait_for_one_gpc() {
    let mut memory = Memory::new(6);
    for (number, sm) in memory.sms.iter_mut().enumerate() {
        *sm = sm.in_gpc(u32::from(number >= 4));
    }
    let mut schedule = memory.schedule(&SM_90, SmOrder::Ascending);
    schedule.switch_to(&kernel_of(1)).unwrap_err();
    schedule.switch_to(&Kernel::new((1024, 1, 1), 64)).unwrap();
    let mut launch = |durations: &[u64]| {
        let mut placed = vec![Placement::default(); durations.len()];
        schedule
            .launch_cluster(durations, &mut placed)
            .map(|()| placed)
    };
    let sms = |placed: Vec<Placement>| placed.iter().map(|block| block.sm).collect::<Vec<u32>>();
    // The GPC of four has most room, then both have as much.
    assert_eq!(sms(launch(&[5, 5]).unwrap()), [0, 1]);
    assert_eq!(sms(launch(&[9, 2]).unwrap()), [2, 3]);
    assert_eq!(sms(launch(&[3, 4]).unwrap()), [4, 5]);
    let waited = launch(&[1, 1]).unwrap();
    assert_eq!((waited[0].start, sms(waited)), (4, vec![4, 5]));
    assert_eq!(launch(&[1; 5]), Err(ScheduleError::DoesNotFit));
    assert_eq!(launch(&[]), Err(ScheduleError::Lengths));
}

/// As many blocks as a large grid has, with memory for the resident ones alone.
#[test]
fn a_large_grid() {
    let mut memory = Memory::new(132);
    let mut schedule = memory.schedule(&SM_90, SmOrder::Ascending);
    schedule.switch_to(&kernel_of(8)).unwrap();
    let mut random = Random(0xd1b5_4a32_d192_ed03);
    let (count, mut all) = (inputs(30_000), 0);
    let began = std::time::Instant::now();
    for _ in 0..count {
        let duration = random.within(50, 150);
        all += duration;
        schedule.launch(duration).unwrap();
    }
    println!("{count} blocks in {:?}", began.elapsed());
    let slots = 132 * 8;
    assert!(schedule.makespan() >= all.div_ceil(slots));
    assert!(schedule.makespan() <= all / slots + 150);
}

#[test]
fn a_kernel_beside_another() {
    let matrix = Kernel::new((256, 1, 1), 64);
    let copy = Kernel::new((128, 1, 1), 32).with_dynamic_shared_memory(100 * 1024);
    let beside = |blocks| Occupancy::beside(&SM_90, &copy, &[(matrix, blocks)]);
    assert_eq!(beside(0), Occupancy::new(&SM_90, &copy));
    assert_eq!(beside(3).unwrap().blocks_per_sm, 2);
    let full = beside(4).unwrap();
    assert_eq!(full.blocks_per_sm, 0);
    assert!(full.binds(Resource::Registers));
    assert_eq!(
        beside(u32::MAX),
        Err(InvalidKernel::Resident {
            blocks: u32::MAX,
            fit: 4
        })
    );
    assert_eq!(
        beside(5).unwrap_err().to_string(),
        "5 resident blocks on one SM, which holds 4 of them"
    );
    let empty = Kernel::new((0, 1, 1), 32);
    assert_eq!(
        Occupancy::beside(&SM_90, &copy, &[(empty, 0)]),
        Err(InvalidKernel::EmptyBlock)
    );
}

/// Beside its own blocks, as many fit as are missing to the occupancy of the kernel, of every limit.
#[test]
fn a_kernel_beside_itself() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for cc in ComputeCapability::ALL {
        for _ in 0..inputs(5_000) / 100 {
            let kernel = any_kernel(&mut random);
            let alone = Occupancy::new(cc, &kernel).unwrap();
            assert_eq!(Occupancy::beside(cc, &kernel, &[]), Ok(alone));
            for blocks in 0..=alone.blocks_per_sm {
                let beside = Occupancy::beside(cc, &kernel, &[(kernel, blocks)]).unwrap();
                assert_eq!(beside.blocks_per_sm, alone.blocks_per_sm - blocks);
                for resource in Resource::ALL {
                    let less = |limit: u32| {
                        if alone.blocks_per_sm == 0 {
                            limit
                        } else {
                            limit - blocks
                        }
                    };
                    assert_eq!(
                        beside.limits.of(resource),
                        alone.limits.of(resource).map(less),
                        "{}: {resource} of {kernel:?} beside {blocks}",
                        cc.name()
                    );
                }
            }
            let more = [(kernel, alone.blocks_per_sm + 1)];
            assert!(Occupancy::beside(cc, &kernel, &more).is_err());
        }
    }
}

#[test]
fn what_is_no_schedule_says_why() {
    let mut memory = Memory::new(1);
    let none = BlockSchedule::new(&SM_90, &mut [], &mut memory.blocks, SmOrder::Ascending);
    assert_eq!(none.unwrap_err(), ScheduleError::NoSms);
    let mut schedule = memory.schedule(&SM_90, SmOrder::Ascending);
    assert_eq!(schedule.launch(1), Err(ScheduleError::NoKernel));
    assert_eq!(schedule.busy_share(), None);
    assert_eq!(
        schedule.switch_to(&Kernel::new((0, 1, 1), 1)),
        Err(ScheduleError::Kernel(InvalidKernel::EmptyBlock))
    );
    let large = Kernel::new((1024, 1, 1), 128);
    assert_eq!(schedule.switch_to(&large), Err(ScheduleError::DoesNotFit));
    schedule.switch_to(&kernel_of(2)).unwrap();
    assert_eq!(schedule.launch(u64::MAX).unwrap().end, u64::MAX);
    assert_eq!(schedule.launch(1), Err(ScheduleError::Time));
    schedule.wait_until(u64::MAX);
    assert_eq!(schedule.makespan(), u64::MAX);
    // Memory for one block, of two that fit.
    let (mut sms, mut blocks) = ([ScheduledSm::IDLE], [ScheduledBlock::FREE]);
    let order = SmOrder::Ascending;
    let mut schedule = BlockSchedule::new(&SM_90, &mut sms, &mut blocks, order).unwrap();
    schedule.switch_to(&kernel_of(2)).unwrap();
    schedule.launch(1).unwrap();
    assert_eq!(schedule.launch(1), Err(ScheduleError::Memory));
}

/// A schedule in a constant.
const LAST: Placement = {
    let (mut sms, mut blocks) = ([ScheduledSm::IDLE; 2], [ScheduledBlock::FREE; 4]);
    let order = SmOrder::Ascending;
    let Ok(mut schedule) = BlockSchedule::new(&SM_90, &mut sms, &mut blocks, order) else {
        panic!("two SMs");
    };
    match (
        schedule.switch_to(&Kernel::new((1024, 1, 1), 32)),
        schedule.launch_all(&[3, 2, 3, 3]),
        schedule.launch(5),
    ) {
        (Ok(()), Ok(_), Ok(last)) => last,
        _ => panic!("it fits"),
    }
};

#[test]
fn schedules_work_in_constants() {
    let last = Placement {
        sm: 1,
        start: 2,
        end: 7,
    };
    assert_eq!(LAST, last);
}
