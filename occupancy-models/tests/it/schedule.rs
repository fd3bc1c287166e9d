//! Block schedules: rows with known times and places, waves, and a simulation of slots.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use occupancy_core::compute_capabilities::{SM_61, SM_75, SM_90};
use occupancy_core::targets::GFX942;
use occupancy_core::{GridDim, Kernel, Multiprocessor, Occupancy, Ratio, Resource, Waves};
use occupancy_models::{Error, Placement, Schedule, SmOrder, beside, makespan};

use crate::random::{Random, inputs};

fn end(placed: &[Placement]) -> u64 {
    placed.iter().map(|block| block.end).max().unwrap_or(0)
}

/// Returns a kernel with `blocks` resident blocks on an SM of 9.0.
fn kernel_of(blocks: u32) -> Kernel {
    Kernel::new((2048 / blocks, 1, 1), 32)
}

#[test]
fn slots_of_no_number_and_of_any() {
    for (durations, slots, time) in [
        (&[1][..], 0, None),
        (&[1, u64::MAX], 1, None),
        (&[1, u64::MAX], u64::MAX, Some(u64::MAX)),
        (&[100; 529], 132 * 4, Some(200)),
    ] {
        assert_eq!(makespan(durations, slots), time, "{slots} slots");
    }
}

/// The placements that Gilman, Ogden, Guo and Walls measured (PER 2020): which SMs blocks of a second kernel go
/// to.
#[test]
fn placements_of_the_paper() {
    let places = |sm, order, sms: u32, first: u32, second: u32, count| {
        let mut schedule = Schedule::new(sm, sms, order).unwrap();
        // One block on each SM; the one on `free` ends soon.
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
    let registers = random.small(0, 130);
    Kernel::new((random.small(1, 40) * 24, 1, 1), registers)
        .with_vgprs(registers)
        .with_sgprs(random.small(0, 108) * random.small(0, 1))
        .with_dynamic_shared_memory(random.small(0, 60_000) * random.small(0, 1))
        .with_barriers(random.small(0, 4))
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

/// Each block takes the next slot that is free; equal blocks fall into waves.
#[test]
fn blocks_take_the_next_free_slot() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let (mut refused, mut several) = (0, 0);
    for _ in 0..inputs(20_000) / 50 {
        let all = Multiprocessor::ALL;
        let sm = &all[random.small(0, 99) as usize % all.len()];
        let (kernel, sms) = (any_kernel(&mut random), random.small(1, 9));
        let (count, each) = (random.small(1, 300), random.between(1, 9));
        let most = each * random.between(1, 2);
        let mut durations: Vec<u64> = (0..count).map(|_| random.between(each, most)).collect();
        let blocks_per_sm = Occupancy::new(sm, &kernel).unwrap().blocks_per_sm;
        let mut idle = Schedule::new(sm, sms, SmOrder::EvenFirst).unwrap();
        if blocks_per_sm == 0 {
            assert_eq!(idle.launch(&kernel, &durations), Err(Error::DoesNotFit));
            refused += 1;
            continue;
        }
        let slots = u64::from(sms * blocks_per_sm);
        for sorted in [false, true] {
            if sorted {
                durations.sort_unstable_by_key(|duration| Reverse(*duration));
            }
            let placed = idle.clone().launch(&kernel, &durations).unwrap();
            let simulated = of_slots(slots, &durations);
            assert_eq!(end(&placed), simulated, "{kernel:?} on {sms} SMs");
            assert_eq!(makespan(&durations, slots), Some(simulated));
        }
        if each == most {
            let grid = GridDim::new((count, 1, 1)).unwrap();
            let waves = Waves::new(grid, sms, blocks_per_sm).unwrap();
            let span = waves.count() * each;
            assert_eq!(makespan(&durations, slots), Some(span));
            let busy = Ratio::new(u64::from(count) * each, span * slots);
            assert_eq!(busy, Some(waves.tail_efficiency()));
            several += u32::from(waves.count() > 1);
        }
    }
    assert!(refused > 5 && several > 20, "{refused} {several}");
}

/// At no time do resident blocks take more than the SM has, whatever kernels run side by side.
#[test]
fn kernels_side_by_side_fit() {
    let mut random = Random(0x5851_f42d_4c95_7f2d);
    let mut together = 0;
    for run in 0..inputs(5_000) / 50 {
        let sm = [&SM_90, &GFX942][usize::from(run % 2 == 0)];
        let kernels: Vec<Kernel> = (0..3)
            .map(|_| any_kernel(&mut random))
            .filter(|kernel| Occupancy::new(sm, kernel).unwrap().blocks_per_sm > 0)
            .collect();
        let mut schedule = Schedule::new(sm, 3, SmOrder::Ascending).unwrap();
        let mut placed: Vec<(Placement, Kernel)> = Vec::new();
        let mut began = 0;
        for kernel in &kernels {
            let count = random.small(1, 40);
            let durations: Vec<u64> = (0..count).map(|_| random.between(1, 30)).collect();
            for place in schedule.launch(kernel, &durations).unwrap() {
                // No block overtakes another.
                assert!(place.start >= began);
                began = place.start;
                placed.push((place, *kernel));
            }
        }
        for &(Placement { sm: at, start, .. }, _) in &placed {
            let resident: Vec<&Kernel> = placed
                .iter()
                .filter(|(place, _)| place.sm == at && place.start <= start && start < place.end)
                .map(|(_, kernel)| kernel)
                .collect();
            let sum = |figure: &dyn Fn(&Kernel) -> u64| {
                resident.iter().map(|kernel| figure(kernel)).sum::<u64>()
            };
            let of = |kernel: &Kernel| Occupancy::new(sm, kernel).unwrap();
            let warps = |kernel: &Kernel| kernel.warps_per_block(sm);
            assert!(sum(&warps) <= sm.max_warps_per_sm().into());
            assert!(sum(&|kernel| of(kernel).registers_per_block) <= sm.registers_per_sm().into());
            let memory = sum(&|kernel| of(kernel).shared_memory_per_block);
            assert!(memory <= sm.shared_memory_per_sm().into());
            assert!(sum(&|kernel| kernel.barriers.into()) <= 64);
            let scalar = |kernel: &Kernel| warps(kernel) * u64::from(kernel.sgprs + 16);
            assert!(*sm == SM_90 || sum(&scalar) <= 4 * 800);
            assert!(resident.len() <= 32);
            together += u32::from(resident.iter().any(|&kernel| kernel != resident[0]));
        }
    }
    assert!(together > 10, "{together}");
}

#[test]
fn a_kernel_beside_another() {
    let matrix = Kernel::new((256, 1, 1), 64);
    let copy = Kernel::new((128, 1, 1), 32).with_dynamic_shared_memory(100 * 1024);
    let empty = Kernel::new((0, 1, 1), 32);
    // A block of more threads than a block has is never resident.
    let large = Kernel::new((1025, 1, 1), 32);
    let of_empty = Occupancy::new(&SM_90, &empty).unwrap_err();
    for (other, blocks, found) in [
        (matrix, 0, Ok(2)),
        (matrix, 3, Ok(2)),
        (matrix, 4, Ok(0)),
        (matrix, 5, Err(Error::Resident(5, 4))),
        (matrix, u32::MAX, Err(Error::Resident(u32::MAX, 4))),
        (empty, 0, Err(Error::Kernel(of_empty))),
        (large, 1, Err(Error::Resident(1, 0))),
    ] {
        let beside = beside(&SM_90, &copy, &[(other, blocks)]);
        assert_eq!(
            beside.map(|of| of.blocks_per_sm),
            found,
            "{other:?} {blocks}"
        );
    }
    assert!(
        beside(&SM_90, &copy, &[(matrix, 4)])
            .unwrap()
            .binds(Resource::Registers)
    );
}

/// Beside its own blocks, as many fit as are missing to the occupancy of the kernel, of every limit.
#[test]
fn a_kernel_beside_itself() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for sm in Multiprocessor::ALL {
        for _ in 0..inputs(5_000) / 100 {
            let kernel = any_kernel(&mut random);
            let alone = Occupancy::new(sm, &kernel).unwrap();
            assert_eq!(beside(sm, &kernel, &[]), Ok(alone));
            for blocks in 0..=alone.blocks_per_sm {
                let others = beside(sm, &kernel, &[(kernel, blocks)]).unwrap();
                assert_eq!(others.blocks_per_sm, alone.blocks_per_sm - blocks);
                for resource in Resource::ALL {
                    let less = |limit: u32| limit - blocks.min(alone.blocks_per_sm);
                    assert_eq!(
                        others.limits.of(resource),
                        alone.limits.of(resource).map(less),
                        "{}: {resource} of {kernel:?} beside {blocks}",
                        sm.name()
                    );
                }
            }
            let more = [(kernel, alone.blocks_per_sm + 1)];
            assert!(beside(sm, &kernel, &more).is_err());
        }
    }
}

