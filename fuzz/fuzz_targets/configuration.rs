//! Checks, words and advises any configuration: without a panic, and every change that is advised does what it
//! promises.
#![no_main]

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::{Corpus, fuzz_target};
use occupancy_core::{
    Arch, Configuration, Device, Grid, Kernel, Lint, Multiprocessor, Ratio,
    kernel::{Accumulator, Change, LatencyDemand, Tile, Wait},
    rules::advice,
};

/// Numbers at which something changes; others are near them.
const EDGES: [u32; 18] = [
    0, 1, 8, 16, 24, 32, 64, 100, 128, 255, 256, 512, 1024, 2048, 49_152, 65_535, 101_376, 232_448,
];

/// Any number, most often an edge or what is next to one.
fn number(from: &mut Unstructured<'_>) -> Result<u32> {
    if from.ratio(1, 4)? {
        return from.arbitrary();
    }
    let edge = *from.choose(&EDGES)?;
    Ok(edge.wrapping_add(from.int_in_range(0..=2)?).wrapping_sub(1))
}

/// The usual number, or any.
fn number_or(usual: u32, from: &mut Unstructured<'_>) -> Result<u32> {
    if from.arbitrary()? {
        return Ok(usual);
    }
    number(from)
}

/// A figure that `give` takes from the input, or `None`.
fn option<T>(
    from: &mut Unstructured<'_>,
    give: fn(&mut Unstructured<'_>) -> Result<T>,
) -> Result<Option<T>> {
    from.arbitrary::<bool>()?.then(|| give(from)).transpose()
}

fn dims(from: &mut Unstructured<'_>) -> Result<(u32, u32, u32)> {
    Ok((number(from)?, number_or(1, from)?, number_or(1, from)?))
}

fn ratio(from: &mut Unstructured<'_>) -> Result<Option<Ratio>> {
    let (over, under) = if from.arbitrary()? {
        (from.int_in_range(0..=101)?, 100)
    } else {
        (from.arbitrary()?, from.arbitrary()?)
    };
    Ok(Ratio::new(over, under))
}

fn archs(from: &mut Unstructured<'_>) -> Result<Vec<Arch>> {
    let mut archs = Vec::new();
    for _ in 0..from.int_in_range(0..=3)? {
        archs.push(if from.arbitrary()? {
            Arch::Device(*from.choose(Device::ALL)?)
        } else {
            Arch::Multiprocessor(from.choose(Multiprocessor::ALL)?)
        });
    }
    Ok(archs)
}

fn kernel(from: &mut Unstructured<'_>) -> Result<Kernel> {
    Ok(Kernel::new(dims(from)?, number(from)?)
        .with_vgprs(number_or(0, from)?)
        .with_sgprs(number_or(0, from)?)
        .with_dynamic_shared_memory(number(from)?)
        .with_static_shared_memory(number_or(0, from)?)
        .with_barriers(number_or(0, from)?)
        .with_virtual_resources(number_or(0, from)?)
        .with_shared_memory_optin(from.arbitrary()?)
        .with_cluster_dim(option(from, dims)?)
        .with_carveout(option(from, number)?))
}

fn tile(from: &mut Unstructured<'_>) -> Result<Tile> {
    let mut tile = Tile::new(number(from)?, number(from)?, number(from)?);
    tile.stages = number(from)?;
    (tile.a_bytes, tile.b_bytes) = (number(from)?, number(from)?);
    tile.extra_registers = number(from)?;
    tile.problem = option(from, |from| Ok((number(from)?, number(from)?)))?;
    tile.gives_shared_memory = from.arbitrary()?;
    if from.arbitrary()? {
        tile.accumulator = Accumulator::TensorMemory;
    }
    Ok(tile)
}

fn latency_demand(from: &mut Unstructured<'_>) -> Result<LatencyDemand> {
    Ok(LatencyDemand {
        cycles: option(from, number)?,
        instructions: option(from, number)?,
        wait: option(from, |from| {
            let is_first = from.arbitrary()?;
            Ok(if is_first { Wait::First } else { Wait::Last })
        })?,
        bytes: option(from, number)?,
    })
}

fn grid(from: &mut Unstructured<'_>) -> Result<Grid> {
    Ok(match option(from, dims)? {
        Some(blocks) => Grid::Blocks(blocks),
        None => Grid::Elements(from.arbitrary()?),
    })
}

fn configuration<'a>(from: &mut Unstructured<'_>, archs: &'a [Arch]) -> Result<Configuration<'a>> {
    let mut out = Configuration::new(archs, kernel(from)?).with_grid(option(from, grid)?);
    out.items_per_thread = number_or(1, from)?;
    out.threads_per_item = number_or(1, from)?;
    out.min_blocks = option(from, number)?;
    out.max_blocks = option(from, number)?;
    out.min_occupancy = option(from, ratio)?.flatten();
    out.tail_efficiency = option(from, ratio)?.flatten();
    out.low_occupancy_intended = from.arbitrary()?;
    out.partial_warp_allowed = from.arbitrary()?;
    out.hides = option(from, latency_demand)?;
    let mut out = out.with_tile(option(from, tile)?);
    if from.arbitrary()? {
        out.auto_registers = Some(number_or(0, from)?);
        out.auto_vgprs = option(from, number)?;
        // The registers follow.
        out = out.with_block_dim(out.kernel.block_dim);
    }
    Ok(out)
}

fuzz_target!(|data: &[u8]| -> Corpus {
    let mut from = Unstructured::new(data);
    let Ok(archs) = archs(&mut from) else {
        return Corpus::Reject;
    };
    let Ok(configuration) = configuration(&mut from, &archs) else {
        return Corpus::Reject;
    };

    for lint in Lint::ALL {
        if let Some(message) = configuration.advise(lint) {
            let code = format!("[{}] ", lint.code());
            assert!(message.as_str().starts_with(&code), "{message}");
        }
    }

    let violations = configuration.check();
    for rule in violations.iter() {
        let message = configuration.message(rule);
        assert!(!message.is_cut(), "{message}");
        let message = message.to_string();
        let code = format!("[{}] ", rule.code());
        assert!(message.starts_with(&code), "{message}");
        assert!(message.len() > code.len(), "{message}");
        for &(change, _) in advice(&configuration, rule).as_slice() {
            // A device takes the place of a compute capability, which needs another list.
            if matches!(change, Change::Device(_)) {
                continue;
            }
            let after = change.apply(&configuration).check();
            assert!(!after.contains(rule), "{change:?}: {message}");
            for new in after.iter() {
                assert!(violations.contains(new), "{change:?}: {message}");
            }
        }
    }

    Corpus::Keep
});
