//! The one place that words a violation: the macro's error, a const panic and a run-time error read
//! the same.
//!
//! A message is a headline (lower case, the code, what was asked and what there is), the numbers
//! that decide, and a `help:` line with values that pass.

#![allow(
    clippy::large_types_passed_by_value,
    reason = "text is built up by value in const evaluation, and only where something is wrong"
)]

mod arch;
#[path = "../message/code.rs"]
mod code;
mod foreign;
mod several;

pub use self::arch::unknown_arch;
pub(crate) use self::code::named;
pub use self::code::not_stated;

use crate::gpu::{Arch, MAX_GRID_DIM};
use crate::kernel::{Axis, Change, Configuration, Grid, GridError, wide};
use crate::model::{Occupancy, Resource, binding_limits};
use crate::rules::{Advice, Rule, Violation, advice};
use crate::text::{Message, Ratio, Text, lower};

impl Configuration<'_> {
    /// Words `violation`, one of this configuration's.
    pub const fn message(&self, violation: &Violation) -> Message {
        let rule = violation.rule;
        let out = Message::new().text("[").text(rule.code()).text("] ");
        let Some((_, [arch, ..])) = self.archs.split_at_checked(violation.arch) else {
            return out.text("no GPU is named: `arch` takes at least one");
        };
        let out = headline(out, self, rule, arch);
        let out = other_archs(out, self, violation);
        let out = detail(out, self, rule, arch);
        let out = several::figures(out, self, violation);
        let for_some = if violation.archs < self.archs.len() && !rule.is_common_to_all_archs() {
            several::overrides(self, rule)
        } else {
            Message::new()
        };
        help(out, self, rule, for_some.as_str())
    }
}

/// The numbers that decide.
const fn detail(
    out: Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    arch: &Arch,
) -> Message {
    match rule {
        Rule::RegisterFile | Rule::MinBlocks | Rule::MinOccupancy | Rule::ResidentCluster => {
            limits(out, configuration, arch)
        }
        Rule::SharedMemory => shared_memory(out, configuration, arch),
        Rule::TailEfficiency => waves(out, configuration, arch),
        Rule::ClusterSize => cluster_sizes(out, configuration, arch),
        _ => out,
    }
}

/// The headline of a rule about the block and its resources; others are demands.
const fn headline(
    out: Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    arch: &Arch,
) -> Message {
    let kernel = &configuration.kernel;
    let cc = arch.compute_capability();
    match rule {
        Rule::DeviceWithoutSms => out
            .text(arch.name())
            .text(" has no SMs: give its number of them, which the driver reports"),
        Rule::ContradictoryLimits => out
            .text("the limits of ")
            .text(arch.name())
            .text(" contradict each other: ")
            .text(match cc.contradiction() {
                Some(contradiction) => contradiction,
                None => "",
            }),
        Rule::EmptyBlock => out
            .text("a block of ")
            .dims(kernel.block_dim)
            .text(" has no threads: every dimension is at least 1"),
        Rule::BlockDimension => match configuration.block_axis_over_limit(arch) {
            Some(axis) => out
                .text("a block of ")
                .dims(kernel.block_dim)
                .text(" cannot launch: ")
                .text(axis.name())
                .text(" is at most ")
                .grouped(axis.of(cc.max_block_dim) as u64),
            None => out,
        },
        Rule::ThreadsPerBlock => out
            .text("a block of ")
            .counted(kernel.threads_per_block(), "thread")
            .text(" cannot launch: a block has at most ")
            .grouped(cc.max_threads_per_block as u64),
        Rule::PartialWarp => {
            let threads = kernel.threads_per_block();
            out.text("a block of ")
                .counted(threads, "thread")
                .text(" ends in a partial warp: ")
                .grouped(threads % 32)
                .text(" of 32 lanes of its last warp work")
        }
        Rule::RegistersPerThread if kernel.registers_per_thread == 0 => out
            .text("0 registers a thread: `regs` is what the kernel may use, 1 to ")
            .grouped(cc.max_registers_per_thread as u64),
        Rule::RegistersPerThread => out
            .grouped(kernel.registers_per_thread as u64)
            .text(" registers a thread: a thread can address at most ")
            .grouped(cc.max_registers_per_thread as u64),
        Rule::RegisterFile => out
            .text("not one block of ")
            .counted(kernel.threads_per_block(), "thread")
            .text(" with ")
            .counted(kernel.registers_per_thread as u64, "register")
            .text(" each fits an SM of ")
            .text(arch.name())
            .text(": the launch would fail"),
        Rule::StaticSharedMemory => out
            .grouped(kernel.static_shared_memory as u64)
            .text(" bytes of static shared memory do not compile: ptxas accepts at most ")
            .grouped(cc.shared_memory_per_block as u64)
            .text(", on every GPU"),
        Rule::SharedMemory => out
            .grouped(kernel.shared_memory())
            .text(" bytes of shared memory do not fit one block on ")
            .text(arch.name())
            .text(": at most ")
            .grouped(configuration.shared_memory_allowed(arch) as u64),
        Rule::Barriers => out
            .grouped(kernel.barriers as u64)
            .text(" named barriers: a block has ")
            .grouped(cc.barriers_per_block as u64),
        Rule::VirtualResources => out
            .grouped(kernel.virtual_resources as u64)
            .text(" virtual resources: an SM of ")
            .text(arch.name())
            .text(" has ")
            .grouped(cc.virtual_resources_per_sm as u64),
        Rule::Carveout => {
            out.text("`carveout` is a percentage of the SM's shared memory, 0 to 100")
        }
        Rule::ClusterUnsupported => out
            .text("a cluster of ")
            .counted(kernel.blocks_per_cluster(), "block")
            .text(" cannot launch on ")
            .text(arch.name())
            .text(": clusters begin at compute capability 9.0, and this is ")
            .text(cc.name),
        Rule::EmptyCluster => match kernel.cluster_dim {
            Some(dims) => out
                .text("a cluster of ")
                .dims(dims)
                .text(" has no blocks: every dimension is at least 1"),
            None => out,
        },
        Rule::ClusterSize => cluster_size(out, configuration, arch),
        Rule::ResidentCluster => resident_cluster(out, configuration, arch),
        _ if rule.concerns_compiled_kernel() => code::headline(out, configuration, rule, arch),
        _ => demand(out, configuration, rule, arch),
    }
}

