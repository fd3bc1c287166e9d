//! What the kernel was compiled to: the code that the GPU runs keeps what the configuration declares.

mod conflict;
mod words;

use super::Rule;
use super::about::About;
use super::advice::{Advice, Nearest};
use super::check::bit;
use crate::kernel::{Argument, Arguments, Change, Configuration, product};
use crate::model::Facts;
use crate::text::Message;

use self::conflict::is_same;
pub use self::words::not_stated;
pub(super) use self::words::{headline, help, named};

pub(super) const fn about(rule: Rule, configuration: &Configuration<'_>) -> About {
    // One of the two is stated.
    let compiled = Arguments::of(&[Argument::Arch, Argument::Cubin, Argument::Ptx]);
    let (code, argument) = match rule {
        Rule::CompiledArchitecture => {
            return About::new("OCC035", configuration.compiled_argument())
                .reading(compiled)
                .by_gpu();
        }
        Rule::CompiledCluster => {
            let argument = if configuration.kernel.cluster_dim.is_some() {
                Argument::Cluster
            } else {
                configuration.compiled_argument()
            };
            return About::new("OCC036", argument)
                .reading(compiled.with(Argument::Cluster))
                .by_gpu();
        }
        Rule::CompiledRegisters => ("OCC030", Argument::Registers),
        Rule::CompiledStaticSharedMemory => ("OCC031", Argument::StaticSharedMemory),
        Rule::CompiledBarriers => ("OCC032", Argument::Barriers),
        Rule::CompiledMaxBlock => ("OCC033", Argument::Threads),
        _ => ("OCC034", Argument::Threads),
    };
    About::new(code, argument)
        .reading(compiled.with(argument))
        .by_gpu()
}

/// What the code that the GPU runs contradicts.
pub(super) const fn broken(configuration: &Configuration<'_>, facts: &Facts<'_>) -> u64 {
    let kernel = &configuration.kernel;
    let Some(code) = configuration.compiled_on(facts.arch) else {
        return bit(Rule::CompiledArchitecture);
    };
    let mut broken = 0;
    if exceeds(code.registers, kernel.registers_per_thread) {
        broken |= bit(Rule::CompiledRegisters);
    }
    if exceeds(code.static_shared_memory, kernel.static_shared_memory) {
        broken |= bit(Rule::CompiledStaticSharedMemory);
    }
    if exceeds(code.barriers, kernel.barriers) {
        broken |= bit(Rule::CompiledBarriers);
    }
    // A block that cannot be is reported as that.
    if facts.block_is_legal {
        if let Some(required) = code.required_block {
            if !is_same(required, kernel.block_dim) {
                broken |= bit(Rule::CompiledRequiredBlock);
            }
        } else if let Some(most) = code.max_block
            && facts.threads > product(most)
        {
            broken |= bit(Rule::CompiledMaxBlock);
        }
    }
    if configuration.cluster_conflict(facts.arch).is_some() {
        broken |= bit(Rule::CompiledCluster);
    }
    broken
}

const fn exceeds(found: Option<u32>, declared: u32) -> bool {
    matches!(found, Some(found) if found > declared)
}

pub(super) const fn passing(nearest: &Nearest<'_>) -> Advice {
    Advice::NONE.with(nearest.as_compiled())
}

pub(super) const fn effect(out: Message, rule: Rule, change: Change) -> Message {
    out.text(match (rule, change) {
        (_, Change::NoCluster) => " can be left out",
        (Rule::CompiledRegisters | Rule::CompiledBarriers, _) => " is what it uses",
        (Rule::CompiledStaticSharedMemory, _) => " is what it declares",
        (Rule::CompiledMaxBlock | Rule::CompiledRequiredBlock | Rule::CompiledCluster, _) => {
            " is what it was compiled for"
        }
        _ => " passes",
    })
}

impl Nearest<'_> {
    /// What the code has, where it is not what is declared: the first of what the GPUs run.
    const fn as_compiled(&self) -> Option<Change> {
        let configuration = self.configuration;
        let mut left = configuration.archs;
        while let [arch, others @ ..] = left {
            left = others;
            let Some(code) = configuration.compiled_on(arch) else {
                continue;
            };
            let change = match self.rule {
                Rule::CompiledRegisters => change_to(Change::Registers(0), code.registers),
                Rule::CompiledStaticSharedMemory => {
                    change_to(Change::StaticSharedMemory(0), code.static_shared_memory)
                }
                Rule::CompiledBarriers => change_to(Change::Barriers(0), code.barriers),
                Rule::CompiledMaxBlock => match code.max_block {
                    Some(block) => Some(Change::Threads(block)),
                    None => None,
                },
                Rule::CompiledRequiredBlock => match code.required_block {
                    Some(block) => Some(Change::Threads(block)),
                    None => None,
                },
                Rule::CompiledCluster => match code.cluster_dim {
                    Some(cluster) => Some(Change::Cluster(cluster)),
                    None => Some(Change::NoCluster),
                },
                // No argument changes what a file is for.
                _ => None,
            };
            if let Some(change) = change
                && self.accepts(change)
            {
                return Some(change);
            }
        }
        None
    }
}

const fn change_to(change: Change, number: Option<u32>) -> Option<Change> {
    match number {
        Some(number) => Some(change.with_number(number)),
        None => None,
    }
}
