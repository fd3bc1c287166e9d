//! Helps for a program that has no attribute: each is applied as the program would.

use occupancy_core::kernel::{Accumulator, LatencyDemand, Tile, Wait, WarpGroups};
use occupancy_core::rules::{Style, advice};
use occupancy_core::{Arch, Configuration, Grid, Kernel, Ratio, Rule};

use crate::arguments::describe;

/// Asserts that every advice is written as a program can make it, and keeps the rule and breaks no other.
pub(crate) fn assert_helps(configuration: &Configuration<'_>, rule: Rule) {
    let message = configuration.message_in(Style::Program, rule).to_string();
    let about = || format!("{rule:?}: {}: {message}", describe(configuration));
    for attribute in [
        "`regs",
        "`vgprs",
        "`smem",
        "`static_smem",
        "`threads =",
        "`arch",
        "`cluster",
        "allow(",
        "on(\"",
    ] {
        assert!(!message.contains(attribute), "`{attribute}`: {}", about());
    }
    let advised = advice(configuration, rule);
    let Some((_, help)) = message.split_once("help: ") else {
        assert!(advised.as_slice().is_empty(), "{}", about());
        return;
    };
    let parts: Vec<_> = help.split('`').collect();
    // What it stands beside is no help.
    let mut codes = parts
        .chunks_exact(2)
        .filter_map(|part| (!part[0].ends_with("beside ")).then_some(part[1]));
    for _ in advised.as_slice() {
        let code = codes.next().expect("a help for each advice");
        let mut archs = configuration.archs.to_vec();
        let mut after = *configuration;
        for step in steps(code) {
            if let Some(name) = between(step, "with_archs(&[Arch::find(\"", "\")?])") {
                let one = archs.iter_mut().find(|arch| arch.sm_count().is_none());
                *one.expect("a GPU without an SM count") = Arch::find(name).unwrap();
            } else {
                assert!(apply(&mut after, step).is_some(), "`{step}`: {}", about());
            }
        }
        after.archs = &archs;
        let broken = after.check();
        assert!(!broken.contains(rule), "`{code}` is no help: {}", about());
        let is_kept = |rule: Rule| configuration.check().contains(rule);
        assert!(
            broken.iter().all(is_kept),
            "`{code}` breaks another: {}",
            about()
        );
    }
}

/// The methods that are called in turn.
fn steps(code: &str) -> impl Iterator<Item = &str> {
    code.split(".with_")
}

fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    text.strip_prefix(before)?.strip_suffix(after)
}

