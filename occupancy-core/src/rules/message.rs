//! The words of a violation: the macro's error, a const panic and a run-time error read the same.
//!
//! A message is a headline (lower case, the code, what was asked for and what there is), the numbers
//! that decide, and a `help:` line with values that pass. The families have the words. Of the other GPUs of a list,
//! it has a line of figures for each that fails, and values for only those.

use super::check::{advice, words};
use super::template::{Value, fill, written};
use super::{Lint, Rule};
use crate::gpu::Arch;
use crate::kernel::{Argument, Change, Configuration};
use crate::text::{Message, Text};

impl Configuration<'_> {
    /// The message of a broken rule.
    pub const fn message(&self, rule: Rule) -> Message {
        let mut message = Message::new();
        let out = message.text("[").text(rule.code()).text("] ");
        let Some(words) = self.first_words(rule, true) else {
            return *out.text("no GPU is named: `arch` takes at least one");
        };
        let (names, figures) = others(self, rule);
        out.text(words.head.as_str()).text(names.as_str());
        out.text(words.detail.as_str()).text(figures.as_str());
        words.help_into(out, overrides(self, rule).as_str());
        *out
    }

    /// The message of `lint`; `None` if it does not fire.
    ///
    /// ```
    /// use occupancy_core::{Lint, Arch, Configuration, Kernel};
    ///
    /// let archs = [Arch::find("h100").unwrap()];
    /// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 33));
    /// let message = configuration.advise(Lint::RegisterCliff).unwrap();
    /// assert!(message.as_str().contains("`regs = 32` fits 8"));
    /// ```
    pub const fn advise(&self, lint: Lint) -> Option<Message> {
        if lint.fires(self) {
            Some(self.message(lint.rule()))
        } else {
            None
        }
    }

    /// The messages of every broken rule, separated by empty lines; `None` if none is broken.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel};
    ///
    /// let archs = [Arch::find("h100").unwrap()];
    /// let configuration = Configuration::new(&archs, Kernel::new((100, 1, 1), 300));
    /// let faults = configuration.faults().unwrap().to_string();
    /// assert!(faults.starts_with("[OCC004] a block of 100 threads ends in a partial warp"));
    /// assert!(faults.contains("\n\n[OCC005] 300 registers per thread"));
    /// ```
    pub const fn faults(&self) -> Option<Text<8192>> {
        let mut left = self.check();
        if left.is_empty() {
            return None;
        }
        let mut out = Text::new();
        while let Some((rule, others)) = left.split_first() {
            out.text(self.message(rule).as_str());
            if !others.is_empty() {
                out.text("\n\n");
            }
            left = others;
        }
        Some(out)
    }
}

/// Two names are a help, ten are a wall.
const MOST_NAMES: usize = 2;

/// GPUs with a line of their own; more are counted in the headline.
const MOST_LINES: usize = 4;

/// GPUs with an `on(…)` of their own: more are better changed together.
const MOST_OVERRIDES: usize = 2;

/// The other GPUs that fail, `; B200 SXM 180GB fails too`, if the rule depends on the GPU; and a line for each whose
/// figures can differ.
const fn others(configuration: &Configuration<'_>, rule: Rule) -> (Message, Message) {
    let (mut names, mut figures) = (Message::new(), Message::new());
    let (mut left, mut failing, mut lines) = (configuration.archs, 0_usize, 0_usize);
    while let [arch, others @ ..] = left
        && rule.refuses_by_gpu()
    {
        left = others;
        if !configuration.breaks(rule, arch) {
            continue;
        }
        // The first has the message.
        if failing > 0 {
            let words = words(configuration, arch, rule, false);
            if failing <= MOST_NAMES {
                names.text(if failing == 1 { "; " } else { ", " });
                names.text(arch.name());
            }
            if !words.figure.as_str().is_empty() && lines < MOST_LINES {
                figures.text(if lines == 0 { "\n" } else { "" });
                let values = [Value::Text(arch.name()), Value::Text(words.figure.as_str())];
                fill(&mut figures, "\n    {}: {}", &values);
                lines = lines.saturating_add(1);
            }
        }
        failing = failing.saturating_add(1);
    }
    let rest = failing.saturating_sub(1).saturating_sub(MOST_NAMES);
    if rest > 0 {
        names.text(" and ").counted(rest as u64, "other GPU");
    }
    names.text(match failing {
        0 | 1 => "",
        2 => " fails too",
        _ => " fail too",
    });
    (names, figures)
}

