//! The margins of an argument are the nearest values at which the resident blocks change: every value
//! between leaves them as they are.

use occupancy_core::compute_capabilities::SM_90;
use occupancy_core::{
    Arch, Configuration, Kernel,
    kernel::{Argument, Change},
    rules::{MARGINS, margin},
};

use crate::any_configuration::for_random;
use crate::common::blocks;

fn changed(kernel: &Kernel, change: Change) -> Kernel {
    change.apply(&Configuration::new(&[], *kernel)).kernel
}

/// The dynamic shared memory of a block is that of its size, which can fall as the block grows, and that of 32 warps
/// is unknown.
#[test]
fn a_block_of_another_size_has_its_own_shared_memory() {
    let archs = [Arch::ComputeCapability(&SM_90)];
    let rising = |warps: u32| warps * 4096;
    let falling = |warps: u32| (40 - warps) * 3072;
    let uneven = |warps: u32| 30_000 + warps * 7919 % 20_011;
    let functions: [&dyn Fn(u32) -> u32; 3] = [&rising, &falling, &uneven];
    for bytes in functions {
        let by_warps: Vec<u32> = (1..=31).map(bytes).chain([u32::MAX]).collect();
        let of = |warps: u32| {
            let mut configuration = Configuration::new(&archs, Kernel::new((1, 1, 1), 16));
            configuration.shared_memory_by_warps = &by_warps;
            configuration.with_block_dim((32 * warps, 1, 1))
        };
        let blocks = |warps: u32| blocks(&SM_90, &of(warps).kernel);
        for warps in 1..=31 {
            let more = (1..warps)
                .rev()
                .find(|other| blocks(*other) > blocks(warps));
            let fewer = (warps + 1..=31).find(|other| blocks(*other) < blocks(warps));
            let margin = margin(&of(warps), &archs[0], Argument::Threads);
            let block = |warps: u32| Change::Threads((32 * warps, 1, 1));
            assert_eq!(margin.more, more.map(block), "{warps} warps");
            assert_eq!(margin.fewer, fewer.map(block), "{warps} warps");
        }
    }
}

/// Every value of the argument, ascending, that leaves the block whole warps.
fn values(kernel: &Kernel, argument: Argument) -> Vec<Change> {
    let (x, y, z) = kernel.block_dim;
    let whole = |(x, y, z): (u32, u32, u32)| {
        (u128::from(x) * u128::from(y) * u128::from(z)).is_multiple_of(32)
    };
    match argument {
        Argument::Registers => integers(argument, 1..=255),
        Argument::Barriers => integers(argument, 0..=16),
        // Bytes in steps that meet every edge of an allocation unit, from either side.
        Argument::DynamicSharedMemory => {
            integers(argument, (0..=232_448).filter(|bytes| is_edge(*bytes)))
        }
        Argument::StaticSharedMemory => {
            integers(argument, (0..=49_152).filter(|bytes| is_edge(*bytes)))
        }
        Argument::Threads => (1..=1025)
            .map(|extent| match (y, z) {
                (_, 2..) => (x, y, extent),
                (2.., _) => (x, extent, z),
                _ => (extent, y, z),
            })
            .filter(|&block_dim| whole(block_dim))
            .map(Change::Threads)
            .collect(),
        _ => Vec::new(),
    }
}

fn integers(argument: Argument, values: impl Iterator<Item = u64>) -> Vec<Change> {
    let change = |value| Change::Integer(argument, value);
    values.map(change).collect()
}

fn is_edge(bytes: u64) -> bool {
    bytes.wrapping_add(1) % 64 < 2
}

fn hold_margin(arch: &Arch, kernel: &Kernel, argument: Argument) {
    let cc = arch.compute_capability();
    let resident = blocks(cc, kernel);
    let configuration = Configuration::new(&[], *kernel);
    let stated = |change: Change| match change {
        Change::Integer(argument, value) => Some(value).cmp(&configuration.integer(argument)),
        Change::Threads(value) => value.cmp(&kernel.block_dim),
        _ => unreachable!("no margin has it"),
    };
    let margin = margin(&configuration, arch, argument);
    let about = || format!("{argument:?} of {kernel:?} on {}: {margin:?}", cc.name());
    let all = values(kernel, argument);
    // The edges are among the values that were looked at, or next to one of them.
    if let Some(more) = margin.more {
        assert!(blocks(cc, &changed(kernel, more)) > resident, "{}", about());
        assert!(stated(more).is_lt(), "{}", about());
    }
    if let Some(fewer) = margin.fewer {
        assert!(
            blocks(cc, &changed(kernel, fewer)) < resident,
            "{}",
            about()
        );
        assert!(stated(fewer).is_gt(), "{}", about());
    }
    let number = |change: Change| match change {
        Change::Integer(_, value) => (value, 0, 0),
        Change::Threads((x, y, z)) => (z.into(), y, x),
        _ => unreachable!("no margin has it"),
    };
    for value in all {
        let here = blocks(cc, &changed(kernel, value));
        if stated(value).is_lt() && margin.more.is_none_or(|more| number(value) > number(more)) {
            assert!(here <= resident, "{value:?} is nearer, {}", about());
        }
        if stated(value).is_gt()
            && margin
                .fewer
                .is_none_or(|fewer| number(value) < number(fewer))
        {
            assert!(here >= resident, "{value:?} is nearer, {}", about());
        }
    }
}

#[test]
fn no_nearer_value_changes_the_resident_blocks() {
    for_random(400, |random| {
        let arch = Arch::ComputeCapability(random.compute_capability());
        hold_margin(&arch, &random.kernel(), random.of(&MARGINS));
    });
}