/// Makes a change: a method of the configuration or of its kernel, or a field that is set.
fn apply(to: &mut Configuration<'_>, step: &str) -> Option<()> {
    let dims = |text: &str| {
        let numbers: Option<Vec<u32>> = between(text, "(", ")")?.split(", ").map(number).collect();
        let [x, y, z] = *numbers? else { return None };
        Some((x, y, z))
    };
    let ratio = |text: &str| {
        let (numerator, denominator) = text.split_once(", ")?;
        Ratio::new(numerator.parse().ok()?, denominator.parse().ok()?)
    };
    let optional = |value: &str| match value {
        "None" => Some(None),
        _ => number(between(value, "Some(", ")")?).map(Some),
    };
    if let Some((field, value)) = step.split_once(" = ") {
        match field {
            "sms" => to.sms = optional(value)?,
            "max_blocks" => to.max_blocks = optional(value)?,
            "min_occupancy" if value == "None" => to.min_occupancy = None,
            "setmaxnreg" if value == "None" => to.setmaxnreg = None,
            "setmaxnreg" => {
                let all = between(value, "WarpGroups::new(&[", "])")?.split(", ");
                to.setmaxnreg = WarpGroups::new(&all.map(number).collect::<Option<Vec<_>>>()?);
            }
            "cooperative" if value == "false" => to.cooperative = false,
            "items_per_thread" => to.items_per_thread = number(value)?,
            "threads_per_item" => to.threads_per_item = number(value)?,
            _ => return None,
        }
        return Some(());
    }
    if let Some(fields) = between(step, "with_hides(Some(LatencyDemand { ", " }))") {
        let mut demand = LatencyDemand::NONE;
        for field in fields.split(", ") {
            match field.split_once(": ")? {
                ("cycles", value) => demand.cycles = optional(value)?,
                ("instructions", value) => demand.instructions = optional(value)?,
                ("bytes", value) => demand.bytes = optional(value)?,
                ("wait", "Some(Wait::First)") => demand.wait = Some(Wait::First),
                ("wait", "Some(Wait::Last)") => demand.wait = Some(Wait::Last),
                ("wait", "None") => {}
                _ => return None,
            }
        }
        *to = to.with_hides(Some(demand));
        return Some(());
    }
    if let Some(field) = between(step, "with_tile(Some(Tile { ", ", ..tile }))") {
        *to = to.with_tile(Some(tile(to.tile?, field)?));
        return Some(());
    }
    let (method, value) = step
        .trim_start_matches("with_")
        .strip_suffix(')')?
        .split_once('(')?;
    let some = || between(value, "Some(", ")");
    let with: Kernel = to.kernel;
    match method {
        "registers" => *to = to.with_kernel(with.with_registers(number(value)?)),
        "vgprs" => *to = to.with_kernel(with.with_vgprs(number(value)?)),
        "sgprs" => *to = to.with_kernel(with.with_sgprs(number(value)?)),
        "dynamic_shared_memory" => {
            *to = to.with_kernel(with.with_dynamic_shared_memory(number(value)?));
        }
        "static_shared_memory" => {
            *to = to.with_kernel(with.with_static_shared_memory(number(value)?));
        }
        "barriers" => *to = to.with_kernel(with.with_barriers(number(value)?)),
        "carveout" => *to = to.with_kernel(with.with_carveout(Some(number(some()?)?))),
        "cluster_dim" if value == "None" => *to = to.with_kernel(with.with_cluster_dim(None)),
        "cluster_dim" => *to = to.with_kernel(with.with_cluster_dim(Some(dims(some()?)?))),
        "block_dim" => *to = to.with_block_dim(dims(value)?),
        "min_blocks" => *to = to.with_min_blocks(number(value)?),
        "partial_warp_allowed" => *to = to.with_partial_warp_allowed(value == "true"),
        "hides" => *to = to.with_hides(None),
        "tile" => *to = to.with_tile(None),
        "tail_efficiency" if value == "None" => *to = to.with_tail_efficiency(None),
        "tail_efficiency" => {
            *to = to.with_tail_efficiency(Some(ratio(between(value, "Ratio::new(", ")")?)?));
        }
        "min_occupancy" => {
            *to = to.with_min_occupancy(ratio(between(value, "Ratio::new(", ").unwrap()")?)?);
        }
        "grid" => {
            let grid = some()?;
            let blocks = between(grid, "Grid::Blocks(", ")")
                .and_then(dims)
                .map(Grid::Blocks);
            let elements = between(grid, "Grid::Elements(", ")").and_then(|text| text.parse().ok());
            *to = to.with_grid(Some(blocks.or(elements.map(Grid::Elements))?));
        }
        _ => return None,
    }
    Some(())
}

fn number(text: &str) -> Option<u32> {
    text.parse().ok()
}

/// Sets one field.
fn tile(mut tile: Tile, field: &str) -> Option<Tile> {
    match field.split_once(": ")? {
        ("m", value) => tile.m = number(value)?,
        ("n", value) => tile.n = number(value)?,
        ("k", value) => tile.k = number(value)?,
        ("stages", value) => tile.stages = number(value)?,
        ("a_bytes", value) => tile.a_bytes = number(value)?,
        ("packed", value) => tile.packed = number(value)?,
        ("b_bytes", value) => tile.b_bytes = number(value)?,
        ("extra_registers", value) => tile.extra_registers = number(value)?,
        ("accumulator", "Accumulator::Registers") => tile.accumulator = Accumulator::Registers,
        ("accumulator", "Accumulator::TensorMemory") => {
            tile.accumulator = Accumulator::TensorMemory;
        }
        ("problem", value) => {
            let (m, n) = between(value, "Some((", "))")?.split_once(", ")?;
            tile.problem = Some((number(m)?, number(n)?));
        }
        _ => return None,
    }
    Some(tile)
}
