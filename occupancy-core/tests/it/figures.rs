//! Configurations and their figures: the rows of `tests/figures`, and 28,500 rows that NVIDIA's header computed.
//!
//! A row has the arguments of the attribute, `=>`, and the figures that have to come out:
//!
//! ```text
//! # The source of the row.
//! arch = h100, threads = 256, regs = 64 => blocks = 4, binding = registers
//! ```
//!
//! [`Row::configuration`] and [`Row::loaded`] have the other keys that a row can have, and [`figure`] the names of the
//! figures. `every` is each compute capability. In `words.txt`, the messages are below a row.
//!
//! The rows of the header are drawn at random, 1,500 for each compute capability; its columns are arguments and figures
//! by the same names. `tests/crates/parity` compares many more where the header is at hand.

use std::fmt::Display;

use crate::common::arch;
use occupancy_core::kernel::{Accumulator, Argument, Change, LatencyDemand, Tile};
use occupancy_core::launch::function_attributes;
use occupancy_core::rules::margin;
use occupancy_core::search::{max_dynamic_shared_memory, max_registers_per_thread};
use occupancy_core::{Arch, Compiled, Configuration, Grid, Kernel, Occupancy, Ratio, Resource};

const FILES: [(&str, &str); 8] = [
    ("articles.txt", include_str!("../figures/articles.txt")),
    (
        "differences.txt",
        include_str!("../figures/differences.txt"),
    ),
    ("edges.txt", include_str!("../figures/edges.txt")),
    ("guide.txt", include_str!("../figures/guide.txt")),
    ("latency.txt", include_str!("../figures/latency.txt")),
    ("loaded.txt", include_str!("../figures/loaded.txt")),
    ("peers.txt", include_str!("../figures/peers.txt")),
    ("tiles.txt", include_str!("../figures/tiles.txt")),
];

const WORDS: &str = include_str!("../figures/words.txt");

const HEADER: &str = include_str!("../vectors/cuda_occupancy_13.5.csv");

/// The first columns of [`HEADER`], which are arguments; the others are figures.
const ARGUMENTS: usize = 9;

/// Names with their values.
type Pairs<'a> = Vec<(&'a str, &'a str)>;

struct Row<'a> {
    arguments: Pairs<'a>,
    expected: Pairs<'a>,
}