/// The headline of a rule about the grid or about what is demanded.
const fn demand(
    out: Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    arch: &Arch,
) -> Message {
    match rule {
        Rule::ZeroMinBlocks => out.text("`min_blocks` is at least 1: 0 demands nothing"),
        Rule::MinBlocks => min_blocks(out, configuration, arch),
        Rule::MinOccupancy => min_occupancy(out, configuration, arch),
        Rule::ZeroMinOccupancy => out.text("`min_occupancy` is over 0: 0 demands nothing"),
        Rule::MinOccupancyOverOne => {
            out.text("`min_occupancy` is at most 1.0, or 100 %: all warp slots")
        }
        Rule::ZeroTailEfficiency => out.text("`tail_efficiency` is over 0: 0 demands nothing"),
        Rule::TailEfficiencyOverOne => {
            out.text("`tail_efficiency` is at most 1.0, or 100 %: full waves only")
        }
        Rule::EmptyGrid => out.text("the grid has no blocks: there is nothing to launch"),
        Rule::ZeroItemsPerThread => {
            out.text("`items_per_thread = 0`: each thread works on at least 1 element")
        }
        Rule::GridDimension => match configuration.grid_dim() {
            Some(Err(GridError::Dimension { axis, blocks })) => {
                let out = out.text("a grid of ").grouped(blocks).text(" blocks");
                along(out, configuration, axis)
                    .text(" cannot launch: at most ")
                    .grouped(axis.of(MAX_GRID_DIM) as u64)
            }
            _ => out,
        },
        Rule::ClusterGrid => cluster_grid(out, configuration),
        Rule::TailWithoutGrid => {
            out.text("`tail_efficiency` needs a grid: give `grid` or `elements` beside it")
        }
        Rule::TailWithoutDevice => out
            .text("`tail_efficiency` needs a GPU with a known number of SMs, which ")
            .text(arch.name())
            .text(" does not have"),
        Rule::TailEfficiency => tail_efficiency(out, configuration, arch),
        // Worded by `headline`, or before an arch is looked at.
        _ => out,
    }
}

const fn cluster_size(out: Message, configuration: &Configuration<'_>, arch: &Arch) -> Message {
    let cc = arch.compute_capability();
    let blocks = configuration.kernel.blocks_per_cluster();
    let out = out.text("a cluster of ").counted(blocks, "block");
    match cc.max_cluster_size {
        Some(most) => out
            .text(" cannot launch on ")
            .text(arch.name())
            .text(": at most ")
            .grouped(most as u64),
        None => out
            .text(" is not known to launch on ")
            .text(arch.name())
            .text(": NVIDIA documents the portable ")
            .grouped(cc.max_portable_cluster_size as u64)
            .text(", and no more"),
    }
}

