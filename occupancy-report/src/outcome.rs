//! A configuration on one GPU, evaluated once for pages, terminals and JSON, each of which prints it in its own way.

use occupancy_core::kernel::{Argument, Change};
use occupancy_core::model::scalar_registers_per_warp;
use occupancy_core::rules::{MARGINS, Margin, change, limit_details, margin};
use occupancy_core::text::grouped;
use occupancy_core::{
    Arch, Configuration, Kernel, Multiprocessor, Occupancy, Ratio, Resource, Waves,
};

use crate::format::{counted, worded};

/// A configuration on one GPU, with its occupancy and its waves.
pub(crate) struct Outcome<'a> {
    pub(crate) configuration: &'a Configuration<'a>,
    pub(crate) kernel: &'a Kernel,
    pub(crate) arch: &'a Arch,
    pub(crate) sm: &'a Multiprocessor,
    pub(crate) occupancy: Occupancy,
    pub(crate) waves: Option<Waves>,
}

/// The limit that one resource of the SM sets on resident blocks.
#[cfg_attr(feature = "calculator", derive(serde::Serialize))]
pub(crate) struct Limit {
    pub(crate) resource: String,
    /// Resident blocks that the resource allows.
    pub(crate) blocks: u32,
    /// `true` if no resource allows fewer blocks.
    pub(crate) binds: bool,
    /// The share of each block: `64 per thread, 2,048 per warp, 8 warps in each of 4 sub-partitions`.
    pub(crate) details: String,
    /// The share of all resident blocks, in units of the resource.
    #[cfg_attr(feature = "calculator", serde(skip))]
    pub(crate) taken: u64,
    /// The share of one block.
    #[cfg_attr(feature = "calculator", serde(skip))]
    pub(crate) each: u64,
    /// All that the SM has.
    #[cfg_attr(feature = "calculator", serde(skip))]
    pub(crate) of: u64,
}

/// A latency that the author demands to hide, and how far the resident warps hide it.
#[cfg_attr(feature = "calculator", derive(serde::Serialize))]
pub(crate) struct Hidden {
    /// The latency: `400 cycles, 30 instructions before each wait`.
    pub(crate) what: String,
    /// The warps per SM that hide it.
    pub(crate) warps_needed: String,
    /// The warps that are resident on one SM.
    pub(crate) warps_resident: u32,
    /// The most that the resident warps reach: `schedulers issue in 55.9 % of cycles`, or of turns on CDNA.
    pub(crate) reached: String,
}

/// An argument with its value, and the nearest values that change how many blocks an SM holds.
#[cfg_attr(feature = "calculator", derive(serde::Serialize))]
pub(crate) struct Changes {
    /// The argument as the attribute states it: `regs = 64`.
    pub(crate) stated: String,
    /// The nearest value that allows more blocks and breaks no rule, with its result, in Markdown:
    /// "`regs = 48`: 5 blocks, 62.5 %".
    pub(crate) more: Option<String>,
    /// The nearest value that allows fewer blocks.
    pub(crate) fewer: Option<String>,
}

impl<'a> Outcome<'a> {
    /// Evaluates a configuration; `None` if a dimension of the block is zero or the carve-out is over 100 percent.
    pub(crate) fn new(configuration: &'a Configuration<'a>, arch: &'a Arch) -> Option<Self> {
        let (kernel, sm) = (&configuration.kernel, arch.multiprocessor());
        Some(Self {
            configuration,
            kernel,
            arch,
            sm,
            occupancy: Occupancy::new(sm, kernel).ok()?,
            waves: configuration.waves(arch),
        })
    }

    /// Writes the resident warps of each scheduler, and its slots: "8 of 16".
    ///
    /// Each sub-partition has one scheduler, and the warps of the SM go round them. Source: CUDA C++
    /// Programming Guide 13.0, section 20, the chapters of the compute capabilities: "An SM statically
    /// distributes its warps among its schedulers".
    pub(crate) fn warps_per_scheduler(&self) -> String {
        let schedulers = self.sm.sub_partitions().max(1);
        let slots = self.occupancy.max_warps_per_sm / schedulers;
        let warps = self.occupancy.warps_per_sm();
        let (fewest, most) = (warps / schedulers, warps.div_ceil(schedulers));
        if fewest == most {
            format!("{most} of {slots}")
        } else {
            format!("{fewest} or {most} of {slots}")
        }
    }

    /// Returns the kernel with a block of `threads`, on which its shared memory can depend. A block that has as many is
    /// kept.
    pub(crate) fn with_threads(&self, threads: u32) -> Kernel {
        if u64::from(threads) == self.kernel.threads_per_block() {
            return *self.kernel;
        }
        self.configuration.with_block_dim((threads, 1, 1)).kernel
    }