impl<'a> Row<'a> {
    fn parse(line: &'a str) -> Self {
        let pairs = |side: &'a str| {
            let pair = |pair: &'a str| pair.split_once(" = ");
            let pairs: Option<Pairs> = side.split(", ").map(pair).collect();
            pairs.unwrap_or_else(|| panic!("write `name = value, name = value`: {line}"))
        };
        let (arguments, expected) = line.split_once(" => ").expect("`=>` and the figures");
        Self {
            arguments: pairs(arguments),
            expected: pairs(expected),
        }
    }

    /// The GPUs of each configuration of the row.
    fn archs(&self) -> Vec<Vec<Arch>> {
        let (_, names) = self.arguments[0];
        let every = occupancy_core::compute_capabilities::ALL
            .iter()
            .map(Arch::Multiprocessor);
        match names {
            "every" => every.map(|arch| vec![arch]).collect(),
            names => vec![names.split('+').map(arch).collect()],
        }
    }

    fn configuration<'b>(&self, archs: &'b [Arch]) -> Configuration<'b> {
        let mut out = Configuration::new(archs, Kernel::new((0, 1, 1), 0));
        for (key, value) in &self.arguments[1..] {
            let kernel = out.kernel;
            out = match *key {
                "threads" => out.with_kernel(kernel.with_block_dim(extents(value))),
                "cluster" => out.with_kernel(kernel.with_cluster_dim(Some(extents(value)))),
                "grid" => out.with_grid(Some(Grid::Blocks(extents(value)))),
                "optin" => out.with_kernel(kernel.with_shared_memory_optin(*value == "1")),
                "virtual" => out.with_kernel(kernel.with_virtual_resources(number(value))),
                "allow" => out.with_partial_warp_allowed(*value == "partial_warp"),
                "carveout" if *value == "-1" => out,
                "accumulator" => out.with_tile(out.tile.map(|tile| Tile {
                    accumulator: Accumulator::TensorMemory,
                    ..tile
                })),
                "problem" => out.with_tile(out.tile.map(|tile| Tile {
                    problem: Some((extents(value).0, extents(value).1)),
                    ..tile
                })),
                key if key.starts_with("loaded") => out,
                key => out.with_integer(integer(key), number(value).into()),
            };
        }
        out
    }

    /// The figures that the driver reports of the function, if it is loaded.
    fn loaded(&self) -> Option<Compiled<'static>> {
        let mut out = None;
        for (key, value) in &self.arguments {
            if *key == "loaded" {
                let (major, minor) = value.split_once('.').expect("a compute capability");
                out = Some(Compiled::loaded((number(major), number(minor))));
            } else if let (Some(key), Some(function)) = (key.strip_prefix("loaded_"), &mut out) {
                match key {
                    "regs" => function.registers = Some(number(value)),
                    "static_smem" => function.static_shared_memory = Some(number(value)),
                    "sms" => function.sm_count = Some(number(value)),
                    "max_block" => function.max_block = Some(extents(value)),
                    "max_smem" => function.max_dynamic_shared_memory = Some(number(value)),
                    "nonportable" => {
                        function.nonportable_cluster_allowed = Some(*value == "allowed");
                    }
                    "blocks" => function.blocks_per_sm = Some(number(value)),
                    "cluster" => function.cluster_dim = Some(extents(value)),
                    other => panic!("a function has no {other}"),
                }
            }
        }
        out
    }

    /// Calls `with` for each configuration of the row.
    fn each(&self, mut with: impl FnMut(&Configuration<'_>)) {
        let loaded = self.loaded();
        for archs in self.archs() {
            let configuration = self.configuration(&archs);
            with(&match &loaded {
                Some(function) => configuration.with_loaded(function),
                None => configuration,
            });
        }
    }

    /// The figures that differ from those of the row.
    fn differences(&self) -> Vec<String> {
        let mut out = Vec::new();
        self.each(|configuration| {
            for (name, expected) in &self.expected {
                let found = figure(configuration, name);
                let expected = if expected.is_empty() {
                    "none"
                } else {
                    expected
                };
                if found != expected {
                    let on = configuration.archs[0].name();
                    out.push(format!("{on}: {name} = {found}, not {expected}"));
                }
            }
        });
        out
    }
}

fn number(value: &str) -> u32 {
    value
        .parse()
        .unwrap_or_else(|_| panic!("{value:?} is not a number"))
}

/// Reads `256` or `(32,8)`.
fn extents(value: &str) -> (u32, u32, u32) {
    let value = value.trim_matches(['(', ')']);
    let mut extents = value.split(',').map(number);
    let mut next = || extents.next().unwrap_or(1);
    (next(), next(), next())
}

/// The argument with this key. The header has another name for `smem`.
fn integer(key: &str) -> Argument {
    let key = if key == "dynamic_smem" { "smem" } else { key };
    let mut integers = Argument::ALL.iter().filter(|one| one.is_integer());
    *integers
        .find(|argument| argument.key() == key)
        .unwrap_or_else(|| panic!("no argument `{key}` with an integer"))
}