/// `on("rtx4090", threads = 192)`: values for the GPUs that fail, if others of the list pass; nothing if
/// there are none, or if a GPU has no name to write.
const fn overrides(configuration: &Configuration<'_>, rule: Rule) -> Message {
    let mut out = Message::new();
    let (mut left, mut stated, mut others) = (configuration.archs, 0_usize, 0_usize);
    while let [arch, rest @ ..] = left
        && rule.refuses_by_gpu()
    {
        left = rest;
        // GPUs without clusters pass without one; the others keep theirs.
        let keeps_cluster = matches!(rule, Rule::ClusterUnsupported);
        if configuration.breaks(rule, arch) == keeps_cluster {
            others = others.saturating_add(1);
            continue;
        }
        let (Some(name), Some(change)) = (short_name(arch), own_change(configuration, rule, arch))
        else {
            return Message::new();
        };
        let out = out.text(if stated > 0 { ", on(\"" } else { "on(\"" });
        written(out.text(name).text("\", "), change).text(")");
        stated = stated.saturating_add(1);
    }
    if others > 0 && stated <= MOST_OVERRIDES {
        out
    } else {
        Message::new()
    }
}

/// What to state for one GPU in an `on(…)`, so that it passes by itself.
const fn own_change(configuration: &Configuration<'_>, rule: Rule, arch: &Arch) -> Option<Change> {
    use Change::{Cluster, Hides, Integer, RegistersAndDynamicSharedMemory, Threads};
    if let (Rule::ClusterUnsupported, Some(cluster)) = (rule, configuration.kernel.cluster_dim) {
        return Some(Cluster(cluster));
    }
    let advice = advice(&configuration.with_archs(&[*arch]), rule);
    let [change, ..] = advice.as_slice() else {
        return None;
    };
    let is_of_one_gpu = match change {
        Integer(argument, _) => argument.is_of_one_gpu() && !argument.is_nested(),
        Threads(_) | RegistersAndDynamicSharedMemory(..) | Hides(_) | Cluster(_) => true,
        change => matches!(change, Change::Ratio(Argument::MinOccupancy, _)),
    };
    if is_of_one_gpu { Some(*change) } else { None }
}

/// A name that finds the GPU; a board of the program's own has none.
const fn short_name(arch: &Arch) -> Option<&'static str> {
    let names = match arch {
        Arch::Device(device) => device.aliases,
        Arch::ComputeCapability(cc) => cc.targets,
    };
    match names {
        [short, ..] => Some(short),
        [] => None,
    }
}

/// No message of the tables is cut: the longest of each part, with every number as long as a number can
/// be, fit together.
#[cfg(test)]
mod tests {
    use crate::model::bytes_in_flight;
    use crate::rules::check::words as of_rule;
    use crate::rules::{change, limit_details};
    use crate::{
        Arch, Compiled, ComputeCapability, Configuration, Device, Grid, Kernel, Occupancy, Ratio,
        Resource, Rule,
        kernel::{Accumulator, Argument, Change, LatencyDemand, Tile},
        text::Message,
    };

    extern crate std;
    use std::string::String;
    use std::vec::Vec;

    /// 18,446,744,073,709,551,615
    const LONGEST_NUMBER: usize = 26;

    /// 8,796,093,020,160: as many bytes as 32 bits count, in flight in each thread of 64 warps. Everything else
    /// beside the table of limits counts less, as it is written for blocks that launch.
    const LONGEST_IN_LIMITS: usize = 17;

    /// The length that a text would have if each number in it were as long as that. The words of a text do
    /// not depend on its numbers but for a plural.
    fn widened(text: &str, longest_number: usize) -> usize {
        let mut width = 0;
        let mut within = false;
        for byte in text.bytes() {
            let digit = byte.is_ascii_digit() || within && byte == b',';
            if digit && !within {
                width += longest_number;
            } else if !digit {
                width += 1;
            }
            within = digit;
        }
        width + "s".len()
    }

    /// An SM of more than any GPU has.
    static WIDE: ComputeCapability = {
        let mut wide = crate::compute_capabilities::SM_120;
        wide.max_warps_per_sm = u32::MAX;
        wide.registers_per_sm = u32::MAX;
        wide.registers_per_block = u32::MAX;
        wide.max_registers_per_thread = u32::MAX;
        wide.shared_memory_per_sm = u32::MAX;
        wide.shared_memory_per_block_optin = u32::MAX;
        wide.barriers_per_sm = u32::MAX;
        wide.barriers_per_block = u32::MAX;
        wide.virtual_resources_per_sm = u32::MAX;
        wide
    };