const fn resident_cluster(out: Message, configuration: &Configuration<'_>, arch: &Arch) -> Message {
    let (Some(sm_count), Some(occupancy)) = (arch.sm_count(), configuration.launched(arch)) else {
        return out;
    };
    out.text("not one cluster of ")
        .counted(configuration.kernel.blocks_per_cluster(), "block")
        .text(" fits ")
        .text(arch.name())
        .text(": its ")
        .counted(sm_count as u64, "SM")
        .text(if sm_count == 1 { " holds " } else { " hold " })
        .counted(wide(sm_count, occupancy.blocks_per_sm), "block")
        .text(" at once, and the launch would fail")
}

const fn cluster_grid(out: Message, configuration: &Configuration<'_>) -> Message {
    let Some(GridError::Cluster {
        axis,
        blocks,
        cluster,
    }) = configuration.grid_cut_by_cluster()
    else {
        return out;
    };
    let over = match blocks.checked_rem(cluster) {
        Some(over) => over,
        // Of clusters of no blocks, all are.
        None => blocks,
    };
    let out = out.text("a grid of ").counted(blocks as u64, "block");
    along(out, configuration, axis)
        .text(" does not divide into clusters of ")
        .grouped(cluster as u64)
        .text(": ")
        .counted(over as u64, "block")
        .text(if over == 1 {
            " is left over, and the launch would fail"
        } else {
            " are left over, and the launch would fail"
        })
}

/// Where the blocks of a grid come from: the elements that they are for, which are along x, or an axis.
const fn along(out: Message, configuration: &Configuration<'_>, axis: Axis) -> Message {
    match (configuration.grid, axis) {
        (Some(Grid::Elements(elements)), Axis::X) => out
            .text(", for ")
            .counted(elements, "element")
            .text(" at ")
            .grouped(configuration.elements_per_block())
            .text(" a block,"),
        _ => out.text(" in ").text(axis.name()),
    }
}

const fn min_blocks(out: Message, configuration: &Configuration<'_>, arch: &Arch) -> Message {
    let (Some(asked), Some(occupancy)) = (configuration.min_blocks, configuration.launched(arch))
    else {
        return out;
    };
    out.counted(asked as u64, "block")
        .text(" of ")
        .counted(configuration.kernel.threads_per_block(), "thread")
        // One block fits, or another rule is broken: several are asked for.
        .text(" do not fit on one SM of ")
        .text(arch.name())
        .text(": ")
        .text(binding_limits(&occupancy).as_str())
        .text(if occupancy.binding().is_singular() {
            " allows "
        } else {
            " allow "
        })
        .grouped(occupancy.blocks_per_sm as u64)
}

const fn min_occupancy(out: Message, configuration: &Configuration<'_>, arch: &Arch) -> Message {
    let (Some(asked), Some(occupancy)) =
        (configuration.min_occupancy, configuration.launched(arch))
    else {
        return out;
    };
    out.text("occupancy on ")
        .text(arch.name())
        .text(" is ")
        .percent_beside(occupancy.ratio(), asked)
        .text(", below the ")
        .percent_beside(asked, occupancy.ratio())
        .text(" asked for: ")
        .text(binding_limits(&occupancy).as_str())
        .text(if occupancy.binding().is_singular() {
            " allows "
        } else {
            " allow "
        })
        .counted(occupancy.blocks_per_sm as u64, "block")
}

const fn tail_efficiency(out: Message, configuration: &Configuration<'_>, arch: &Arch) -> Message {
    let (Some(asked), Some(waves)) = (configuration.tail_efficiency, configuration.waves(arch))
    else {
        return out;
    };
    out.text("tail efficiency on ")
        .text(arch.name())
        .text(" is ")
        .percent_beside(waves.tail_efficiency(), asked)
        .text(", below the ")
        .percent_beside(asked, waves.tail_efficiency())
        .text(" asked for: the last wave holds ")
        .grouped(waves.last_wave_blocks())
        .text(" of ")
        .counted(waves.blocks_per_wave(), "block")
}

/// `; B200 SXM 180GB fails too`, where the rule depends on the GPU.
const fn other_archs(
    mut out: Message,
    configuration: &Configuration<'_>,
    violation: &Violation,
) -> Message {
    if violation.archs < 2 || violation.rule.is_common_to_all_archs() {
        return out;
    }
    let mut left = match configuration.archs.split_at_checked(violation.arch) {
        Some((_, [_, others @ ..])) => others,
        _ => &[],
    };
    let mut named = 0_usize;
    // Two names are a help, ten are a wall.
    while let [arch, others @ ..] = left
        && named < 2
    {
        if configuration.breaks(violation.rule, arch) {
            out = out
                .text(if named == 0 { "; " } else { ", " })
                .text(arch.name());
            named = named.saturating_add(1);
        }
        left = others;
    }
    let rest = violation.archs.saturating_sub(1).saturating_sub(named);
    if rest > 0 {
        out = out.text(" and ").counted(rest as u64, "other arch");
    }
    out.text(if violation.archs == 2 {
        " fails too"
    } else {
        " fail too"
    })
}