/// The figure with this name, as text; `none` if there is none.
fn figure(configuration: &Configuration<'_>, name: &str) -> String {
    let (arch, kernel) = (&configuration.archs[0], &configuration.kernel);
    let sm = arch.multiprocessor();
    let occupancy = Occupancy::new(sm, kernel);
    let waves = || configuration.waves(arch).expect("a grid and a board");
    let change = |change| match change {
        Some(Change::Threads((x, y, z))) => format!("({x},{y},{z})"),
        other => format!("{other:?}"),
    };
    match name {
        "name" => arch.name().to_owned(),
        "sms" => or_none(arch.sm_count()),
        "breaks" => {
            let violations = configuration.check();
            words(violations.iter().map(|rule| format!("{rule:?}")))
        }
        "attributes" => {
            let attributes = function_attributes(configuration);
            words(attributes.map(|(attribute, value)| format!("{attribute}:{value}")))
        }
        "refused" => occupancy.map_or_else(|error| error.to_string(), |_| "no".to_owned()),
        "most_regs" => {
            let least = configuration.min_blocks.unwrap_or(1);
            let threads = u32::try_from(kernel.threads_per_block()).unwrap();
            or_none(max_registers_per_thread(sm, threads, least))
        }
        "most_smem" => {
            let least = configuration.min_blocks.unwrap_or(1);
            or_none(max_dynamic_shared_memory(sm, kernel, least))
        }
        "more_blocks_with" => change(margin(configuration, arch, Argument::Threads).more),
        "fewer_blocks_with" => change(margin(configuration, arch, Argument::Threads).fewer),
        "blocks_per_wave" => waves().blocks_per_wave().to_string(),
        "waves" => waves().count().to_string(),
        "last_wave" => waves().last_wave_utilization().to_string(),
        "last_wave_blocks" => waves().last_wave_blocks().to_string(),
        "tail" => waves().tail_efficiency().to_string(),
        "tail_ratio" => exact(waves().tail_efficiency()),
        "full_waves_below" => or_none(waves().full_waves_below()),
        "full_waves_above" => waves().full_waves_above().to_string(),
        // The header answers 0 for a kernel that it accepts.
        "status" => occupancy.map_or_else(|error| error.to_string(), |_| "0".to_owned()),
        name => of_latency(configuration, name)
            .or_else(|| of_tile(configuration, name))
            .unwrap_or_else(|| of_occupancy(&occupancy.expect("an occupancy"), name)),
    }
}

/// The figures of `hides(…)`, and of the memory of a board.
fn of_latency(configuration: &Configuration<'_>, name: &str) -> Option<String> {
    let arch = &configuration.archs[0];
    let sm = arch.multiprocessor();
    let demand = configuration.hides.unwrap_or(LatencyDemand::NONE);
    Some(match name {
        "hidden_by_warps" => or_none(demand.warps_per_sm(sm)),
        "hidden_by_warps_of_a_scheduler" => or_none(demand.warps_per_scheduler()),
        "resident_warps" => or_none(configuration.resident_warps(arch)),
        "bytes_in_flight" => or_none(configuration.bytes_in_flight(arch).map(Ratio::rounded_up)),
        "warps_in_flight" => or_none(configuration.warps_needed(arch)),
        "dram_cycles" => or_none(arch.device()?.memory_latencies().map(|one| one.dram)),
        name => {
            let warps = name.strip_prefix("issue_share_of_")?;
            or_none(demand.issue_share(sm, number(warps)))
        }
    })
}

/// The figures of the tile, with one block on each SM.
fn of_tile(configuration: &Configuration<'_>, name: &str) -> Option<String> {
    let tile = configuration.tile?;
    let threads = u32::try_from(configuration.kernel.threads_per_block()).ok()?;
    let sms = configuration.sm_count(&configuration.archs[0]).unwrap_or(0);
    let waves = || tile.waves(sms, 1).expect("a problem");
    Some(match name {
        "accumulator_regs" => or_none(tile.accumulator_registers(threads)),
        "tile_smem" => tile.shared_memory().to_string(),
        "flop_per_byte" => or_none(tile.flop_per_byte().map(exact)),
        "tensor_columns" => or_none(tile.tensor_memory_columns()),
        "tensor_blocks" => {
            let sm = configuration.archs[0].multiprocessor();
            or_none(tile.blocks_with_tensor_memory(sm))
        }
        "tiles" => or_none(tile.tiles().map(|(m, n)| format!("({m},{n})"))),
        "tile_efficiency" => or_none(tile.tile_efficiency()),
        "tile_waves" => waves().count().to_string(),
        "tile_blocks" => waves().grid_blocks().to_string(),
        "tile_tail" => waves().tail_efficiency().to_string(),
        "efficiency" => or_none(tile.efficiency(sms, 1)),
        _ => return None,
    })
}

