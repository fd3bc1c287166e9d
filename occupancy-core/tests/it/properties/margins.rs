//! The margins of an argument are the nearest values at which the resident blocks change: every value
//! between leaves them as they are.

use std::ops::RangeInclusive;

use occupancy_core::compute_capabilities::SM_90;
use occupancy_core::{
    Arch, Configuration, Kernel, Multiprocessor,
    kernel::{Argument, Change},
    rules::{MARGINS, margin},
};

use crate::any_configuration::for_random;
use crate::common::blocks;

fn changed(kernel: &Kernel, change: Change) -> Kernel {
    change.apply(&Configuration::new(&[], *kernel)).kernel
}

/// A block of each size has its own dynamic shared memory, which can fall as the block grows. That of 32 warps is unknown.
#[test]
fn a_block_of_another_size_has_its_own_shared_memory() {
    let archs = [Arch::Multiprocessor(&SM_90)];
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
            let resident = blocks(warps);
            let more = (1..warps).rev().find(|other| blocks(*other) > resident);
            let fewer = (warps + 1..=31).find(|other| blocks(*other) < resident);
            let margin = margin(&of(warps), &archs[0], Argument::Threads);
            let block = |warps: u32| Change::Threads((32 * warps, 1, 1));
            assert_eq!(margin.more, more.map(block), "{warps} warps");
            assert_eq!(margin.fewer, fewer.map(block), "{warps} warps");
        }
    }
}

/// The values of an argument with which the block has whole warps.
fn values(sm: &Multiprocessor, kernel: &Kernel, argument: Argument) -> Vec<Change> {
    let integers = |values: RangeInclusive<u64>, is_edge: fn(&u64) -> bool| {
        let change = |value| Change::Integer(argument, value);
        values.filter(is_edge).map(change).collect()
    };
    match argument {
        Argument::Registers | Argument::Vgprs => {
            integers(1..=sm.max_registers_per_thread().into(), |_| true)
        }
        Argument::Barriers => integers(0..=sm.barriers_per_block().into(), |_| true),
        // Bytes in steps that meet every edge of an allocation unit, from either side.
        Argument::DynamicSharedMemory => integers(0..=232_448, |bytes| (bytes + 1) % 64 < 2),
        Argument::StaticSharedMemory => integers(0..=49_152, |bytes| (bytes + 1) % 64 < 2),
        Argument::Threads => {
            let (x, y, z) = kernel.block_dim;
            let blocks = (1..=1025).map(|extent| match (y, z) {
                (_, 2..) => (x, y, extent),
                (2.., _) => (x, extent, z),
                _ => (extent, y, z),
            });
            let threads = |dims: &_| kernel.with_block_dim(*dims).threads_per_block();
            blocks
                .filter(|dims| threads(dims).is_multiple_of(sm.warp_size().into()))
                .map(Change::Threads)
                .collect()
        }
        _ => Vec::new(),
    }
}

fn assert_margin(arch: &Arch, kernel: &Kernel, argument: Argument) {
    let sm = arch.multiprocessor();
    let resident = blocks(sm, kernel);
    let configuration = Configuration::new(&[], *kernel);
    let number = |change: Change| match change {
        Change::Integer(_, value) => (value, 0, 0),
        Change::Threads((x, y, z)) => (u64::from(z), y, x),
        _ => unreachable!("no margin has it"),
    };
    let stated = match configuration.integer(argument) {
        Some(value) => (value, 0, 0),
        None => number(Change::Threads(kernel.block_dim)),
    };
    let margin = margin(&configuration, arch, argument);
    let about = || format!("{argument:?} of {kernel:?} on {}: {margin:?}", sm.name());
    let blocks_with = |change| blocks(sm, &changed(kernel, change));
    // The edges are among the values below, or next to one of them.
    if let Some(more) = margin.more {
        assert!(
            number(more) < stated && blocks_with(more) > resident,
            "{}",
            about()
        );
    }
    if let Some(fewer) = margin.fewer {
        assert!(
            number(fewer) > stated && blocks_with(fewer) < resident,
            "{}",
            about()
        );
    }
    let (more, fewer) = (margin.more.map(number), margin.fewer.map(number));
    for value in values(sm, kernel, argument) {
        let (at, here) = (number(value), blocks_with(value));
        let is_nearer = at < stated && more.is_none_or(|more| at > more) && here > resident
            || at > stated && fewer.is_none_or(|fewer| at < fewer) && here < resident;
        assert!(!is_nearer, "{value:?} is nearer, {}", about());
    }
}

#[test]
fn no_nearer_value_changes_the_resident_blocks() {
    for_random(400, |random| {
        let arch = Arch::Multiprocessor(random.multiprocessor());
        let argument = random.of(&MARGINS).on(arch.multiprocessor());
        assert_margin(&arch, &random.kernel(), argument);
    });
}
