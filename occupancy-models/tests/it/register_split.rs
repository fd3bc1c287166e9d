//! Registers split between warpgroups, compared with the hardware played out.

use occupancy_core::{Kernel, Multiprocessor, Occupancy, compute_capabilities};
use occupancy_models::{Error, registers_beside, split_registers};

use crate::rows::compute_capability;

const WARPGROUP_SIZE: u32 = 128;

fn block(threads: u32, registers: u32) -> Kernel {
    Kernel::new((threads, 1, 1), registers)
}

/// The splits of CUTLASS and of FlashAttention-3, each exactly what launch bounds of its block and one
/// block per SM give: `hopper/flash_fwd_kernel_sm90.h` of Dao-AILab/flash-attention and
/// `include/cutlass/gemm/kernel/sm90_gemm_tma_warpspecialized_cooperative.hpp` of NVIDIA/cutlass.
#[test]
fn the_splits_of_public_kernels_fit() {
    let sm = compute_capability("9.0");
    for (registers, spare) in [
        (&[24, 240, 240][..], 0),
        (&[40, 232, 232], 0),
        (&[32, 160, 160, 160], 0),
        (&[56, 256], (2 * 255 - 56 - 256) * 128),
    ] {
        let warpgroups = u32::try_from(registers.len()).unwrap();
        // The cap of ptxas for one block: 255, or a multiple of 8.
        let at_launch = (65_536 / (warpgroups * WARPGROUP_SIZE) / 8 * 8).min(255);
        let kernel = block(warpgroups * WARPGROUP_SIZE, at_launch);
        let split = split_registers(sm, &kernel, registers);
        assert_eq!(split, Ok(spare), "{registers:?}");
        let consumer = registers[1];
        let most = registers_beside(sm, &kernel, &registers[..1]);
        assert_eq!(most, Ok(consumer), "{registers:?}");
    }
}

/// Plays a split out: who gives back goes first, who takes waits for enough.
fn ends(at_launch: u32, registers: &[u32]) -> bool {
    let registers = registers.iter().copied();
    let given = registers.clone().map(|one| at_launch.saturating_sub(one));
    let taken = registers.map(|one| one.saturating_sub(at_launch));
    taken.sum::<u32>() <= given.sum()
}

/// Every register count at launch and every split of two warpgroups.
#[test]
fn a_split_is_accepted_where_it_ends() {
    let sm = compute_capability("9.0");
    for at_launch in 1..=255 {
        let kernel = block(256, at_launch);
        let mut most = None;
        for producer in (0..=272).step_by(8) {
            for consumer in (0..=272).step_by(4) {
                let registers = [producer, consumer];
                let taken = |registers: u32| {
                    registers == at_launch
                        || (24..=256).contains(&registers) && registers.is_multiple_of(8)
                };
                let expected = taken(producer) && taken(consumer) && ends(at_launch, &registers);
                let split = split_registers(sm, &kernel, &registers);
                assert_eq!(split.is_ok(), expected, "{at_launch}: {registers:?}");
                if let Ok(left) = split {
                    let spare = 128 * (2 * at_launch - producer - consumer);
                    assert_eq!(left, u64::from(spare));
                    if consumer.is_multiple_of(8) && consumer >= 24 && producer == 24 {
                        most = most.max(Some(consumer));
                    }
                }
            }
        }
        let beside = registers_beside(sm, &kernel, &[24]);
        assert_eq!(beside.ok(), most, "{at_launch}");
    }
}

#[test]
fn a_split_of_something_else_is_refused() {
    let mut next = compute_capabilities::SM_121.limits();
    next.major = 13;
    let next = Multiprocessor::new(next);
    let (ada, hopper) = (compute_capability("8.9"), compute_capability("9.0"));
    let (two, over) = (block(256, 32), u32::MAX - 7);
    let three = block(384, 168);
    let empty = Occupancy::new(hopper, &block(0, 24)).unwrap_err();
    for (sm, kernel, registers, error) in [
        (ada, three, &[24, 240, 240][..], Error::NoSetmaxnreg(8, 9)),
        (&next, three, &[24, 240, 240], Error::NoSetmaxnreg(13, 1)),
        (hopper, block(320, 168), &[24, 240], Error::Block(320)),
        (hopper, block(384, 176), &[24, 24, 24], Error::DoesNotFit),
        (hopper, block(384, 0), &[24, 24, 24], Error::DoesNotFit),
        (hopper, block(2048, 24), &[24, 24, 24], Error::DoesNotFit),
        (hopper, block(0, 24), &[], Error::Kernel(empty)),
        (hopper, two, &[u32::MAX, 24], Error::Registers(0, u32::MAX)),
        (hopper, two, &[24, over], Error::Registers(1, over)),
    ] {
        let refused = split_registers(sm, &kernel, registers);
        assert_eq!(refused, Err(error), "{kernel:?}");
    }
    let beside = registers_beside(hopper, &block(256, 32), &[56]);
    assert_eq!(beside, Err(Error::Pool((56 + 24) * 128, 64 * 128)));
    // A split states each warpgroup, and a question leaves one to ask for: every number of each.
    for warpgroups in 1..=8 {
        let kernel = block(warpgroups * WARPGROUP_SIZE, 32);
        for stated in 0..=9 {
            let registers = vec![32; stated];
            let (few, warpgroups) = (stated < warpgroups as usize, u64::from(warpgroups));
            let split = split_registers(hopper, &kernel, &registers);
            let wrong = Error::Warpgroups(stated, warpgroups);
            assert_eq!(split.err(), (stated as u64 != warpgroups).then_some(wrong));
            let most = registers_beside(hopper, &kernel, &registers);
            let none_left = Error::NoneLeft(stated, warpgroups);
            assert_eq!(most, if few { Ok(32) } else { Err(none_left) });
        }
    }
}
