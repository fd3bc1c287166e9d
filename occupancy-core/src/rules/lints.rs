//! Lints: what is worth a warning about a configuration that passes.

use super::Rule;
use crate::kernel::{Argument, Configuration};
use crate::text::Message;

/// A possible problem of a configuration that passes its check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Lint {
    /// The stated grid's last wave is less than half full and its tail efficiency is below 90 %,
    /// and no tail efficiency is demanded.
    LastWave,
    /// The stated grid has fewer blocks than the device has SMs.
    IdleSms,
    /// One register per thread less would fit another block.
    RegisterCliff,
    /// `min_blocks` demands fewer blocks than fit.
    MinBlocks,
    /// A cluster has more than the portable 8 blocks, and the GPU allows it.
    NonportableCluster,
    /// The machine code spills registers to local memory.
    Spills,
    /// The stack of a thread is not known when the code is compiled: it recurses, or calls through a
    /// pointer.
    UnknownStack,
    /// The register cap of the machine code comes from launch bounds with another number of blocks than
    /// `min_blocks`.
    RegisterCap,
    /// The machine code is input for the linker, which may raise what it uses.
    Relocatable,
    /// The barriers of the machine code allow fewer blocks than any other resource.
    BarrierLimit,
    /// Fewer warps are resident than an SM has schedulers, so some schedulers never issue.
    IdleSchedulers,
    /// Fewer than half of the warp slots are in use, and the author states no `intent`.
    LowOccupancy,
    /// The author states `intent(low_occupancy, …)`, but at least half of the warp slots are in use on every
    /// GPU.
    UnfulfilledIntent,
}

impl Lint {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::LastWave,
        Self::IdleSms,
        Self::RegisterCliff,
        Self::MinBlocks,
        Self::NonportableCluster,
        Self::Spills,
        Self::UnknownStack,
        Self::RegisterCap,
        Self::Relocatable,
        Self::BarrierLimit,
        Self::IdleSchedulers,
        Self::LowOccupancy,
        Self::UnfulfilledIntent,
    ];

    /// The name in `allow(…)`, `warn(…)` and `deny(…)`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::LastWave => "last_wave",
            Self::IdleSms => "idle_sms",
            Self::RegisterCliff => "register_cliff",
            Self::MinBlocks => "min_blocks",
            Self::NonportableCluster => "nonportable_cluster",
            Self::Spills => "spills",
            Self::UnknownStack => "unknown_stack",
            Self::RegisterCap => "register_cap",
            Self::Relocatable => "relocatable",
            Self::BarrierLimit => "barrier_limit",
            Self::IdleSchedulers => "idle_schedulers",
            Self::LowOccupancy => "low_occupancy",
            Self::UnfulfilledIntent => "unfulfilled_intent",
        }
    }

    /// The rule.
    pub const fn rule(self) -> Rule {
        match self {
            Self::LastWave => Rule::LastWave,
            Self::IdleSms => Rule::IdleSms,
            Self::RegisterCliff => Rule::RegisterCliff,
            Self::MinBlocks => Rule::FewerMinBlocks,
            Self::NonportableCluster => Rule::NonportableCluster,
            Self::Spills => Rule::Spills,
            Self::UnknownStack => Rule::UnknownStack,
            Self::RegisterCap => Rule::RegisterCap,
            Self::Relocatable => Rule::Relocatable,
            Self::BarrierLimit => Rule::BarrierLimit,
            Self::IdleSchedulers => Rule::IdleSchedulers,
            Self::LowOccupancy => Rule::LowOccupancy,
            Self::UnfulfilledIntent => Rule::UnfulfilledIntent,
        }
    }

    /// The stable code that its message starts with.
    pub const fn code(self) -> &'static str {
        self.rule().code()
    }

    /// Whether it warns by default; otherwise it is silent unless turned on.
    pub const fn is_default(self) -> bool {
        self.rule().is_default()
    }

    /// The argument that it is about.
    pub const fn argument(self, configuration: &Configuration<'_>) -> Argument {
        self.rule().argument(configuration)
    }

    /// Whether the lint fires for a configuration. It is [`Configuration::advise`] without the message.
    pub const fn fires(self, configuration: &Configuration<'_>) -> bool {
        self.rule().fires(configuration)
    }
}

impl Configuration<'_> {
    /// The message of `lint`; `None` if it does not fire.
    pub const fn advise(&self, lint: Lint) -> Option<Message> {
        self.warn(lint.rule())
    }
}