    /// Each compute capability, and of its devices the one with the longest name: all else that is written
    /// of a device is a number, and numbers are widened. Only a device whose memory was measured has words for
    /// it.
    fn archs() -> Vec<Arch> {
        let devices = ComputeCapability::ALL.iter().filter_map(|cc| {
            let devices = Device::ALL.iter().copied();
            devices
                .filter(|device| device.compute_capability.name == cc.name)
                .max_by_key(|device| device.name.len())
        });
        let measured = Device::ALL.iter().copied();
        let measured = measured.filter(|device| bytes_in_flight(device, 1).is_some());
        let measured = measured.max_by_key(|device| device.name.len());
        let others = ComputeCapability::ALL.iter().map(Arch::ComputeCapability);
        let devices = devices.chain(measured).map(Arch::Device);
        devices.chain(others).collect()
    }

    /// A tile that breaks the rules of tiles, and one that keeps some of them.
    fn tile(number: u32) -> Tile {
        let mut tile = match number {
            0 => Tile::new(0, 1, 1),
            1 => Tile::new(512, 512, 64),
            2 => Tile::new(64, 64, 64),
            _ => Tile::new(256, 512, 64),
        };
        match number {
            0 => (tile.a_bytes, tile.b_bytes) = (0, 0),
            1 => tile.extra_registers = u32::MAX,
            2 => tile.extra_registers = 200,
            _ => tile.accumulator = Accumulator::TensorMemory,
        }
        // Tiles that a grid can be too small for, and no elements.
        tile.problem = Some((number, if number == 1 { u32::MAX } else { 0 }));
        tile
    }