const INDENT: &str = "\n    ";

/// The table of limits, one resource a line.
const fn limits(mut out: Message, configuration: &Configuration<'_>, arch: &Arch) -> Message {
    let Ok(occupancy) = configuration.occupancy_on(arch) else {
        return out;
    };
    out = out.text("\n");
    let mut left = Resource::ALL.as_slice();
    while let [resource, others @ ..] = left {
        let resource = *resource;
        if let Some(blocks) = occupancy.limits.of(resource) {
            let figures = figures(&occupancy, configuration, arch, resource);
            out = out
                .text(INDENT)
                .padded(resource.name(), 17)
                .aligned(blocks as u64, 4)
                .text(if blocks == 1 { " block" } else { " blocks" });
            if !figures.as_str().is_empty() {
                out = out
                    .text(if blocks == 1 { "    " } else { "   " })
                    .text(figures.as_str());
            }
            if occupancy.binds(resource) {
                out = out.text("   binds");
            }
        }
        left = others;
    }
    out
}

/// The numbers that decide what `resource` allows: `64 a thread, 2,048 a warp, …`.
pub const fn figures(
    occupancy: &Occupancy,
    configuration: &Configuration<'_>,
    arch: &Arch,
    resource: Resource,
) -> Text<128> {
    let out = Text::new();
    let kernel = &configuration.kernel;
    let cc = arch.compute_capability();
    match resource {
        Resource::Warps => out
            .grouped(occupancy.warps_per_block)
            .text(" of ")
            .grouped(cc.max_warps_per_sm as u64)
            .text(" warps a block"),
        Resource::Registers => {
            let Some(per_warp) = occupancy
                .registers_per_block
                .checked_div(occupancy.warps_per_block)
            else {
                return out;
            };
            let out = out
                .grouped(kernel.registers_per_thread as u64)
                .text(" a thread, ")
                .grouped(per_warp)
                .text(" a warp, ");
            let Some(sub_partition) = cc.registers_per_sm.checked_div(cc.sub_partitions) else {
                return out;
            };
            match (sub_partition as u64).checked_div(per_warp) {
                Some(warps) => out
                    .counted(warps, "warp")
                    .text(" in each of ")
                    .grouped(cc.sub_partitions as u64)
                    .text(" sub-partitions"),
                None => out,
            }
        }
        Resource::SharedMemory => out
            .grouped(occupancy.shared_memory_per_block)
            .text(" of ")
            .grouped(occupancy.shared_memory_per_sm as u64)
            .text(" bytes a block"),
        Resource::BlockSlots => out,
        Resource::Barriers => out
            .grouped(kernel.barriers as u64)
            .text(" of ")
            .grouped(cc.barriers_per_sm as u64)
            .text(" barriers a block"),
        Resource::VirtualResources => out
            .grouped(kernel.virtual_resources as u64)
            .text(" of ")
            .grouped(cc.virtual_resources_per_sm as u64)
            .text(" a block"),
    }
}

const fn shared_memory(out: Message, configuration: &Configuration<'_>, arch: &Arch) -> Message {
    let kernel = &configuration.kernel;
    let cc = arch.compute_capability();
    let out = out
        .text("\n")
        .text(INDENT)
        .padded("static", 10)
        .aligned(kernel.static_shared_memory as u64, 13)
        .text(" bytes")
        .text(INDENT)
        .padded("dynamic", 10)
        .aligned(kernel.dynamic_shared_memory as u64, 13)
        .text(" bytes")
        .text(INDENT)
        .padded("allowed", 10)
        .aligned(configuration.shared_memory_allowed(arch) as u64, 13)
        .text(" bytes");
    if kernel.shared_memory_optin && cc.shared_memory_per_block_optin > cc.shared_memory_per_block {
        out.text(" with the opt-in, of ")
            .grouped(cc.shared_memory_per_sm as u64)
            .text(" on the SM")
    } else if kernel.shared_memory_optin {
        out.text(", of ")
            .grouped(cc.shared_memory_per_sm as u64)
            .text(" on the SM")
    } else {
        out.text(" without the opt-in")
    }
}

