//! Properties of reading and rewriting, for every text: nothing panics, and the text has the bounds that it was given.
//! The random inputs are the same on every run; `PROPTEST_RNG_SEED` makes others.

use occupancy_binary::ptx::{BlockBound, Bounds, Entry, Existing, Module};
use occupancy_core::{Arch, Configuration, Kernel, Multiprocessor};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::ops::RangeInclusive;

use crate::cases::texts;

/// Mostly a value of `usual`, sometimes any at all.
fn mostly<S>(usual: S) -> impl Strategy<Value = u32>
where
    S: Strategy<Value = u32> + 'static,
{
    prop_oneof![15 => usual.boxed(), 1 => any::<u32>().boxed()]
}

fn any_compute_capability() -> impl Strategy<Value = &'static Multiprocessor> {
    prop::sample::select(
        occupancy_core::compute_capabilities::ALL
            .iter()
            .collect::<Vec<_>>(),
    )
}

/// The number of cases where the compiler optimizes, and a third of it elsewhere. They are the same on every run unless
/// `PROPTEST_RNG_SEED` says otherwise. A failure is printed in full and belongs in a named test, not in a file.
fn random(cases: u32) -> ProptestConfig {
    let of_debug = if cfg!(debug_assertions) { 3 } else { 1 };
    let config = ProptestConfig::with_cases(cases / of_debug);
    ProptestConfig {
        failure_persistence: None,
        rng_seed: match config.rng_seed {
            RngSeed::Random => RngSeed::Fixed(0),
            fixed @ RngSeed::Fixed(_) => fixed,
        },
        ..config
    }
}

/// Any text at all, or one that is nearly PTX.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        1 => prop::collection::vec(any::<u8>(), 0..=200)
            .prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
        3 => any_pieces(0..=30),
        6 => (any_pieces(0..=4), any_pieces(0..=8), any_pieces(0..=4)).prop_map(
            |(before, header, after)| format!(
                ".version 8.0\n.target sm_90\n{before}\n.visible .entry k(.param .u64 p)\n\
                 {header}{{ ret; }}\n{after}"
            )
        ),
    ]
}

/// Pieces of PTX, and pieces that break it. The first can be in a header that ptxas takes.
fn any_pieces(count: RangeInclusive<usize>) -> impl Strategy<Value = String> {
    concatenated(texts("ptx/pieces.txt"), count)
}

fn any_header() -> impl Strategy<Value = String> {
    concatenated(texts("ptx/pieces.txt")[..16].to_vec(), 0..=8)
}

fn concatenated(
    pieces: Vec<String>,
    count: RangeInclusive<usize>,
) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(pieces), count).prop_map(|pieces| pieces.concat())
}

fn any_bounds() -> impl Strategy<Value = Bounds> {
    let dims = || (mostly(1..=64_u32), mostly(1..=8_u32), mostly(1..=2_u32));
    let block = prop_oneof![
        dims().prop_map(BlockBound::Max),
        dims().prop_map(BlockBound::Required)
    ];
    (
        prop::option::of(block),
        prop::option::of(mostly(1..=4_u32)),
        prop::option::of(mostly(24..=255_u32)),
        prop::option::of((mostly(1..=2_u32), mostly(1..=2_u32), mostly(1..=2_u32))),
    )
        .prop_map(|(block, min_blocks, registers, cluster)| Bounds {
            block,
            min_blocks,
            max_registers: registers,
            cluster_dim: cluster,
            ..Bounds::default()
        })
}

/// Rewrites `k`. If that is refused, there is nothing to compare.
fn holds(text: &str, bounds: &Bounds, existing: Existing) -> Result<bool, TestCaseError> {
    let out = match bounds.rewrite(text, "k", existing) {
        Ok(out) => out,
        Err(error) => {
            prop_assert!(error.to_string().contains("\nhelp: "), "{}", error);
            return Ok(false);
        }
    };
    let (before, after) = (
        Entry::find(text, "k").unwrap(),
        Entry::find(&out, "k").unwrap(),
    );

    // Every byte outside the header is as it was.
    prop_assert_eq!(&text[..before.header.start], &out[..after.header.start]);
    prop_assert_eq!(&text[before.header.end..], &out[after.header.end..]);

    // The entry states the bounds, and otherwise what it stated before.
    let (was, now) = (before.bounds().unwrap(), after.bounds().unwrap());
    prop_assert_eq!(now.block, bounds.block.or(was.block));
    prop_assert_eq!(now.min_blocks, bounds.min_blocks.or(was.min_blocks));
    prop_assert_eq!(
        now.max_registers,
        bounds.max_registers.or(was.max_registers)
    );
    prop_assert_eq!(now.cluster_dim, bounds.cluster_dim.or(was.cluster_dim));
    let pragmas = |entry: Entry<'_>| {
        let directives = entry.directives().unwrap();
        let pragmas = directives.iter().filter(|one| one.name == ".pragma");
        pragmas.count()
    };
    prop_assert_eq!(pragmas(before), pragmas(after));

    // Rewriting it again changes nothing.
    let again = bounds.rewrite(&out, "k", Existing::Reject).unwrap();
    prop_assert_eq!(again, out);
    Ok(true)
}

proptest! {
    #![proptest_config(random(4000))]

    #[test]
    fn any_text_is_read_or_refused(text in any_text(), bounds in any_bounds()) {
        match Module::new(&text) {
            Ok(module) => {
                for entry in module.entries() {
                    prop_assert!(entry.header.start <= entry.header.end);
                    prop_assert!(text.get(entry.header.start..entry.header.end).is_some());
                    prop_assert!(text.contains(entry.name));
                    let _ = entry.bounds();
                }
            }
            Err(malformed) => {
                prop_assert!(malformed.offset().unwrap() <= text.len());
                prop_assert!(malformed.line().unwrap() <= text.split('\n').count());
            }
        }
        for existing in [Existing::Reject, Existing::Replace] {
            holds(&text, &bounds, existing)?;
        }
    }

    #[test]
    fn a_header_is_rewritten(header in any_header(), bounds in any_bounds()) {
        let text = format!(".version 8.0\n.target sm_90\n.entry k {header}{{ ret; }}\n");
        let rejecting = holds(&text, &bounds, Existing::Reject)?;
        let replacing = holds(&text, &bounds, Existing::Replace)?;
        prop_assert!(replacing || !rejecting);
    }

    /// The bounds of a configuration that passes its check can be written into PTX for the oldest of its GPUs.
    #[test]
    fn the_bounds_of_a_valid_configuration_are_written(
        ccs in prop::collection::vec(any_compute_capability(), 1..=3),
        warps in 1..=32_u32,
        registers in 1..=255_u32,
        shared_memory in 0..=48u32 * 1024,
    ) {
        let archs: Vec<_> = ccs.iter().map(|cc| Arch::Multiprocessor(cc)).collect();
        // A block has half a register file of 5.3 and 6.2.
        let fitting = (512 / warps).min(registers);
        let kernel = Kernel::new((warps * 32, 1, 1), fitting).with_dynamic_shared_memory(shared_memory);
        let configuration = Configuration::new(&archs, kernel);
        prop_assert!(configuration.check().is_empty(), "{:?}", configuration.check());
        let oldest = ccs.iter().min_by_key(|cc| cc.compute_capability()).unwrap();
        let text = format!(
            ".version 9.0\n.target {}\n.entry k\n{{ ret; }}\n",
            oldest.targets()[0]
        );
        prop_assert!(holds(&text, &Bounds::of(&configuration), Existing::Reject)?);
    }
}
