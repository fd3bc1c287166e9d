//! Block schedules: rows with known times and places, waves, and a simulation of slots.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use occupancy_core::compute_capabilities::{SM_61, SM_75, SM_90};
use occupancy_core::{ComputeCapability, GridDim, Kernel, Occupancy, Ratio, Resource, Waves};
use occupancy_models::{Error, Placement, Schedule, SmOrder, beside, makespan};

use crate::random::{Random, inputs};

fn end(placed: &[Placement]) -> u64 {
    placed.iter().map(|block| block.end).max().unwrap_or(0)
}

fn longest_first(durations: &mut [u64]) {
    durations.sort_unstable_by_key(|duration| Reverse(*duration));
}

/// The least that any order takes: the longest block, or all of them spread evenly.
fn makespan_at_least(durations: &[u64], slots: u64) -> u64 {
    let longest = durations.iter().copied().max().unwrap();
    longest.max(durations.iter().sum::<u64>().div_ceil(slots))
}

/// Threads of a block of which `blocks` are resident on an SM of 9.0.
fn kernel_of(blocks: u32) -> Kernel {
    Kernel::new((2048 / blocks, 1, 1), 32)
}

#[test]
fn known_times() {
    assert_eq!(makespan(&[100; 529], 132 * 4), Some(200));
    let mut last = vec![100; 528];
    last.push(400);
    assert_eq!(makespan(&last, 132 * 4), Some(500));
    longest_first(&mut last);
    assert_eq!(makespan(&last, 132 * 4), Some(400));
    assert_eq!(makespan(&[100; 1056], 132 * 8), Some(100));
    let mut five = [1, 1, 1, 1, 4];
    assert_eq!(makespan(&five, 4), Some(5));
    longest_first(&mut five);
    assert_eq!(makespan(&five, 4), Some(4));
    assert_eq!(makespan(&five, 0), None);
    assert_eq!(makespan(&[1, u64::MAX], 1), None);
    assert_eq!(makespan(&[1, u64::MAX], u64::MAX), Some(u64::MAX));
}

/// The placements that Gilman, Ogden, Guo and Walls measured (PER 2020): which SMs blocks of a second kernel go
/// to.
#[test]
fn placements_of_the_paper() {
    let places = |cc, order, sms: u32, first: u32, second: u32, count| {
        let mut schedule = Schedule::new(cc, sms, order).unwrap();
        // One block on each SM, of which that on one SM ends soon.
        let free = match order {
            SmOrder::Ascending => 0,
            SmOrder::EvenFirst => sms - 1,
        };
        let soon = |number: u32| if number == free { 1 } else { 1_000 };
        let durations: Vec<u64> = (0..sms).map(soon).collect();
        let kernel = Kernel::new((first, 1, 1), 16);
        for placed in schedule.launch(&kernel, &durations).unwrap() {
            assert_eq!(placed.sm == free, placed.end == 1);
        }
        schedule.wait_until(1);
        let kernel = Kernel::new((second, 1, 1), 16);
        let placed = schedule.launch(&kernel, &vec![10; count]).unwrap();
        placed.iter().map(|block| block.sm).collect::<Vec<u32>>()
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
        let mut schedule = Schedule::new(&SM_90, 5, order).unwrap();
        let placed = schedule.launch(&kernel_of(2), &[1; 10]).unwrap();
        placed.iter().map(|block| block.sm).collect::<Vec<u32>>()
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
        let mut schedule = Schedule::new(cc, sms, SmOrder::Ascending).unwrap();
        let durations = vec![each; count as usize];
        let placed = schedule.launch(&kernel, &durations);
        if blocks_per_sm == 0 {
            assert_eq!(placed, Err(Error::DoesNotFit));
            continue;
        }
        let makespan = end(&placed.unwrap());
        let waves = Waves::new(GridDim::new((count, 1, 1)).unwrap(), sms, blocks_per_sm).unwrap();
        assert_eq!(makespan, waves.count() * each, "{kernel:?} on {sms} SMs");
        let slots = u64::from(sms * blocks_per_sm);
        let busy = Ratio::new(u64::from(count) * each, makespan * slots);
        assert_eq!(busy, Some(waves.tail_efficiency()));
        several += u32::from(waves.count() > 1);
    }
    assert!(several > 20, "{several}");
}