const fn waves(out: Message, configuration: &Configuration<'_>, arch: &Arch) -> Message {
    let (Some(waves), Some(sm_count)) = (configuration.waves(arch), arch.sm_count()) else {
        return out;
    };
    let out = out
        .text("\n")
        .text(INDENT)
        .padded("grid", 11)
        .counted(waves.grid_blocks(), "block");
    let out = match configuration.grid {
        Some(Grid::Elements(elements)) => out
            .text(" for ")
            .counted(elements, "element")
            .text(", ")
            .grouped(configuration.elements_per_block())
            .text(" a block"),
        _ => out,
    };
    let Some(blocks_per_sm) = waves.blocks_per_wave().checked_div(sm_count as u64) else {
        return out;
    };
    out.text(INDENT)
        .padded("wave", 11)
        .counted(waves.blocks_per_wave(), "block")
        .text(": ")
        .grouped(blocks_per_sm)
        .text(" on each of ")
        .counted(sm_count as u64, "SM")
        .text(INDENT)
        .padded("waves", 11)
        .grouped(waves.count())
        .text(INDENT)
        .padded("last wave", 11)
        .counted(waves.last_wave_blocks(), "block")
        .text(", ")
        .percent(waves.last_wave_utilization())
        .text(" of a wave")
}

/// What a cluster may have: everywhere, and on this GPU.
const fn cluster_sizes(out: Message, configuration: &Configuration<'_>, arch: &Arch) -> Message {
    let cc = arch.compute_capability();
    let out = out
        .text("\n")
        .text(INDENT)
        .padded("cluster", 11)
        .counted(configuration.kernel.blocks_per_cluster(), "block")
        .text(INDENT)
        .padded("portable", 11)
        .counted(cc.max_portable_cluster_size as u64, "block")
        .text(INDENT)
        .padded("largest", 11);
    match cc.max_cluster_size {
        Some(most) => out
            .counted(most as u64, "block")
            .text(" on compute capability ")
            .text(cc.name)
            .text(", where the launch side opts in"),
        None => out
            .text("not documented for compute capability ")
            .text(cc.name)
            .text(": `cudaOccupancyMaxPotentialClusterSize` tells it on the GPU"),
    }
}

/// Appends the changes that keep the rule, and those `for_some` GPUs alone.
pub(crate) const fn help(
    out: Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    for_some: &str,
) -> Message {
    let advice: Advice = advice(configuration, rule);
    let changes = advice.as_slice();
    if changes.is_empty() && for_some.is_empty() {
        return code::help(out, configuration, rule);
    }
    let mut out = out.text("\n").text(INDENT).text("help: ");
    let (mut left, mut is_first) = (changes, true);
    while let [change, others @ ..] = left {
        if !is_first {
            let is_last = others.is_empty() && for_some.is_empty();
            out = out.text(if is_last { "; or " } else { "; " });
        }
        out = effect(
            written(out.text("`"), *change).text("`"),
            configuration,
            rule,
            *change,
            is_first,
        );
        (left, is_first) = (others, false);
    }
    if for_some.is_empty() {
        return out;
    }
    let out = if is_first { out } else { out.text("; or ") };
    let out = out.text("`").text(for_some);
    if matches!(rule, Rule::ClusterUnsupported) {
        out.text("` in place of `cluster`")
    } else {
        out.text("` leaves the others as they are")
    }
}

/// The change as it is written in the attribute: `regs = 80`.
pub const fn change(change: Change) -> Text<64> {
    let out = written(Message::new(), change);
    Text::new().text(out.as_str())
}

const fn written(out: Message, change: Change) -> Message {
    match change {
        Change::Registers(registers) => out.text("regs = ").number(registers as u64),
        Change::Threads(block_dim) => out.text("threads = ").dims(block_dim),
        Change::DynamicSharedMemory(bytes) => out.text("smem = ").number(bytes as u64),
        Change::StaticSharedMemory(bytes) => out.text("static_smem = ").number(bytes as u64),
        Change::RegistersAndDynamicSharedMemory(registers, bytes) => out
            .text("regs = ")
            .number(registers as u64)
            .text(", smem = ")
            .number(bytes as u64),
        Change::DynamicInsteadOfStatic(bytes) => {
            out.text("static_smem = 0, smem = ").number(bytes as u64)
        }
        Change::Barriers(barriers) => out.text("barriers = ").number(barriers as u64),
        Change::Carveout(percent) => out.text("carveout = ").number(percent as u64),
        Change::Grid(dims) => out.text("grid = ").dims(dims),
        Change::Elements(elements) => out.text("elements = ").number(elements),
        Change::ItemsPerThread(items) => out.text("items_per_thread = ").number(items as u64),
        Change::AllowPartialWarp => out.text("allow(partial_warp)"),
        Change::MinBlocks(blocks) => out.text("min_blocks = ").number(blocks as u64),
        Change::MinOccupancy(ratio) => out.text("min_occupancy = ").decimal(ratio),
        Change::TailEfficiency(ratio) => out.text("tail_efficiency = ").decimal(ratio),
        Change::NoMinOccupancy => out.text("min_occupancy"),
        Change::NoTailEfficiency => out.text("tail_efficiency"),
        Change::Device(device) => {
            let name = match device.aliases {
                [short, ..] => short,
                [] => device.name,
            };
            out.text("arch = \"").text(name).text("\"")
        }
        Change::Cluster(dims) => out.text("cluster = ").dims(dims),
        Change::NoCluster => out.text("cluster"),
    }
}

