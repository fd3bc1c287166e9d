//! A configuration on one GPU, evaluated once for everything that a report shows, and its paragraphs: a page, a
//! terminal and JSON each print them in their own way.

use occupancy_core::kernel::{Argument, Change};
use occupancy_core::rules::{MARGINS, Margin, change, limit_details, margin};
use occupancy_core::text::grouped;
use occupancy_core::{Arch, Configuration, Kernel, Multiprocessor, Occupancy, Resource, Waves};

use crate::words::counted;

/// The result of a configuration on one GPU.
pub(crate) struct Verdict<'a> {
    pub(crate) configuration: &'a Configuration<'a>,
    pub(crate) kernel: &'a Kernel,
    pub(crate) arch: &'a Arch,
    pub(crate) sm: &'a Multiprocessor,
    pub(crate) occupancy: Occupancy,
    pub(crate) waves: Option<Waves>,
    /// The most clusters that can be resident on the GPU, if there are clusters.
    pub(crate) clusters: Option<u64>,
}

/// How many blocks one resource of the SM allows, what decides it, and how much of it the resident blocks take.
#[cfg_attr(feature = "calculator", derive(serde::Serialize))]
pub(crate) struct Limit {
    pub(crate) resource: &'static str,
    pub(crate) blocks: u32,
    /// Whether no resource allows fewer.
    pub(crate) binds: bool,
    /// What a block takes of it: `64 per thread, 2,048 per warp, 8 warps in each of 4 sub-partitions`.
    pub(crate) details: String,
    /// What all resident blocks take of it, one of them, and what the SM has.
    #[cfg_attr(feature = "calculator", serde(skip))]
    pub(crate) taken: u64,
    #[cfg_attr(feature = "calculator", serde(skip))]
    pub(crate) each: u64,
    #[cfg_attr(feature = "calculator", serde(skip))]
    pub(crate) of: u64,
}

/// A latency that the author demands to hide, or that of memory, and how far the resident warps hide it.
#[cfg_attr(feature = "calculator", derive(serde::Serialize))]
pub(crate) struct Hidden {
    /// What to hide: `400 cycles, 30 instructions before each wait`.
    pub(crate) what: String,
    /// The warps per SM that hide it.
    pub(crate) warps_needed: String,
    /// The warps that are resident on one SM.
    pub(crate) warps_resident: u32,
    /// The most that the resident warps reach: `schedulers issue in 55.9 % of cycles`.
    pub(crate) reached: String,
}

/// An argument with its value, and the nearest values that change how many blocks an SM holds.
#[cfg_attr(feature = "calculator", derive(serde::Serialize))]
pub(crate) struct Changes {
    /// As it is stated: `regs = 64`.
    pub(crate) stated: String,
    /// The nearest value with more blocks with which the configuration keeps its rules, and its result, in Markdown:
    /// "`regs = 48`: 5 blocks, 62.5 %".
    pub(crate) more: Option<String>,
    /// The nearest value with fewer blocks.
    pub(crate) fewer: Option<String>,
}

impl<'a> Verdict<'a> {
    /// `None` if a dimension of the block is zero or the carve-out is over 100 percent.
    pub(crate) fn new(configuration: &'a Configuration<'a>, arch: &'a Arch) -> Option<Self> {
        let (kernel, sm) = (&configuration.kernel, arch.multiprocessor());
        Some(Self {
            configuration,
            kernel,
            arch,
            sm,
            occupancy: Occupancy::new(sm, kernel).ok()?,
            waves: configuration.waves(arch),
            clusters: configuration.resident_clusters_at_most(arch),
        })
    }

    /// The kernel with another block, or its own where that has as many threads: shared memory can depend on them.
    pub(crate) fn with_threads(&self, threads: u32) -> Kernel {
        if u64::from(threads) == self.kernel.threads_per_block() {
            return *self.kernel;
        }
        self.configuration.with_block_dim((threads, 1, 1)).kernel
    }

    /// The limits, in the order of tables; those that do not limit the kernel are left out.
    pub(crate) fn limits(&self) -> Vec<Limit> {
        let limits = Resource::ALL.iter().map(|of| self.limit(*of));
        limits.flatten().collect()
    }