    /// Returns the budget of registers that counts on the GPU.
    pub(crate) fn registers(&self) -> u32 {
        self.kernel.registers_on(self.sm)
    }

    /// Returns `true` if launch bounds decide the registers on the GPU.
    pub(crate) fn has_auto_registers(&self) -> bool {
        let budget = Argument::Registers.on(self.sm);
        self.configuration.is_auto(budget)
    }

    /// Writes a text in the words of the GPU's vendor.
    pub(crate) fn worded(&self, text: &str) -> String {
        worded(text, self.sm.words())
    }

    /// Writes which resources bind: `registers and shared memory`.
    pub(crate) fn binding(&self) -> String {
        self.worded(self.occupancy.binding().as_str())
    }

    /// Returns the limits in the order of tables, without resources that do not limit the kernel.
    pub(crate) fn limits(&self) -> Vec<Limit> {
        let resources = Resource::ALL.iter();
        resources.filter_map(|of| self.limit(*of)).collect()
    }

    /// Returns the limit of one resource; `None` if it does not limit the kernel.
    pub(crate) fn limit(&self, resource: Resource) -> Option<Limit> {
        let (sm, kernel, one) = (self.sm, self.kernel, &self.occupancy);
        let of_virtual = sm.virtual_resources_per_sm();
        let (each, of) = match resource {
            Resource::Registers => (one.registers_per_block, sm.registers_per_sm()),
            Resource::SharedMemory => (one.shared_memory_per_block, one.shared_memory_per_sm),
            Resource::Warps => (one.warps_per_block, one.max_warps_per_sm),
            Resource::BlockSlots => (1, sm.max_blocks_per_sm()),
            Resource::Barriers => (kernel.barriers.into(), sm.barriers_per_sm()),
            Resource::ScalarRegisters => {
                let all = sm.scalar_registers_per_partition() * sm.sub_partitions();
                let per_warp = scalar_registers_per_warp(kernel.sgprs);
                (per_warp.saturating_mul(one.warps_per_block), all)
            }
            _ => (kernel.virtual_resources.into(), of_virtual),
        };
        Some(Limit {
            resource: self.worded(resource.name()),
            blocks: one.limits.of(resource)?,
            binds: one.binds(resource),
            details: self
                .worded(limit_details(one, self.configuration, self.arch, resource).as_str()),
            taken: each.saturating_mul(one.blocks_per_sm.into()),
            each,
            of: of.into(),
        })
    }

    /// Writes how many clusters can be resident: "11 to 16 of 8 blocks on the GPU"; `None` without clusters, or if it
    /// is not known.
    pub(crate) fn clusters(&self) -> Option<String> {
        let most = self.configuration.resident_clusters_at_most(self.arch)?;
        let least = self.configuration.resident_clusters_at_least(self.arch);
        let clusters = between(least.unwrap_or(0), most);
        let blocks = counted(self.kernel.blocks_per_cluster(), "block");
        Some(self.worded(&format!("{clusters} of {blocks} on the GPU")))
    }

    /// Writes how many blocks a cooperative grid can have: "528 blocks at once"; `None` for any other grid, or if it is
    /// not known.
    pub(crate) fn cooperative(&self) -> Option<String> {
        let held = self.configuration.held_at_once(self.arch);
        let (least, most) = held.filter(|_| self.configuration.cooperative)?;
        Some(self.worded(&format!("{} blocks at once", between(least, most))))
    }

    /// Writes the share of the resident warps that one barrier of a block stalls: "stalls 25 % of the resident
    /// warps, those of one block"; `None` if no barrier is stated and the block is small or not alone.
    pub(crate) fn barrier(&self) -> Option<String> {
        let blocks = self.occupancy.blocks_per_sm;
        let is_large = blocks == 1 && self.kernel.threads_per_block() >= LARGE;
        let share =
            Ratio::new(1, blocks.into()).filter(|_| is_large || self.kernel.barriers > 0)?;
        let warps = format!("stalls {share} of the resident warps, those of one block");
        Some(self.worded(&warps))
    }