#[test]
fn what_is_no_schedule_says_why() {
    let idle = Schedule::new(&SM_90, 1, SmOrder::Ascending).unwrap();
    assert!(Schedule::new(&SM_90, 65_536, SmOrder::Ascending).is_ok());
    for sms in [0, 65_537, u32::MAX] {
        let none = Schedule::new(&SM_90, sms, SmOrder::Ascending);
        assert_eq!(none.unwrap_err(), Error::Sms(sms));
    }
    let (empty, large) = (Kernel::new((0, 1, 1), 1), Kernel::new((1024, 1, 1), 128));
    let of_empty = Occupancy::new(&SM_90, &empty).unwrap_err();
    for (kernel, begins, duration, found) in [
        (empty, 0, 1, Err(Error::Kernel(of_empty))),
        (large, 0, 1, Err(Error::DoesNotFit)),
        (kernel_of(2), 0, u64::MAX, Ok(u64::MAX)),
        (kernel_of(2), 1, u64::MAX, Err(Error::Time)),
        (kernel_of(2), u64::MAX, 1, Err(Error::Time)),
    ] {
        let mut schedule = idle.clone();
        schedule.wait_until(begins);
        let placed = schedule.launch(&kernel, &[duration]);
        assert_eq!(
            placed.map(|placed| placed[0].end),
            found,
            "{begins} {duration}"
        );
    }
}