/// What the change does, in a few words after it.
const fn effect(
    out: Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    change: Change,
    is_first: bool,
) -> Message {
    match change {
        Change::MinBlocks(_) if matches!(rule, Rule::MinBlocks) => out.text(" is what fits"),
        Change::MinOccupancy(ratio) if matches!(rule, Rule::MinOccupancyOverOne) => {
            out.text(" is ").percent(ratio)
        }
        Change::TailEfficiency(ratio) if matches!(rule, Rule::TailEfficiencyOverOne) => {
            out.text(" is ").percent(ratio)
        }
        Change::MinOccupancy(_) | Change::TailEfficiency(_) => out.text(" is what is reached"),
        Change::Grid(_) if matches!(rule, Rule::TailWithoutGrid) => out.text(" is one full wave"),
        Change::Elements(_) if matches!(rule, Rule::GridDimension) => {
            out.text(" is the most in one launch")
        }
        Change::AllowPartialWarp => out.text(" accepts the idle lanes"),
        Change::DynamicInsteadOfStatic(_) => out.text(" moves it to the launch"),
        Change::NoMinOccupancy | Change::NoTailEfficiency | Change::NoCluster => {
            out.text(" can be left out")
        }
        Change::Device(device) => out.text(" has ").counted(device.sm_count as u64, "SM"),
        _ => match rule {
            Rule::MinBlocks => match configuration.min_blocks {
                Some(asked) if is_first => out.text(" keeps ").counted(asked as u64, "block"),
                Some(asked) => out.text(" keeps ").grouped(asked as u64),
                None => out,
            },
            Rule::ResidentCluster => match clusters(configuration, change) {
                Some(clusters) if is_first => out.text(" fits ").counted(clusters, "cluster"),
                Some(clusters) => out.text(" fits ").grouped(clusters),
                None => out,
            },
            Rule::MinOccupancy => match reached(configuration, change) {
                Some(ratio) => out.text(" reaches ").percent(ratio),
                None => out,
            },
            Rule::TailEfficiency => match efficiency(configuration, change) {
                Some(ratio) => out.text(" reaches ").percent(ratio),
                None => out,
            },
            Rule::PartialWarp => out.text(" is whole warps"),
            Rule::GridDimension => match (change, configuration.grid) {
                (Change::Grid((x, y, z)), Some(Grid::Blocks((asked_x, asked_y, asked_z)))) => {
                    if x <= asked_x && y <= asked_y && z <= asked_z {
                        out.text(" is the most in one launch")
                    } else {
                        out.text(" launches, where the kernel takes its axes so")
                    }
                }
                _ => out.text(" passes"),
            },
            Rule::ClusterSize => out.text(" is portable"),
            Rule::ClusterGrid => match change {
                Change::Cluster(_) => out.text(" divides the grid"),
                Change::Grid(_) => out.text(" is whole clusters"),
                _ => out.text(" makes whole clusters"),
            },
            Rule::RegisterFile => out.text(" fits"),
            Rule::CompiledRegisters | Rule::CompiledBarriers => out.text(" is what it uses"),
            Rule::CompiledStaticSharedMemory => out.text(" is what it declares"),
            Rule::CompiledMaxBlock | Rule::CompiledRequiredBlock | Rule::CompiledCluster => {
                out.text(" is what it was compiled for")
            }
            Rule::SharedMemory | Rule::StaticSharedMemory => beside(out, configuration, change),
            _ => out.text(" passes"),
        },
    }
}