/// Slots that take the next block whenever one is free: no SM, no room.
fn of_slots(slots: u64, durations: &[u64]) -> u64 {
    let mut free: BinaryHeap<Reverse<u64>> = (0..slots).map(|_| Reverse(0)).collect();
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
        let sms = random.small(1, 8);
        let mut durations: Vec<u64> = (0..random.small(1, 200))
            .map(|_| random.within(0, 50))
            .collect();
        let blocks_per_sm = Occupancy::new(&SM_90, &kernel).unwrap().blocks_per_sm;
        if blocks_per_sm == 0 {
            continue;
        }
        let slots = u64::from(sms * blocks_per_sm);
        for sorted in [false, true] {
            if sorted {
                longest_first(&mut durations);
                assert!(durations.is_sorted_by(|one, next| one >= next));
            }
            let mut schedule = Schedule::new(&SM_90, sms, SmOrder::EvenFirst).unwrap();
            let placed = schedule.launch(&kernel, &durations).unwrap();
            let simulated = of_slots(slots, &durations);
            assert_eq!(end(&placed), simulated);
            assert_eq!(makespan(&durations, slots), Some(simulated));
            let makespan = simulated;
            let least = makespan_at_least(&durations, slots);
            assert!(least <= makespan && makespan <= 2 * least);
            // Graham's bound of the longest first, against any order's least.
            assert!(!sorted || 3 * makespan <= 4 * least + 3 * durations[0]);
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
        let mut schedule = Schedule::new(&SM_90, 3, SmOrder::Ascending).unwrap();
        let mut placed: Vec<(Placement, Kernel)> = Vec::new();
        let mut began = 0;
        for kernel in &kernels {
            let count = random.small(1, 40);
            let durations: Vec<u64> = (0..count).map(|_| random.within(1, 30)).collect();
            for place in schedule.launch(kernel, &durations).unwrap() {
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

/// As many blocks as a large grid has.
#[test]
fn a_large_grid() {
    let mut schedule = Schedule::new(&SM_90, 132, SmOrder::Ascending).unwrap();
    let mut random = Random(0xd1b5_4a32_d192_ed03);
    let durations: Vec<u64> = (0..inputs(30_000))
        .map(|_| random.within(50, 150))
        .collect();
    let all: u64 = durations.iter().sum();
    let end = end(&schedule.launch(&kernel_of(8), &durations).unwrap());
    let slots = 132 * 8;
    assert!(end >= all.div_ceil(slots));
    assert!(end <= all / slots + 150);
}

#[test]
fn a_kernel_beside_another() {
    let matrix = Kernel::new((256, 1, 1), 64);
    let copy = Kernel::new((128, 1, 1), 32).with_dynamic_shared_memory(100 * 1024);
    let beside_matrix = |blocks| beside(&SM_90, &copy, &[(matrix, blocks)]);
    assert_eq!(beside_matrix(0), Ok(Occupancy::new(&SM_90, &copy).unwrap()));
    assert_eq!(beside_matrix(3).unwrap().blocks_per_sm, 2);
    let full = beside_matrix(4).unwrap();
    assert_eq!(full.blocks_per_sm, 0);
    assert!(full.binds(Resource::Registers));
    assert_eq!(beside_matrix(u32::MAX), Err(Error::Resident(u32::MAX, 4)));
    assert_eq!(
        beside_matrix(5).unwrap_err().to_string(),
        "5 resident blocks on one SM, which holds 4 of them"
    );
    let empty = Kernel::new((0, 1, 1), 32);
    assert_eq!(
        beside(&SM_90, &copy, &[(empty, 0)]).err(),
        Occupancy::new(&SM_90, &empty).err().map(Error::Kernel)
    );
    // A block of more threads than a block has is never resident.
    let large = Kernel::new((1025, 1, 1), 32);
    assert_eq!(
        beside(&SM_90, &copy, &[(large, 1)]),
        Err(Error::Resident(1, 0))
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
            assert_eq!(beside(cc, &kernel, &[]), Ok(alone));
            for blocks in 0..=alone.blocks_per_sm {
                let others = beside(cc, &kernel, &[(kernel, blocks)]).unwrap();
                assert_eq!(others.blocks_per_sm, alone.blocks_per_sm - blocks);
                for resource in Resource::ALL {
                    let less = |limit: u32| {
                        if alone.blocks_per_sm == 0 {
                            limit
                        } else {
                            limit - blocks
                        }
                    };
                    assert_eq!(
                        others.limits.of(resource),
                        alone.limits.of(resource).map(less),
                        "{}: {resource} of {kernel:?} beside {blocks}",
                        cc.name()
                    );
                }
            }
            let more = [(kernel, alone.blocks_per_sm + 1)];
            assert!(beside(cc, &kernel, &more).is_err());
        }
    }
}

#[test]
fn what_is_no_schedule_says_why() {
    for sms in [0, 65_537, u32::MAX] {
        let none = Schedule::new(&SM_90, sms, SmOrder::Ascending);
        assert_eq!(none.unwrap_err(), Error::Sms(sms));
    }
    let mut schedule = Schedule::new(&SM_90, 1, SmOrder::Ascending).unwrap();
    let empty = Kernel::new((0, 1, 1), 1);
    assert_eq!(
        schedule.launch(&empty, &[1]).err(),
        Occupancy::new(&SM_90, &empty).err().map(Error::Kernel)
    );
    let large = Kernel::new((1024, 1, 1), 128);
    assert_eq!(schedule.launch(&large, &[1]), Err(Error::DoesNotFit));
    let placed = schedule.launch(&kernel_of(2), &[u64::MAX]).unwrap();
    assert_eq!(placed[0].end, u64::MAX);
    schedule.wait_until(1);
    assert_eq!(
        schedule.launch(&kernel_of(2), &[u64::MAX]),
        Err(Error::Time)
    );
    schedule.wait_until(u64::MAX);
    assert_eq!(schedule.launch(&kernel_of(2), &[1]), Err(Error::Time));
}

#[test]
fn blocks_begin_when_others_have_ended() {
    let kernel = Kernel::new((1024, 1, 1), 32);
    let mut schedule = Schedule::new(&SM_90, 2, SmOrder::Ascending).unwrap();
    let placed = schedule.launch(&kernel, &[3, 2, 3, 3, 5]).unwrap();
    let last = Placement {
        sm: 1,
        start: 2,
        end: 7,
    };
    assert_eq!(placed.last(), Some(&last));
}