    /// Returns the latencies that the author demands to hide, as far as their figures are known for this GPU.
    pub(crate) fn latency(&self) -> Vec<Hidden> {
        let (configuration, arch) = (self.configuration, self.arch);
        let mut all = Vec::new();
        let resident = configuration.resident_warps(arch);
        let Some((demand, warps)) = configuration.hides.zip(resident) else {
            return all;
        };
        let needs = configuration.bytes_in_flight(arch);
        let of_any_grid = configuration.with_grid(None).bytes_in_flight(arch);
        let is_of_grid = warps < self.occupancy.warps_per_sm() || needs != of_any_grid;
        let grid = if is_of_grid { ", with this grid" } else { "" };
        let mut hidden = |what: String, needed, reached: &str| {
            all.push(Hidden {
                what: what + grid,
                warps_needed: grouped(needed).to_string(),
                warps_resident: warps,
                reached: self.worded(reached),
            });
        };
        if let Some((cycles, instructions)) = demand.latency()
            && let Some(share) = demand.issue_share(self.sm, warps)
            && let Some(needed) = demand.warps_per_sm(self.sm)
        {
            let cycles = counted(cycles.into(), "cycle");
            let instructions = counted(instructions.into(), "instruction");
            let what = format!(
                "{cycles}, {instructions} before each wait{}",
                demand.awaited()
            );
            let has_turns = demand.has_turns(self.sm);
            let unit = if has_turns { "turns" } else { "cycles" };
            let reached = format!("schedulers issue in {share} of {unit}");
            hidden(what, needed, &reached);
        }
        if let (Some(in_flight), Some(bytes)) = (needs, demand.bytes)
            && let Some(needed) = demand.warps_in_flight(self.sm, in_flight)
        {
            let bytes = counted(bytes.into(), "byte");
            let share = demand.bandwidth_share(self.sm, in_flight, warps);
            let what = format!("memory, {bytes} in flight per thread");
            hidden(what, needed, &format!("{share} of the bandwidth"));
        }
        all
    }

    /// Returns for each argument of the kernel the nearest values that change how many blocks an SM holds.
    pub(crate) fn changes(&self) -> Vec<Changes> {
        let mut all = Vec::new();
        for argument in MARGINS.map(|argument| argument.on(self.sm)) {
            let Margin { more, fewer, .. } = margin(self.configuration, self.arch, argument);
            if let Some(stated) = self.as_written(argument)
                && (more.is_some() || fewer.is_some())
            {
                all.push(Changes {
                    stated,
                    more: more.map(|more| self.effect(more)),
                    fewer: fewer.map(|fewer| self.effect(fewer)),
                });
            }
        }
        all
    }

    /// Writes an argument as in the attribute; `None` if the kernel does not have it.
    fn as_written(&self, argument: Argument) -> Option<String> {
        let number = self.configuration.integer(argument);
        let default = argument.row().left_out;
        if self.configuration.is_auto(argument) {
            return Some(format!("{} = auto", argument.key()));
        }
        let one = match argument {
            Argument::Threads => Change::Threads(self.kernel.block_dim),
            Argument::StaticSharedMemory | Argument::Barriers if number == default => return None,
            _ => Change::Integer(argument, number?),
        };
        Some(change(one).to_string())
    }

    /// Writes a change, and its result.
    fn effect(&self, one: Change) -> String {
        let written = change(one);
        match Occupancy::new(self.sm, &one.apply(self.configuration).kernel) {
            Ok(occupancy) if occupancy.blocks_per_sm > 0 => {
                let blocks = self.worded(&counted(occupancy.blocks_per_sm.into(), "block"));
                format!("`{written}`: {blocks}, {}", occupancy.ratio())
            }
            _ => format!("`{written}`: does not launch"),
        }
    }
}

/// The fewest threads of a lone block whose barriers are told of.
const LARGE: u64 = 512;

/// Writes two bounds of a number: "11 to 16", or "at most 16" if the lower one is 0, which says nothing.
fn between(least: u64, most: u64) -> String {
    match (least, grouped(most)) {
        (0, most) => format!("at most {most}"),
        (least, of_both) if least == most => of_both.to_string(),
        (least, most) => format!("{} to {most}", grouped(least)),
    }
}

/// Returns `true` if compilers before CUDA 13.0 refuse the static shared memory. Code that is compiled is past that.
pub(crate) fn needs_cuda_13(configuration: &Configuration<'_>, arch: &Arch) -> bool {
    let (kernel, sm) = (&configuration.kernel, arch.multiprocessor());
    let more = sm.shared_memory_per_block() + 1..=sm.static_shared_memory_per_block();
    configuration.compiled.is_empty() && more.contains(&kernel.static_shared_memory)
}

#[cfg(test)]
mod tests {
    use occupancy_core::compute_capabilities::{SM_60, SM_90};
    use occupancy_core::{Arch, Configuration, Kernel};

    use super::Outcome;

    #[test]
    fn warps_go_round_the_schedulers() {
        for (sm, threads, expected) in [
            // 4 blocks of 8 warps over 4 schedulers.
            (&SM_90, 256, "8 of 16"),
            // 10 blocks of 3 warps: two schedulers have one more.
            (&SM_90, 96, "7 or 8 of 16"),
            // 32 warps over 2 schedulers.
            (&SM_60, 256, "16 of 32"),
        ] {
            let archs = [Arch::Multiprocessor(sm)];
            let configuration = Configuration::new(&archs, Kernel::new((threads, 1, 1), 64));
            let outcome = Outcome::new(&configuration, &archs[0]).unwrap();
            assert_eq!(outcome.warps_per_scheduler(), expected, "{threads}");
        }
    }
}
