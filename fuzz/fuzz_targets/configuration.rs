//! Any configuration is checked, worded and advised: without a panic, and every change that is
//! advised does what it says.
#![no_main]

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::{Corpus, fuzz_target};
use occupancy_core::{
    Arch, ComputeCapability, Configuration, Device, Grid, Kernel, Lint, Occupancy, Ratio, Resource,
    kernel::{Accumulator, Argument, Change, LatencyDemand, Tile},
    rules::{MARGINS, advice, margin},
};

/// Numbers at which something changes; others are near them.
const EDGES: [u32; 20] = [
    0,
    1,
    8,
    16,
    24,
    32,
    64,
    100,
    128,
    255,
    256,
    512,
    1024,
    2048,
    49_152,
    65_535,
    101_376,
    232_448,
    1 << 31,
    u32::MAX,
];

/// Any number, most often an edge or what is next to one.
fn number(from: &mut Unstructured<'_>) -> Result<u32> {
    if from.ratio(1, 4)? {
        return from.arbitrary();
    }
    let edge = *from.choose(&EDGES)?;
    Ok(edge.wrapping_add(from.int_in_range(0..=2)?).wrapping_sub(1))
}

fn dims(from: &mut Unstructured<'_>) -> Result<(u32, u32, u32)> {
    let one = |from: &mut Unstructured<'_>| {
        if from.arbitrary()? {
            Ok(1)
        } else {
            number(from)
        }
    };
    Ok((number(from)?, one(from)?, one(from)?))
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
            Arch::ComputeCapability(from.choose(ComputeCapability::ALL)?)
        });
    }
    Ok(archs)
}

fn kernel(from: &mut Unstructured<'_>) -> Result<Kernel> {
    let mut kernel = Kernel::new(dims(from)?, number(from)?)
        .with_dynamic_shared_memory(number(from)?)
        .with_shared_memory_optin(from.arbitrary()?);
    if from.arbitrary()? {
        kernel = kernel.with_static_shared_memory(number(from)?);
    }
    if from.arbitrary()? {
        kernel = kernel.with_barriers(number(from)?);
    }
    if from.arbitrary()? {
        kernel = kernel.with_virtual_resources(number(from)?);
    }
    if from.arbitrary()? {
        kernel = kernel.with_cluster_dim(Some(dims(from)?));
    }
    if from.arbitrary()? {
        kernel = kernel.with_carveout(Some(number(from)?));
    }
    Ok(kernel)
}

fn configuration<'a>(from: &mut Unstructured<'_>, archs: &'a [Arch]) -> Result<Configuration<'a>> {
    let mut configuration = Configuration::new(archs, kernel(from)?)
        .with_partial_warp_allowed(from.arbitrary()?)
        .with_grid(match from.int_in_range(0..=2)? {
            0 => None,
            1 => Some(Grid::Blocks(dims(from)?)),
            _ => Some(Grid::Elements(from.arbitrary()?)),
        });
    if from.arbitrary()? {
        configuration =
            configuration.with_integer(Argument::ItemsPerThread, u64::from(number(from)?));
    }
    if from.arbitrary()? {
        configuration = configuration.with_min_blocks(number(from)?);
    }
    if from.arbitrary()? {
        configuration = configuration.with_integer(Argument::MaxBlocks, u64::from(number(from)?));
    }
    if from.arbitrary()? {
        let demand = match from.int_in_range(0..=2)? {
            0 => LatencyDemand::cycles(number(from)?, number(from)?),
            1 => LatencyDemand::bytes(number(from)?),
            _ => LatencyDemand {
                bytes: Some(number(from)?),
                ..LatencyDemand::cycles(number(from)?, number(from)?)
            },
        };
        configuration = configuration.with_hides(Some(demand));
    }
    if from.arbitrary()? {
        let mut tile = Tile::new(number(from)?, number(from)?, number(from)?);
        tile.stages = number(from)?;
        (tile.a_bytes, tile.b_bytes) = (number(from)?, number(from)?);
        tile.extra_registers = number(from)?;
        if from.arbitrary()? {
            tile.accumulator = Accumulator::TensorMemory;
        }
        if from.arbitrary()? {
            tile.problem = Some((number(from)?, number(from)?));
        }
        tile.gives_shared_memory = from.arbitrary()?;
        configuration = configuration.with_tile(Some(tile));
    }
    configuration.low_occupancy_intended = from.arbitrary()?;
    if let Some(asked) = ratio(from)? {
        configuration = configuration.with_min_occupancy(asked);
    }
    Ok(configuration.with_tail_efficiency(ratio(from)?))
}

/// The blocks per SM are the least that a resource allows.
fn hold_occupancy(occupancy: &Occupancy) {
    let allowed = |resource| occupancy.limits.of(resource);
    let least = Resource::ALL.into_iter().filter_map(allowed).min();
    assert_eq!(Some(occupancy.blocks_per_sm), least);
    assert!(Ratio::ONE.at_least(occupancy.ratio()));
    for resource in Resource::ALL {
        let binds = allowed(resource) == least;
        assert_eq!(occupancy.binds(resource), binds, "{resource:?}");
    }
}

fn blocks(arch: &Arch, kernel: &Kernel) -> Option<u32> {
    let occupancy = Occupancy::new(arch.compute_capability(), kernel).ok()?;
    hold_occupancy(&occupancy);
    Some(occupancy.blocks_per_sm)
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
        for &change in advice(&configuration, rule).as_slice() {
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

    for arch in &archs {
        let before = blocks(arch, &configuration.kernel);
        for argument in MARGINS {
            let Some(change) = margin(&configuration, arch, argument).more else {
                continue;
            };
            let changed = change.apply(&configuration);
            let after = blocks(arch, &changed.kernel);
            assert!(after > before, "{change:?}: {before:?} to {after:?}");
            for new in changed.check().iter() {
                assert!(violations.contains(new), "{change:?} breaks {new:?}");
            }
        }
        if let Some(waves) = configuration.waves(arch) {
            assert!(Ratio::ONE.at_least(waves.tail_efficiency()));
            assert!(waves.last_wave_blocks() <= waves.blocks_per_wave());
        }
    }
    Corpus::Keep
});