fn of_occupancy(occupancy: &Occupancy, name: &str) -> String {
    let limit = |resource| or_none(occupancy.limits.of(resource));
    match name {
        "blocks" | "active_blocks" => occupancy.blocks_per_sm.to_string(),
        "warps" => occupancy.warps_per_sm().to_string(),
        "warps_per_block" => occupancy.warps_per_block.to_string(),
        "occupancy" => occupancy.ratio().to_string(),
        "occupancy_ratio" => exact(occupancy.ratio()),
        "binding" => {
            let resources: Vec<Resource> = occupancy.binding_resources().collect();
            let binding = occupancy.binding().to_string();
            assert!(resources.iter().all(|one| binding.contains(one.name())));
            binding
        }
        "binding_is_singular" => occupancy.binding_is_singular().to_string(),
        "regs_per_block" => occupancy.registers_per_block.to_string(),
        "smem_per_block" => occupancy.shared_memory_per_block.to_string(),
        "limit_regs" => limit(Resource::Registers),
        "limit_smem" => limit(Resource::SharedMemory),
        "limit_warps" => limit(Resource::Warps),
        "limit_blocks" => limit(Resource::BlockSlots),
        "limit_barriers" => limit(Resource::Barriers),
        "limit_virtual" => limit(Resource::VirtualResources),
        other => panic!("no figure is called {other}"),
    }
}

fn or_none(figure: Option<impl Display>) -> String {
    figure.map_or_else(|| "none".to_owned(), |figure| figure.to_string())
}

fn exact(ratio: Ratio) -> String {
    format!("{}/{}", ratio.numerator(), ratio.denominator())
}

fn words(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(" ")
    }
}

#[test]
fn every_row_has_its_figures() {
    let mut faults = Vec::new();
    for (file, text) in FILES {
        for (index, line) in text.lines().enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            for difference in Row::parse(line).differences() {
                faults.push(format!("{file}:{}: {difference}", index + 1));
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn every_row_of_the_header_in_every_column() {
    let mut lines = HEADER.lines();
    let columns: Vec<&str> = lines.next().unwrap().split(',').collect();
    let mut rows = [0; occupancy_core::compute_capabilities::ALL.len()];
    let mut faults = Vec::new();
    for (index, line) in lines.enumerate() {
        let cells = columns.iter().copied().zip(line.split(','));
        let mut arguments: Pairs = cells.collect();
        let expected = arguments.split_off(ARGUMENTS);
        let sm = occupancy_core::compute_capabilities::ALL.iter();
        rows[sm.take_while(|sm| sm.name() != arguments[0].1).count()] += 1;
        let row = Row {
            arguments,
            expected,
        };
        for difference in row.differences() {
            faults.push(format!("line {}: {line}: {difference}", index + 2));
        }
    }
    let first = &faults[..faults.len().min(10)];
    assert!(
        faults.is_empty(),
        "{} figures differ from those of NVIDIA's header, first these:\n{}",
        faults.len(),
        first.join("\n")
    );
    assert_eq!(rows, [1_500; 19]);
}

/// A paragraph begins with a configuration, and goes on with its messages.
#[test]
fn every_configuration_has_its_words() {
    let words = WORDS.replace("\r\n", "\n");
    let lines = words.lines().filter(|line| !line.starts_with('#'));
    let text = lines.collect::<Vec<_>>().join("\n");
    for case in text.split("\narch = ").skip(1) {
        let (arguments, expected) = case.split_once('\n').expect("a message");
        let line = format!("arch = {arguments} => words = below");
        let row = Row::parse(&line);
        row.each(|configuration| {
            let faults = configuration.faults().expect("a fault");
            assert_eq!(faults.as_str(), expected.trim(), "{arguments}");
        });
    }
}