/// What fits of one kind of shared memory depends on the other kind.
const fn beside(out: Message, configuration: &Configuration<'_>, change: Change) -> Message {
    let kernel = &configuration.kernel;
    let out = out.text(" is the most that fits");
    match change {
        Change::DynamicSharedMemory(_) if kernel.static_shared_memory > 0 => out
            .text(" beside `static_smem = ")
            .number(kernel.static_shared_memory as u64)
            .text("`"),
        Change::StaticSharedMemory(_) if kernel.dynamic_shared_memory > 0 => out
            .text(" beside `smem = ")
            .number(kernel.dynamic_shared_memory as u64)
            .text("`"),
        _ => out,
    }
}

/// The lowest occupancy over all archs after the change.
const fn reached(configuration: &Configuration<'_>, change: Change) -> Option<Ratio> {
    let changed = change.apply(configuration);
    let mut lowest: Option<Ratio> = None;
    let mut left = changed.archs;
    while let [arch, others @ ..] = left {
        if let Some(occupancy) = changed.launched(arch) {
            lowest = Some(lower(lowest, occupancy.ratio()));
        }
        left = others;
    }
    lowest
}

/// The lowest tail efficiency over all archs after the change.
const fn efficiency(configuration: &Configuration<'_>, change: Change) -> Option<Ratio> {
    let changed = change.apply(configuration);
    let mut lowest: Option<Ratio> = None;
    let mut left = changed.archs;
    while let [arch, others @ ..] = left {
        if let Some(waves) = changed.waves(arch) {
            lowest = Some(lower(lowest, waves.tail_efficiency()));
        }
        left = others;
    }
    lowest
}

/// The fewest resident clusters over all archs after the change.
const fn clusters(configuration: &Configuration<'_>, change: Change) -> Option<u64> {
    let changed = change.apply(configuration);
    let mut fewest: Option<u64> = None;
    let mut left = changed.archs;
    while let [arch, others @ ..] = left {
        if let Some(clusters) = changed.resident_clusters_at_most(arch) {
            fewest = match fewest {
                Some(fewest) if fewest < clusters => Some(fewest),
                _ => Some(clusters),
            };
        }
        left = others;
    }
    fewest
}

/// No message of the tables is cut: the longest of each part, with every number as long as a number can
/// be, fit together.
#[cfg(test)]
mod tests {
    use super::{
        binding_limits, change, detail, effect, figures, headline, other_archs, several, written,
    };
    use crate::{
        Arch, Carveout, Change, ComputeCapability, Configuration, Device, Grid, Kernel, Message,
        Occupancy, Ratio, Resource, Rule, Violation,
    };

    extern crate std;
    use std::string::String;
    use std::vec::Vec;

    /// 18,446,744,073,709,551,615
    const LONGEST_NUMBER: usize = 26;

    /// 137,438,953,440: 32 times as many registers as 32 bits count. Everything else in the table of
    /// limits counts less, as it is written for blocks that launch.
    const LONGEST_IN_LIMITS: usize = 15;

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

    /// Every arch of the tables.
    fn archs() -> Vec<Arch> {
        let devices = Device::ALL.iter().copied().map(Arch::Device);
        let others = ComputeCapability::ALL.iter().map(Arch::ComputeCapability);
        devices.chain(others).collect()
    }