    /// Configurations that break every rule, and state each thing in every way in which it is worded.
    fn configurations(archs: &[Arch]) -> Vec<Configuration<'_>> {
        let third = Ratio::new(333_333, 1_000_000).unwrap();
        let kernels = [
            Kernel::new((0, 1, 1), 0),
            Kernel::new((2, 3, 65), 300)
                .with_static_shared_memory(50_000)
                .with_barriers(17)
                .with_carveout(Some(101))
                .with_cluster_dim(Some((3, 2, 4))),
            Kernel::new((1000, 1, 1), 16)
                .with_dynamic_shared_memory(u32::MAX)
                .with_shared_memory_optin(false)
                .with_cluster_dim(Some((0, 2, 1))),
            Kernel::new((1025, 1, 1), 16),
            Kernel::new((1024, 1, 1), 64).with_cluster_dim(Some((7, 1, 1))),
            Kernel::new((1024, 1, 1), 128)
                .with_virtual_resources(u32::MAX)
                .with_cluster_dim(Some((7, 1, 1))),
            Kernel::new((256, 1, 1), 96)
                .with_static_shared_memory(1)
                .with_dynamic_shared_memory(40_000)
                .with_barriers(16)
                .with_virtual_resources(64),
            Kernel::new((32, 1, 1), 8).with_carveout(Some(0)),
        ];
        let grids = [
            None,
            Some(Grid::Blocks((0, 70_000, 1))),
            Some(Grid::Blocks((1001, 1, 1))),
            Some(Grid::Elements(u64::MAX)),
            Some(Grid::Elements(1_000_001)),
        ];
        let mut all = Vec::new();
        for kernel in kernels {
            for grid in grids {
                for min_blocks in [0, 1, 2, u32::MAX] {
                    for demand in [
                        third,
                        Ratio::ZERO,
                        Ratio::ONE,
                        Ratio::new(u64::MAX, 2).unwrap(),
                    ] {
                        let hides = match min_blocks {
                            0 => LatencyDemand {
                                bytes: Some(0),
                                ..LatencyDemand::cycles(0, 0)
                            },
                            1 => LatencyDemand {
                                bytes: Some(1),
                                ..LatencyDemand::cycles(700, 1)
                            },
                            most => LatencyDemand {
                                bytes: Some(3),
                                ..LatencyDemand::cycles(most, 7)
                            },
                        };
                        all.push(
                            Configuration::new(archs, kernel)
                                .with_hides(Some(hides))
                                .with_tile(Some(tile(min_blocks)))
                                .with_integer(Argument::MaxBlocks, min_blocks.into())
                                .with_grid(grid)
                                .with_integer(Argument::ItemsPerThread, min_blocks.into())
                                .with_min_blocks(min_blocks)
                                .with_min_occupancy(demand)
                                .with_tail_efficiency(Some(demand)),
                        );
                    }
                }
            }
        }
        all
    }

    /// Every kind of change, as long as it can be written.
    fn changes() -> Vec<Change> {
        let most = u32::MAX;
        let dims = (most, most, most);
        let ratio = Ratio::new(u64::MAX - 1, u64::MAX).unwrap();
        let mut changes = std::vec![
            Change::Threads(dims),
            Change::RegistersAndDynamicSharedMemory(most, most),
            Change::DynamicInsteadOfStatic(most),
            Change::Grid(dims),
            Change::AllowPartialWarp,
            Change::Hides(LatencyDemand {
                bytes: Some(most),
                ..LatencyDemand::cycles(most, most)
            }),
            Change::Without(Argument::Hides),
            Change::Ratio(Argument::MinOccupancy, ratio),
            Change::Ratio(Argument::TailEfficiency, ratio),
            Change::Without(Argument::MinOccupancy),
            Change::Without(Argument::TailEfficiency),
            Change::Cluster(dims),
            Change::Without(Argument::Cluster),
            Change::Accumulator(Accumulator::TensorMemory),
            Change::Problem((most, most)),
            Change::Without(Argument::Tile),
        ];
        changes.extend(
            Argument::ALL
                .iter()
                .filter(|argument| argument.is_integer())
                .map(|argument| Change::Integer(*argument, argument.most())),
        );
        changes.extend(Device::ALL.iter().copied().map(Change::Device));
        changes
    }

    /// The longest text of every rule.
    struct Longest([usize; Rule::ALL.len()]);

    impl Longest {
        fn meet(&mut self, rule: Rule, text: &Message, longest_number: usize) {
            assert!(!text.is_cut(), "{text}");
            // A template has no name that nothing has.
            assert!(!text.as_str().contains('{'), "{text}");
            self.meet_length(rule, widened(text.as_str(), longest_number));
        }

        fn meet_length(&mut self, rule: Rule, length: usize) {
            let longest = &mut self.0[rule as usize];
            *longest = (*longest).max(length);
        }
    }

    #[test]
    fn no_message_of_the_tables_is_cut() {
        let none = || Longest([0; Rule::ALL.len()]);
        let (mut heads, mut others, mut details, mut helps) = (none(), none(), none(), none());
        let mut figured = none();
        // Each of them where the compiler optimizes.
        let step = if cfg!(debug_assertions) { 5 } else { 1 };
        for (nth, one) in archs().iter().enumerate() {
            // Two names are the most that follow, and four lines of figures.
            let stated = [*one; 5];
            let (code, function) = codes(one);
            let other = [Compiled::machine_code("other", (1, 0))];
            let configurations = configurations(&stated);
            let some = configurations.iter().enumerate().skip(nth % step);
            for (index, configuration) in some.step_by(step) {
                let configuration = match index % 7 {
                    0..4 => *configuration,
                    4 => configuration.with_compiled(&code),
                    5 => configuration.with_compiled(&function),
                    _ => configuration.with_compiled(&other),
                };
                let configuration = match index % 4 {
                    0 => configuration.with_integer(Argument::Sms, u64::from(u32::MAX)),
                    1 => configuration.with_integer(Argument::Sms, 1),
                    _ => configuration,
                };
                for rule in configuration.check().iter() {
                    let words = of_rule(&configuration, one, rule, false);
                    heads.meet(rule, &words.head, LONGEST_NUMBER);
                    let (named, of_others) = super::others(&configuration, rule);
                    others.meet(rule, &named, LONGEST_NUMBER);
                    // The numbers are widened, and the words are those of a few rules.
                    figured.meet(rule, &of_others, LONGEST_IN_LIMITS);
                    let longest_number = match rule {
                        Rule::RegisterFile
                        | Rule::MinBlocks
                        | Rule::MaxBlocks
                        | Rule::MinOccupancy
                        | Rule::HiddenLatency
                        | Rule::BytesInFlight => LONGEST_IN_LIMITS,
                        _ => LONGEST_NUMBER,
                    };
                    details.meet(rule, &words.detail, longest_number);
                    if (index / step).is_multiple_of(40) {
                        let mut out = Message::new();
                        let searched = of_rule(&configuration, one, rule, true);
                        searched.help_into(&mut out, "");
                        let changes = out.as_str().split("; ");
                        let longest = changes.map(|change| widened(change, LONGEST_NUMBER)).max();
                        helps.meet_length(rule, longest.unwrap_or(0));
                    }
                }
            }
        }
        let change_to = changes().into_iter().map(|to| change(to).as_str().len());
        let longest_change = change_to.max().unwrap();
        let names = Device::ALL.iter().flat_map(|device| device.aliases);
        let longest = names.map(|name| name.len()).max().unwrap();
        // No block that launches has more digits.
        let own = longest + "; or `on(\"\", threads = (1024, 1024, 64)), ".len();
        for rule in Rule::ALL {
            let of = |longest: &Longest| longest.0[rule as usize];
            let (head, other) = (of(&heads), of(&others));
            let detail = of(&details) + of(&figured);
            assert!(
                head > 20 || rule == Rule::NoArch,
                "none of `configurations` breaks {rule:?}: add one"
            );
            let code = "[OCC012] ".len() + LONGEST_NUMBER;
            // An advice has at most four changes.
            let help = "\n\n    help: ".len() + 4 * of(&helps).max(longest_change);
            // And two GPUs have values of their own.
            let help = help + 2 * own + "` leaves the others as they are".len();
            let all = code + head + other + detail + help;
            assert!(
                all <= 3072,
                "{rule:?}: {head} + {other} + {detail} + {help}"
            );
        }
    }

    /// Machine code, and a loaded function, that contradict every configuration.
    fn codes(arch: &Arch) -> ([Compiled<'static>; 1], [Compiled<'static>; 1]) {
        let cc = arch.compute_capability();
        let cc = (cc.major(), cc.minor());
        let mut code = Compiled::machine_code(
            "a_kernel_whose_name_has_sixty_four_bytes_and_is_cut_after_them_x",
            cc,
        );
        code.registers = Some(u32::MAX);
        code.static_shared_memory = Some(u32::MAX);
        code.barriers = Some(u32::MAX);
        code.max_block = Some((1, 1, 1));
        code.cluster_dim = Some((u32::MAX, u32::MAX, u32::MAX));
        let mut function = Compiled::loaded(cc);
        function.required_block = Some((u32::MAX, u32::MAX, u32::MAX));
        function.sm_count = Some(u32::MAX);
        function.blocks_per_sm = Some(0);
        function.max_dynamic_shared_memory = Some(0);
        ([code], [function])
    }

    /// All faults of a configuration together.
    #[test]
    fn no_list_of_faults_is_cut() {
        let archs = archs();
        let mut most = 0;
        for configuration in configurations(&archs[..4]) {
            if let Some(faults) = configuration.faults() {
                assert!(!faults.is_cut(), "{faults}");
                most = most.max(faults.as_str().len());
            }
        }
        assert!((1000..8192).contains(&most), "{most}");
    }

    #[test]
    fn no_part_of_a_message_is_cut() {
        for change_to in changes() {
            let text = change(change_to);
            assert!(!text.is_cut(), "{text}");
        }
        let archs = [Arch::ComputeCapability(&WIDE)];
        let most = u32::MAX;
        for kernel in [
            Kernel::new((most, most, most), most),
            Kernel::new((1, 1, 1), most),
            Kernel::new((1, 1, 1), 1),
        ] {
            let kernel = kernel
                .with_static_shared_memory(most)
                .with_dynamic_shared_memory(most)
                .with_barriers(most)
                .with_virtual_resources(most);
            let configuration = Configuration::new(&archs, kernel);
            let occupancy = Occupancy::new(&WIDE, &kernel).unwrap();
            for resource in Resource::ALL {
                let text = limit_details(&occupancy, &configuration, &archs[0], resource);
                assert!(!text.is_cut(), "{text}");
            }
        }
        // One block allowed by each, which so binds.
        let mut narrow = WIDE;
        narrow.max_blocks_per_sm = 1;
        narrow.max_warps_per_sm = 1;
        (narrow.registers_per_sm, narrow.sub_partitions) = (256, 1);
        narrow.shared_memory_per_sm = 1024;
        narrow.shared_memory_carveouts = &[];
        narrow.barriers_per_sm = 1;
        narrow.virtual_resources_per_sm = 1;
        let kernel = Kernel::new((32, 1, 1), 8)
            .with_barriers(1)
            .with_virtual_resources(1);
        let occupancy = Occupancy::new(&narrow, &kernel).unwrap();
        let words: String = occupancy.binding().as_str().into();
        assert!(!occupancy.binding().is_cut());
        for resource in Resource::ALL {
            assert!(words.contains(resource.name()), "{words}");
        }
    }
}
