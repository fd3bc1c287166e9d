//! The charts of many configurations: small, well-formed, and with the numbers of the calculation.

use occupancy_core::{
    Arch, Configuration, Device, Grid, Kernel, Occupancy, Resource, devices, kernel::LatencyDemand,
};

use super::plateau::{self, Plateau};
use super::{Verdict, html, markdown};

/// All charts of one kernel together.
const MOST_BYTES: usize = 8 * 1024;

/// A sequence of numbers that is the same on every run (xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        u32::try_from(self.0 % u64::from(most.max(1))).unwrap()
    }
}

/// Configurations that pass their check, on every kind of GPU.
fn configurations(count: usize, mut each: impl FnMut(&Configuration<'_>, &Arch)) {
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    let mut passed = 0;
    while passed < count {
        let index = numbers.below(u32::try_from(Device::ALL.len()).unwrap());
        let device = Device::ALL[usize::try_from(index).unwrap()];
        let archs = [Arch::Device(device)];
        let cc = device.compute_capability();
        let mut kernel = Kernel::new(
            (32 * (1 + numbers.below(32)), 1, 1),
            1 + numbers.below(255) / (1 + numbers.below(4)),
        )
        .with_barriers(numbers.below(4));
        if numbers.below(2) == 0 {
            let most = cc.shared_memory_per_block_optin() >> numbers.below(12);
            kernel = kernel.with_dynamic_shared_memory(numbers.below(most));
        }
        if numbers.below(4) == 0 {
            kernel = kernel.with_carveout(Some(numbers.below(101)));
        }
        let grid = match numbers.below(3) {
            0 => None,
            1 => Some(Grid::Elements(1 + u64::from(numbers.below(u32::MAX)))),
            _ => Some(Grid::Blocks((1 + numbers.below(10_000), 1, 1))),
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
        let verdict = &Verdict::new(configuration, arch).expect("it passes its check");
        let drawings = html(verdict);
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
            for said in ["title", "desc"] {
                let text = svg.children().find(|child| child.has_tag_name(said));
                assert!(
                    text.and_then(|text| text.text())
                        .is_some_and(|text| !text.is_empty())
                );
            }
        }
    });
    // The bound is near: a needlessly large one would hide a regression.
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
        let verdict = &Verdict::new(&configuration, &archs[0]).unwrap();
        let found = html(verdict).matches("enough: 60 warps").count();
        assert_eq!(found, marks, "{instructions}");
    }
}

/// Whether these are all values up to the last one, each with the blocks and the limits that are calculated of it.
fn hold(plateaus: &[Plateau], from: u32, of: &dyn Fn(u32) -> Occupancy) -> u32 {
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

/// What is found by units is what is found byte by byte and register by register. Block sizes are whole warps.
#[test]
fn plateaus_are_the_calculation() {
    configurations(20, |configuration, arch| {
        let verdict = &Verdict::new(configuration, arch).expect("it passes its check");
        let (cc, kernel) = (arch.compute_capability(), configuration.kernel);
        let of = |kernel: Kernel| Occupancy::new(cc, &kernel).unwrap();
        let registers = |n| of(kernel.with_registers(n));
        let most = hold(&plateau::registers(verdict), 1, &registers);
        assert_eq!(most, cc.max_registers_per_thread());
        let bytes = |n| of(kernel.with_dynamic_shared_memory(n));
        let most = hold(&plateau::shared_memory(verdict), 0, &bytes);
        assert_eq!(most, cc.shared_memory_per_block_optin());
        let mut before = 0;
        for plateau in plateau::threads(verdict) {
            assert!(
                before < plateau.first && plateau.first <= plateau.last,
                "{plateau:?}"
            );
            before = plateau.last;
            for threads in [plateau.first, plateau.last] {
                let occupancy = of(kernel.with_block_dim((threads, 1, 1)));
                let found = (plateau.blocks(), plateau.ratio());
                assert_eq!(
                    (occupancy.blocks_per_sm, occupancy.ratio()),
                    found,
                    "{plateau:?}"
                );
            }
        }
        assert_eq!(before, 1024);
    });
}

#[test]
fn numbers_of_one_configuration() {
    let archs = [Arch::Device(devices::H100)];
    let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
    let numbers = markdown(&Verdict::new(&configuration, &archs[0]).unwrap());
    // By hand: 65,536 registers, in 4 sub-partitions, by warps in units of 256.
    for row in [
        "| 25 to 32 | 8 | registers, warps | 100 % |",
        "| 49 to 64 | 4 | registers | 50 % |",
        "| 129 to 255 | 1 | registers | 12.5 % |",
        "| 1,024 | 1 | registers | 50 % |",
        "| 115,713 to 232,448 | 1 | shared memory | 12.5 % |",
    ] {
        assert!(numbers.contains(row), "{row} in\n{numbers}");
    }
    // Markdown after a block of HTML begins behind an empty line.
    assert!(numbers.ends_with("</details>\n\n"), "{numbers}");
}