    /// Configurations that break every rule, and state each thing in every way in which it is worded.
    fn configurations(archs: &[Arch]) -> Vec<Configuration<'_>> {
        let third = Ratio::new(333_333, 1_000_000).unwrap();
        let kernels = [
            Kernel::new((0, 1, 1), 0),
            Kernel::new((2, 3, 65), 300)
                .with_static_shared_memory(50_000)
                .with_barriers(17)
                .with_carveout(Carveout::Percent(101))
                .with_cluster_dim(Some((3, 2, 4))),
            Kernel::new((1000, 1, 1), 16)
                .with_dynamic_shared_memory(u32::MAX)
                .with_shared_memory_optin(false)
                .with_cluster_dim(Some((0, 2, 1))),
            Kernel::new((1024, 1, 1), 128)
                .with_virtual_resources(u32::MAX)
                .with_cluster_dim(Some((7, 1, 1))),
            Kernel::new((256, 1, 1), 96)
                .with_static_shared_memory(1)
                .with_dynamic_shared_memory(40_000)
                .with_barriers(16)
                .with_virtual_resources(64),
            Kernel::new((32, 1, 1), 8).with_carveout(Carveout::Percent(0)),
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
                for min_blocks in [0, 1, u32::MAX] {
                    for demand in [
                        third,
                        Ratio::ZERO,
                        Ratio::ONE,
                        Ratio::new(u64::MAX, 2).unwrap(),
                    ] {
                        all.push(
                            Configuration::new(archs, kernel)
                                .with_grid(grid)
                                .with_items_per_thread(min_blocks)
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
            Change::Registers(most),
            Change::Threads(dims),
            Change::DynamicSharedMemory(most),
            Change::StaticSharedMemory(most),
            Change::RegistersAndDynamicSharedMemory(most, most),
            Change::DynamicInsteadOfStatic(most),
            Change::Barriers(most),
            Change::Carveout(most),
            Change::Grid(dims),
            Change::Elements(u64::MAX),
            Change::ItemsPerThread(most),
            Change::AllowPartialWarp,
            Change::MinBlocks(most),
            Change::MinOccupancy(ratio),
            Change::TailEfficiency(ratio),
            Change::NoMinOccupancy,
            Change::NoTailEfficiency,
            Change::Cluster(dims),
            Change::NoCluster,
        ];
        changes.extend(Device::ALL.iter().copied().map(Change::Device));
        changes
    }

    /// The longest text of every rule.
    struct Longest([usize; Rule::ALL.len()]);

    impl Longest {
        fn meet(&mut self, rule: Rule, text: &Message, longest_number: usize) {
            assert!(!text.is_cut(), "{text}");
            let longest = &mut self.0[rule as usize];
            *longest = (*longest).max(widened(text.as_str(), longest_number));
        }
    }

    #[test]
    fn no_message_of_the_tables_is_cut() {
        let new = Message::new;
        let none = || Longest([0; Rule::ALL.len()]);
        let (mut heads, mut others, mut details, mut helps) = (none(), none(), none(), none());
        let mut figured = none();
        for one in &archs() {
            // Two names are the most that follow, and four lines of figures.
            let stated = [*one; 5];
            for (index, configuration) in configurations(&stated).iter().enumerate() {
                for rule in Rule::ALL {
                    let head = headline(new(), configuration, rule, one);
                    heads.meet(rule, &head, LONGEST_NUMBER);
                    let violation = Violation {
                        rule,
                        arch: 0,
                        archs: stated.len(),
                    };
                    let other = other_archs(new(), configuration, &violation);
                    others.meet(rule, &other, LONGEST_NUMBER);
                    // The numbers are widened, and the words are those of a few rules.
                    if index % 7 == 0 && !rule.is_common_to_all_archs() {
                        let lines = several::figures(new(), configuration, &violation);
                        figured.meet(rule, &lines, LONGEST_IN_LIMITS);
                    }
                    let longest_number = match rule {
                        Rule::RegisterFile | Rule::MinBlocks | Rule::MinOccupancy => {
                            LONGEST_IN_LIMITS
                        }
                        _ => LONGEST_NUMBER,
                    };
                    let detail = detail(new(), configuration, rule, one);
                    details.meet(rule, &detail, longest_number);
                }
            }
        }
        let h100 = [Arch::find("h100").unwrap()];
        for change in changes() {
            for configuration in configurations(&h100).iter().step_by(7) {
                for rule in Rule::ALL {
                    for is_first in [true, false] {
                        let out = written(new().text("`"), change).text("`");
                        let text = effect(out, configuration, rule, change, is_first);
                        helps.meet(rule, &text.text("; or "), LONGEST_NUMBER);
                    }
                }
            }
        }
        let names = Device::ALL.iter().flat_map(|device| device.aliases);
        let longest = names.map(|name| name.len()).max().unwrap();
        // No block that launches has more digits.
        let own = longest + "; or `on(\"\", threads = (1024, 1024, 64)), ".len();
        for rule in Rule::ALL {
            let of = |longest: &Longest| longest.0[rule as usize];
            let (head, other) = (of(&heads), of(&others));
            let detail = of(&details) + of(&figured);
            assert!(head > 20 || rule as u8 == Rule::NoArch as u8, "{rule:?}");
            let code = "[OCC012] ".len() + LONGEST_NUMBER;
            // An advice has at most four changes.
            let help = "\n\n    help: ".len() + 4 * of(&helps);
            // And two GPUs have values of their own.
            let help = help + 2 * own + "` leaves the others as they are".len();
            let all = code + head + other + detail + help;
            assert!(
                all <= 3072,
                "{rule:?}: {head} + {other} + {detail} + {help}"
            );
        }
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
                let text = figures(&occupancy, &configuration, &archs[0], resource);
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
        let words: String = binding_limits(&occupancy).as_str().into();
        assert!(!binding_limits(&occupancy).is_cut());
        for resource in Resource::ALL {
            assert!(words.contains(resource.name()), "{words}");
        }
    }
}