    /// What one resource allows; `None` if it does not limit the kernel.
    pub(crate) fn limit(&self, resource: Resource) -> Option<Limit> {
        let (sm, kernel, one) = (self.sm, self.kernel, &self.occupancy);
        let (each, of) = match resource {
            Resource::Registers => (one.registers_per_block, sm.registers_per_sm()),
            Resource::SharedMemory => (one.shared_memory_per_block, one.shared_memory_per_sm),
            Resource::Warps => (one.warps_per_block, one.max_warps_per_sm),
            Resource::BlockSlots => (1, sm.max_blocks_per_sm()),
            Resource::Barriers => (kernel.barriers.into(), sm.barriers_per_sm()),
            _ => (
                kernel.virtual_resources.into(),
                sm.virtual_resources_per_sm(),
            ),
        };
        Some(Limit {
            resource: resource.name(),
            blocks: one.limits.of(resource)?,
            binds: one.binds(resource),
            details: limit_details(one, self.configuration, self.arch, resource).to_string(),
            taken: each.saturating_mul(one.blocks_per_sm.into()),
            each,
            of: of.into(),
        })
    }

    /// How far the resident warps hide what the author demands, as far as that is known for this GPU.
    pub(crate) fn latency(&self) -> Vec<Hidden> {
        let (configuration, arch) = (self.configuration, self.arch);
        let mut all = Vec::new();
        let (Some(demand), Some(warps)) = (configuration.hides, configuration.resident_warps(arch))
        else {
            return all;
        };
        let needs = configuration.bytes_in_flight(arch);
        let of_any_grid = configuration.with_grid(None).bytes_in_flight(arch);
        let is_of_grid = warps < self.occupancy.warps_per_sm() || needs != of_any_grid;
        let grid = if is_of_grid { ", with this grid" } else { "" };
        let mut hidden = |what: String, needed, reached| {
            all.push(Hidden {
                what: what + grid,
                warps_needed: grouped(needed).to_string(),
                warps_resident: warps,
                reached,
            });
        };
        if let Some((cycles, instructions)) = demand.latency()
            && let Some(share) = demand.issue_share(self.sm, warps)
            && let Some(needed) = demand.warps_per_sm(self.sm)
        {
            let cycles = counted(cycles.into(), "cycle");
            let instructions = counted(instructions.into(), "instruction");
            let what = format!("{cycles}, {instructions} before each wait");
            let reached = format!("schedulers issue in {share} of cycles");
            hidden(what, needed, reached);
        }
        if let (Some(in_flight), Some(bytes)) = (needs, demand.bytes)
            && let Some(needed) = demand.warps_in_flight(self.sm, in_flight)
        {
            let bytes = counted(bytes.into(), "byte");
            let share = demand.bandwidth_share(self.sm, in_flight, warps);
            let what = format!("memory, {bytes} in flight per thread");
            hidden(what, needed, format!("{share} of the bandwidth"));
        }
        all
    }

    /// The smallest change of each argument of the kernel that changes how many blocks an SM of this GPU holds.
    pub(crate) fn changes(&self) -> Vec<Changes> {
        let mut all = Vec::new();
        for &argument in &MARGINS {
            let Margin { more, fewer, .. } = margin(self.configuration, self.arch, argument);
            if let Some(stated) = self.stated(argument)
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

    /// The argument as it is stated; `None` if the kernel does not have it.
    fn stated(&self, argument: Argument) -> Option<String> {
        let number = self.configuration.integer(argument);
        let one = match argument {
            Argument::Threads => Change::Threads(self.kernel.block_dim),
            Argument::StaticSharedMemory | Argument::Barriers
                if number == argument.row().left_out =>
            {
                return None;
            }
            _ => Change::Integer(argument, number?),
        };
        Some(change(one).to_string())
    }

    fn effect(&self, one: Change) -> String {
        let written = change(one);
        match Occupancy::new(self.sm, &one.apply(self.configuration).kernel) {
            Ok(occupancy) if occupancy.blocks_per_sm > 0 => {
                let blocks = counted(occupancy.blocks_per_sm.into(), "block");
                format!("`{written}`: {blocks}, {}", occupancy.ratio())
            }
            _ => format!("`{written}`: does not launch"),
        }
    }
}
