//! Configurations and their figures: the rows of `tests/figures`, and 28,500 rows that NVIDIA's header computed.
//!
//! A row has the arguments of the attribute as [`configuration`] reads them, `=>`, and the figures that have to come out:
//!
//! ```text
//! # The source of the row.
//! arch = "h100", threads = 256, regs = 64 => blocks = 4, binding = registers
//! ```
//!
//! `every` is each compute capability, and [`figure`] has the names of the figures.
//!
//! The rows of the header are drawn at random, 1,500 for each compute capability; its columns are arguments and figures
//! by the same names. `tests/crates/parity` compares many more where the header is at hand.

use std::fs;

use crate::arguments::configuration;
use crate::common::or_none;
use occupancy_core::kernel::{Argument, Change, LatencyDemand};
use occupancy_core::launch::function_attributes;
use occupancy_core::rules::margin;
use occupancy_core::search::{max_dynamic_shared_memory, max_registers_per_thread};
use occupancy_core::{Configuration, Multiprocessor, Occupancy, Ratio, Resource};

const FILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/figures");

const HEADER: &str = include_str!("../vectors/cuda_occupancy_13.5.csv");

/// The first columns of [`HEADER`], which are arguments; the others are figures.
const ARGUMENTS: usize = 9;

struct Row<'a> {
    arguments: &'a str,
    /// Names of figures with their values.
    expected: Vec<(&'a str, &'a str)>,
}

impl<'a> Row<'a> {
    fn parse(line: &'a str) -> Self {
        let (arguments, expected) = line.split_once(" => ").expect("`=>` and the figures");
        let pair = |pair: &'a str| pair.split_once(" = ").expect(line);
        Self {
            arguments,
            expected: expected.split(", ").map(pair).collect(),
        }
    }

    /// Each configuration of the row.
    fn configurations(&self) -> Vec<Configuration<'static>> {
        let Some(rest) = self.arguments.strip_prefix("arch = \"every\"") else {
            return vec![configuration(self.arguments)];
        };
        let every = occupancy_core::compute_capabilities::ALL.iter();
        let of = |sm: &Multiprocessor| configuration(&format!("arch = {:?}{rest}", sm.name()));
        every.map(of).collect()
    }

    /// The figures that differ from those of the row.
    fn differences(&self) -> Vec<String> {
        let mut out = Vec::new();
        for configuration in self.configurations() {
            for (name, expected) in &self.expected {
                let found = figure(&configuration, name);
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
        }
        out
    }
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
        "most_clusters" => or_none(configuration.resident_clusters_at_most(arch)),
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
            or_none(demand.issue_share(sm, warps.parse().ok()?))
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
    for file in fs::read_dir(FILES).unwrap() {
        let path = file.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        for (index, line) in text.lines().enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            for difference in Row::parse(line).differences() {
                faults.push(format!("{}:{}: {difference}", path.display(), index + 1));
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// The arguments in the words of the attribute.
fn arguments_of_header(cells: &[(&str, &str)]) -> String {
    let argument = |(key, value): &(&str, &str)| match (*key, *value) {
        ("cc", cc) => format!("arch = {cc:?}"),
        ("dynamic_smem", bytes) => format!("smem = {bytes}"),
        ("virtual", resources) => format!("virtual_resources = {resources}"),
        ("optin", is_in) => format!("optin = {}", is_in == "1"),
        // The default.
        ("carveout", "-1") => String::new(),
        (key, value) => format!("{key} = {value}"),
    };
    cells.iter().map(argument).collect::<Vec<_>>().join(", ")
}

#[test]
fn every_row_of_the_header_in_every_column() {
    let mut lines = HEADER.lines();
    let columns: Vec<&str> = lines.next().unwrap().split(',').collect();
    let mut rows = [0; occupancy_core::compute_capabilities::ALL.len()];
    let mut faults = Vec::new();
    for (index, line) in lines.enumerate() {
        let mut cells: Vec<_> = columns.iter().copied().zip(line.split(',')).collect();
        let expected = cells.split_off(ARGUMENTS);
        let sm = occupancy_core::compute_capabilities::ALL.iter();
        rows[sm.take_while(|sm| sm.name() != cells[0].1).count()] += 1;
        let arguments = arguments_of_header(&cells);
        let row = Row {
            arguments: &arguments,
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
