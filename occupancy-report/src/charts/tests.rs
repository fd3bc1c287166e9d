//! The charts of many configurations are small and well-formed, and have the numbers of the calculation.

use occupancy_core::compute_capabilities::SM_90;
use occupancy_core::kernel::LatencyDemand;
use occupancy_core::{
    Arch, Configuration, Device, Grid, Kernel, Multiprocessor, Occupancy, Resource,
};

#[path = "../../../occupancy-core/tests/it/random.rs"]
mod random;

use self::random::Random;
use super::plateau::{self, Plateau};
use super::{Outcome, drawings, markdown};

/// The most bytes that all charts of one kernel have together.
const MOST_BYTES: usize = 8 * 1024;

/// Calls `each` with configurations that pass their check, on every kind of GPU.
fn configurations(count: usize, mut each: impl FnMut(&Configuration<'_>, &Arch)) {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut passed = 0;
    while passed < count {
        let device = random.of(Device::ALL);
        let archs = [Arch::Device(device)];
        let sm = device.multiprocessor();
        let registers = random.small(1, 255) / random.small(1, 4);
        let mut kernel = Kernel::new((32 * random.small(1, 32), 1, 1), registers.max(1))
            .with_barriers(random.small(0, 3));
        if random.is_one_in(2) {
            let most = sm.shared_memory_per_block_optin() >> random.small(0, 11);
            kernel = kernel.with_dynamic_shared_memory(random.small(0, most));
        }
        if random.is_one_in(4) {
            kernel = kernel.with_carveout(Some(random.small(0, 100)));
        }
        let grid = match random.small(0, 2) {
            0 => None,
            1 => Some(Grid::Elements(random.between(1, u32::MAX.into()))),
            _ => Some(Grid::Blocks((random.small(1, 10_000), 1, 1))),
        };
        let configuration = Configuration::new(&archs, kernel).with_grid(grid);
        if configuration.check().is_empty() {
            passed += 1;
            each(&configuration, &archs[0]);
        }
    }
}

#[test]
fn drawings_are_small_and_well_formed() {
    let mut most = 0;
    configurations(2_000, |configuration, arch| {
        let drawings = drawings(configuration, arch).expect("it passes its check");
        assert!(
            drawings.len() <= MOST_BYTES,
            "{} bytes of {configuration:?}",
            drawings.len()
        );
        most = most.max(drawings.len());
        assert_eq!(
            drawings.trim_end().lines().count(),
            1,
            "a line ends the block of HTML"
        );
        let tree = roxmltree::Document::parse(&drawings)
            .unwrap_or_else(|error| panic!("{error}: {drawings}"));
        for svg in tree.root_element().children() {
            assert_eq!(svg.attribute("role"), Some("img"));
            for name in ["title", "desc"] {
                let element = svg.children().find(|child| child.has_tag_name(name));
                let text = element.and_then(|element| element.text());
                assert!(text.is_some_and(|text| !text.is_empty()), "{name}");
            }
        }
    });
    // A bound that is far off would hide a regression.
    assert!(most > MOST_BYTES * 3 / 4, "{most}");
}

/// 60 of 64 warps hide 400 cycles with 30 instructions; with 5, no line is high enough.
#[test]
fn what_is_enough_is_marked_where_it_can_be_reached() {
    let archs = [Arch::find("h100").unwrap()];
    let plain = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
    for (instructions, marks) in [(30, 3), (5, 0)] {
        let demand = LatencyDemand::cycles(400, instructions);
        let configuration = plain.with_hides(Some(demand));
        let drawn = drawings(&configuration, &archs[0]).unwrap();
        let found = drawn.matches("enough: 60 warps").count();
        assert_eq!(found, marks, "{instructions}");
    }
}

/// A number of VGPRs is none of bytes, and a SIMD of CDNA issues in turns.
#[test]
fn numbers_of_amd_have_their_units() {
    let hides = Some(LatencyDemand::cycles(400, 5));
    for (name, unit) in [("gfx1250", "cycles"), ("mi300x", "turns")] {
        let archs = [Arch::find(name).unwrap()];
        let kernel = Kernel::new((128, 1, 1), 0).with_vgprs(512);
        let configuration = Configuration::new(&archs, kernel).with_hides(hides);
        let outcome = &Outcome::new(&configuration, &archs[0]).unwrap();
        let most = archs[0].multiprocessor().max_registers_per_thread();
        // As many threads are beside another axis.
        let drawn = drawings(&configuration, &archs[0]).unwrap();
        let ends = drawn.matches(&format!(">{most}<")).count();
        assert!(ends > 1, "{name}");
        let reached = &outcome.latency()[0].reached;
        assert!(reached.ends_with(&format!(" of {unit}")), "{reached}");
    }
}

/// Asserts that the plateaus have every value from `from` on, each with its calculated blocks and limits. Returns the
/// last.
fn last_of(plateaus: &[Plateau], from: u32, of: &dyn Fn(u32) -> Occupancy) -> u32 {
    let mut next = from;
    for plateau in plateaus {
        assert_eq!(plateau.first, next, "{plateau:?}");
        next = plateau.last + 1;
        for value in plateau.first..=plateau.last {
            let occupancy = of(value);
            assert_eq!(occupancy.blocks_per_sm, plateau.blocks(), "{value}");
            assert_eq!(occupancy.ratio(), plateau.ratio(), "{value}");
            for resource in Resource::ALL {
                let binds = occupancy.blocks_per_sm > 0 && occupancy.binds(resource);
                assert_eq!(plateau.binds(resource), binds, "{value}: {resource}");
            }
        }
    }
    next - 1
}

/// The plateaus, which are found by allocation units, are those of every byte and every register. Block sizes are whole
/// warps.
#[test]
fn plateaus_are_the_calculation() {
    configurations(20, |configuration, arch| {
        let outcome = &Outcome::new(configuration, arch).expect("it passes its check");
        let (sm, kernel) = (arch.multiprocessor(), configuration.kernel);
        let of = |kernel: Kernel| Occupancy::new(sm, &kernel).unwrap();
        let [by_threads, by_registers, by_bytes] = plateau::all(outcome);
        let registers = |n| of(kernel.with_registers(n));
        let most = last_of(&by_registers, 1, &registers);
        assert_eq!(most, sm.max_registers_per_thread());
        let bytes = |n| of(kernel.with_dynamic_shared_memory(n));
        let most = last_of(&by_bytes, 0, &bytes);
        assert_eq!(most, sm.shared_memory_per_block_optin());
        let mut before = 0;
        for plateau in by_threads {
            assert!(
                before < plateau.first && plateau.first <= plateau.last,
                "{plateau:?}"
            );
            before = plateau.last;
            for threads in [plateau.first, plateau.last] {
                let occupancy = of(kernel.with_block_dim((threads, 1, 1)));
                assert_eq!(occupancy.blocks_per_sm, plateau.blocks(), "{plateau:?}");
                assert_eq!(occupancy.ratio(), plateau.ratio(), "{plateau:?}");
            }
        }
        assert_eq!(before, 1024);
    });
}

/// A carve-out of 8 KiB holds a block of 8 KiB, and no larger one: for that, this SM gives all of its shared memory.
#[test]
fn larger_blocks_can_have_more_room_than_a_carve_out() {
    let mut limits = SM_90.limits();
    limits.shared_memory_carveouts = &[0, 8 * 1024, 228 * 1024];
    let sm = Multiprocessor::try_new(limits).unwrap();
    let archs = [Arch::Multiprocessor(Box::leak(Box::new(sm)))];
    let kernel = Kernel::new((32, 1, 1), 32).with_carveout(Some(1));
    let configuration = Configuration::new(&archs, kernel);
    let [_, _, by_bytes] = plateau::all(&Outcome::new(&configuration, &archs[0]).unwrap());
    let bytes = |n| Occupancy::new(&sm, &kernel.with_dynamic_shared_memory(n)).unwrap();
    assert_eq!(last_of(&by_bytes, 0, &bytes), 227 * 1024);
    assert!(bytes(7 * 1024).blocks_per_sm < bytes(8 * 1024).blocks_per_sm);
}

/// By hand: 65,536 registers, in 4 sub-partitions, by warps in units of 256.
#[test]
fn numbers_of_one_configuration() {
    let archs = [Arch::find("h100").unwrap()];
    let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
    let numbers =
        markdown(&Outcome::new(&configuration, &archs[0]).unwrap()).replace('\u{a0}', " ");
    for row in [
        "| 49 to 64 | 4 | registers | 50 % |",
        "| 1,024 | 1 | registers | 50 % |",
        "| 115,713 to 232,448 | 1 | shared memory | 12.5 % |",
    ] {
        assert!(numbers.contains(row), "{row} in\n{numbers}");
    }
    // An empty line ends the block of HTML, so that Markdown follows.
    assert!(numbers.ends_with("</details>\n\n"), "{numbers}");
}
