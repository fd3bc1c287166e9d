//! Configurations as an author states them, with the attribute's arguments: `arch = "h100", threads = 256, regs = 64`.
//!
//! Some keys and values have no counterpart in the attribute: `optin = false`, `virtual_resources = 128`, a board of a
//! program's own (`arch = "a board: 4 SMs of 9.0"`), and the figures of the compiled kernel `k` (`code_regs = 72`;
//! those of PTX for a target have `code_ptx = "sm_90"`, those of a code object `code_gfx = 942`, and before those of a
//! loaded function is `loaded = 9.0`).

#![allow(dead_code, reason = "every suite uses its own part")]

use std::str::FromStr;

use occupancy_core::gpu::{CodeForm, Suffix};
use occupancy_core::kernel::{Accumulator, Arguments, LatencyDemand, Tile, Wait, WarpGroups};
use occupancy_core::{Arch, Compiled, Configuration, Device, Grid, Kernel, Ratio};

use crate::common::{MADE_UP, arch, multiprocessor, ratio};

pub(crate) fn configuration(line: &str) -> Configuration<'static> {
    let none = Configuration::new(&[], Kernel::new((1, 1, 1), 0));
    let mut out = with(&none, line);
    let integers = Arguments::ALL.iter().filter(|one| one.is_integer());
    let stated = integers.filter(|one| pairs(line).iter().any(|(key, _)| one.key() == *key));
    let stated = Arguments::of(&stated.collect::<Vec<_>>());
    if let Some(tile) = &mut out.tile {
        tile.gives_shared_memory = Tile::gives_beside(stated);
    }
    out.with_tile(out.tile)
}

/// Sets some arguments of the configuration.
pub(crate) fn with<'a>(configuration: &Configuration<'a>, line: &str) -> Configuration<'a> {
    let mut out = *configuration;
    let mut code = Compiled::machine_code("k", (9, 0));
    for (key, value) in pairs(line) {
        match key {
            "arch" => out = out.with_archs(archs(value).leak()),
            "threads" => out = out.with_block_dim(dims(value)),
            "cluster" => out.kernel.cluster_dim = Some(dims(value)),
            "grid" => out.grid = Some(Grid::Blocks(dims(value))),
            "min_occupancy" => out = out.with_min_occupancy(decimal(value)),
            "cooperative" => out.cooperative = true,
            "tail_efficiency" => out = out.with_tail_efficiency(Some(decimal(value))),
            "accumulator" => {
                assert_eq!(value, "tensor_memory", "{line}");
                tile(&mut out).accumulator = Accumulator::TensorMemory;
            }
            "wait" => {
                let wait = match value {
                    "first" => Wait::First,
                    value => {
                        assert_eq!(value, "last", "{line}");
                        Wait::Last
                    }
                };
                let demand = out.hides.unwrap_or(LatencyDemand::NONE);
                out.hides = Some(demand.with_wait(wait));
            }
            "problem" => {
                let (rows, columns, _) = dims(value);
                tile(&mut out).problem = Some((rows, columns));
            }
            "setmaxnreg" => {
                let registers: Vec<u32> = value[1..].split(", ").map(number).collect();
                out.setmaxnreg = WarpGroups::new(&registers);
                // On one GPU of a list, launch bounds may leave more registers.
                out = out.with_block_dim(out.kernel.block_dim);
            }
            "allow" => out = out.with_partial_warp_allowed(true),
            "intent" => out.low_occupancy_intended = true,
            "optin" => out.kernel.shared_memory_optin = number(value),
            "virtual_resources" => out.kernel.virtual_resources = number(value),
            "code_regs" => code.registers = Some(number(value)),
            "code_static_smem" => code.static_shared_memory = Some(number(value)),
            "code_barriers" => code.barriers = Some(number(value)),
            "code_max_block" => code.max_block = Some(dims(value)),
            "code_required_block" => code.required_block = Some(dims(value)),
            "code_cluster" => code.cluster_dim = Some(dims(value)),
            "code_max_cluster" => code.max_cluster_rank = Some(number(value)),
            "code_needs_cluster" => code.is_cluster_explicit = number(value),
            "code_min_blocks" => code.min_blocks = Some(number(value)),
            "code_grid_of_clusters" => code.are_blocks_clusters = number(value),
            "code_ptx" => (code.form, code.suffix) = (CodeForm::Ptx, suffix(value)),
            "code_gfx" => {
                code.form = CodeForm::CodeObject;
                (code.compute_capability, code.suffix) = target(value);
            }
            "code_vgprs" => code.vgprs = Some(number(value)),
            "code_sgprs" => code.sgprs = Some(number(value)),
            "code_spilled_vgprs" => code.spilled_vgprs = Some(number(value)),
            "code_stack" => code.stack = Some(number(value)),
            "code_wavefront" => code.wavefront_size = Some(number(value)),
            "code_wgp" => code.workgroup_processor_mode = Some(number(value)),
            "code_relocatable" => code.is_relocatable = number(value),
            "code_setmaxnreg" => code.setmaxnreg = Some(number(value)),
            "code_register_cap" => code.register_cap = Some(number(value)),
            "loaded" => {
                let (major, minor) = value.split_once('.').expect("a compute capability");
                code = Compiled::loaded((number(major), number(minor)));
            }
            "code_sms" => code.sm_count = Some(number(value)),
            "code_max_smem" => code.max_dynamic_shared_memory = Some(number(value)),
            "code_nonportable" => code.nonportable_cluster_allowed = Some(number(value)),
            "code_blocks" => code.blocks_per_sm = Some(number(value)),
            _ => {
                let mut all = Arguments::ALL.iter().filter(|one| one.is_integer());
                let argument = all
                    .find(|one| one.key() == key)
                    .unwrap_or_else(|| panic!("`{key}` is not an argument: {line}"));
                out = out.with_integer(argument, number(value));
            }
        }
    }
    if let CodeForm::Loaded = code.form {
        out = out.with_loaded(Box::leak(Box::new(code)));
    } else if code != Compiled::machine_code("k", (9, 0)) {
        out = out.with_compiled(vec![code].leak());
    }
    out
}

/// The arguments and their values. Those in `hides(…)` and `tile(…)` are as if they stood alone.
fn pairs(line: &str) -> Vec<(&str, &str)> {
    let mut pairs = Vec::new();
    let mut left = line;
    loop {
        left = left.trim_start_matches([' ', ',', ')']);
        let is_of_key = |c: char| c.is_ascii_lowercase() || c == '_';
        let (key, rest) = left.split_at(left.find(|c| !is_of_key(c)).unwrap_or(left.len()));
        if key.is_empty() {
            assert_eq!(left, "", "{line}");
            return pairs;
        }
        let (value, rest) = match (key, rest.strip_prefix(" = ")) {
            ("hides" | "tile", None) => {
                left = &rest[1..];
                continue;
            }
            ("cooperative", None) => ("", rest),
            (_, None) => rest.split_at(rest.find(')').expect("an end")),
            (_, Some(value)) => value.split_at(match value.as_bytes()[0] {
                b'(' => value.find(')').expect("an end") + 1,
                b'[' => value.find(']').expect("an end") + 1,
                b'"' => value[1..].find('"').expect("an end") + 2,
                _ => value.find([',', ')']).unwrap_or(value.len()),
            }),
        };
        pairs.push((key, value));
        left = rest;
    }
}

/// The version and the stepping of `942`, or of `9-4-generic`.
pub(crate) fn target(value: &str) -> ((u32, u32), Suffix) {
    if let Some(generic) = value.trim_matches('"').strip_suffix("-generic") {
        let (major, minor) = generic.split_once('-').unwrap_or((generic, "0"));
        return ((number(major), number(minor)), Suffix::Generic);
    }
    let (version, stepping) = value.split_at(value.len() - 1);
    let (major, minor) = version.split_at(version.len() - 1);
    let stepping = u8::from_str_radix(stepping, 16).unwrap();
    ((number(major), number(minor)), Suffix::Stepping(stepping))
}

fn number<T: FromStr>(value: &str) -> T {
    let parsed = value.replace('_', "").parse();
    parsed.unwrap_or_else(|_| panic!("`{value}` is not a number"))
}

/// The suffix of a target of 9.0: `"sm_90a"`.
fn suffix(target: &str) -> Suffix {
    let suffix = target.trim_matches('"').strip_prefix("sm_90");
    let all = [Suffix::None, Suffix::Architecture, Suffix::Family];
    let mut all = all.into_iter();
    all.find(|one| Some(one.text()) == suffix).expect(target)
}

fn dims(value: &str) -> (u32, u32, u32) {
    let mut extents = value.trim_matches(['(', ')']).split(", ").map(number);
    let mut next = || extents.next().unwrap_or(1);
    (next(), next(), next())
}

fn decimal(value: &str) -> Ratio {
    let (whole, fraction) = value.split_once('.').unwrap_or((value, ""));
    ratio(number(&format!("{whole}{fraction:0<4}")), 10_000)
}

fn tile<'a>(configuration: &'a mut Configuration<'_>) -> &'a mut Tile {
    configuration.tile.get_or_insert(Tile::new(1, 1, 1))
}

fn archs(value: &str) -> Vec<Arch> {
    let names = value.split('"').skip(1).step_by(2);
    let archs = names.map(|name| match name.strip_prefix("a board: ") {
        None if MADE_UP.iter().any(|sm| sm.name() == name) => {
            Arch::Multiprocessor(multiprocessor(name))
        }
        None => arch(name),
        Some(board) => {
            let (sm_count, sm) = board.split_once(" SMs of ").expect("a compute capability");
            Device::new("a board", multiprocessor(sm), number(sm_count)).arch()
        }
    });
    archs.collect()
}

/// The configuration as a failing test prints it, with its GPUs by name.
pub(crate) fn describe(configuration: &Configuration<'_>) -> String {
    let named = |arch: &Arch| (arch.name(), arch.sm_count(), arch.multiprocessor().name());
    let archs: Vec<_> = configuration.archs.iter().map(named).collect();
    format!("{archs:?} {:?}", configuration.with_archs(&[]))
}
