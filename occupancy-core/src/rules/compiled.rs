//! The compiled kernel: the code that the GPU runs keeps what the configuration declares.

mod conflict;
mod words;

use super::Rule;
use super::about::{About, RESIDENCY};
use super::advice::{Advice, Nearest};
use super::check::bit;
use crate::gpu::{Arch, Device};
use crate::kernel::{Argument, Arguments, Change, Compiled, Configuration, product};
use crate::model::{Facts, Occupancy};
use crate::text::Message;

use self::conflict::is_same;
pub(super) use self::words::{headline, help, named};
pub use self::words::{no_code, not_stated};

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
        Rule::LoadedSmCount => ("OCC043", Argument::Arch),
        Rule::LoadedDynamicSharedMemory => ("OCC044", Argument::DynamicSharedMemory),
        Rule::CompiledBlocksPerSm => {
            return About::new("OCC045", configuration.compiled_argument())
                .reading(compiled.and(RESIDENCY))
                .by_gpu();
        }
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
    // An invalid block is reported by its own rule.
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
    if let (Some(named), Some(found)) = (facts.arch.sm_count(), code.sm_count)
        && named != found
    {
        broken |= bit(Rule::LoadedSmCount);
    }
    match code.max_dynamic_shared_memory {
        Some(allowed) if kernel.dynamic_shared_memory > allowed => {
            broken |= bit(Rule::LoadedDynamicSharedMemory);
        }
        // Without its shared memory no block fits, which is reported already.
        _ if has_fewer_blocks(configuration, facts, code) => {
            broken |= bit(Rule::CompiledBlocksPerSm);
        }
        _ => {}
    }
    broken
}

/// Whether fewer blocks of a loaded function are resident than were counted.
const fn has_fewer_blocks(
    configuration: &Configuration<'_>,
    facts: &Facts<'_>,
    code: &Compiled<'_>,
) -> bool {
    match (&facts.launched, code.blocks_per_sm) {
        (Some(counted), Some(found)) => {
            found < counted.blocks_per_sm
                && !is_answer_for_tensor_memory(configuration, facts, code, found)
        }
        _ => false,
    }
}

/// Whether the driver's number of resident blocks may be the one that it answers for every kernel with
/// tensor memory: 1, although its other figures allow more.
const fn is_answer_for_tensor_memory(
    configuration: &Configuration<'_>,
    facts: &Facts<'_>,
    code: &Compiled<'_>,
    found: u32,
) -> bool {
    if found != 1 || matches!(facts.cc.tensor_memory_columns_per_sm, Some(0)) {
        return false;
    }
    let mut used = configuration.kernel;
    if let Some(registers) = code.registers {
        used.registers_per_thread = registers;
    }
    if let Some(bytes) = code.static_shared_memory {
        used.static_shared_memory = bytes;
    }
    match Occupancy::new(facts.cc, &used) {
        Ok(occupancy) => occupancy.blocks_per_sm > 1,
        Err(_) => false,
    }
}

const fn exceeds(found: Option<u32>, declared: u32) -> bool {
    matches!(found, Some(found) if found > declared)
}

pub(super) const fn passing(nearest: &Nearest<'_>) -> Advice {
    Advice::NONE.with(nearest.as_compiled())
}

pub(super) const fn effect(out: &mut Message, rule: Rule, change: Change) -> &mut Message {
    out.text(match (rule, change) {
        (_, Change::NoCluster) => " can be left out",
        (Rule::CompiledRegisters | Rule::CompiledBarriers, _) => " is what it uses",
        (Rule::CompiledStaticSharedMemory, _) => " is what it declares",
        (Rule::LoadedSmCount, _) => " has as many",
        (Rule::CompiledMaxBlock | Rule::CompiledRequiredBlock | Rule::CompiledCluster, _) => {
            " is what it was compiled for"
        }
        _ => " passes",
    })
}

impl Nearest<'_> {
    /// The figure of the code that differs from the declared one, from the first GPU on which it does.
    const fn as_compiled(&self) -> Option<Change> {
        let configuration = self.configuration;
        let mut left = configuration.archs;
        while let [arch, others @ ..] = left {
            left = others;
            let Some(code) = configuration.compiled_on(arch) else {
                continue;
            };
            let change = match self.rule {
                Rule::CompiledRegisters => {
                    change_to(Change::Integer(Argument::Registers, 0), code.registers)
                }
                Rule::CompiledStaticSharedMemory => change_to(
                    Change::Integer(Argument::StaticSharedMemory, 0),
                    code.static_shared_memory,
                ),
                Rule::CompiledBarriers => {
                    change_to(Change::Integer(Argument::Barriers, 0), code.barriers)
                }
                Rule::CompiledMaxBlock => match code.max_block {
                    Some(block) => Some(Change::Threads(block)),
                    None => None,
                },
                Rule::CompiledRequiredBlock => match code.required_block {
                    Some(block) => Some(Change::Threads(block)),
                    None => None,
                },
                Rule::CompiledCluster => match code.cluster_dim {
                    Some(cluster) if product(cluster) > 1 => Some(Change::Cluster(cluster)),
                    _ => Some(Change::NoCluster),
                },
                Rule::LoadedSmCount => return self.device_at_hand(code),
                // No argument changes which GPUs a file is for.
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

    /// The first device of the tables with the compute capability and the SM count of the function's GPU.
    const fn device_at_hand(&self, function: &Compiled<'_>) -> Option<Change> {
        let mut left = Device::ALL;
        while let [device, others @ ..] = left {
            left = others;
            if !function.runs_on(device.compute_capability) {
                continue;
            }
            let alone = [Arch::Device(*device)];
            let mut after = *self.configuration;
            after.archs = &alone;
            if !after.breaks(self.rule, &alone[0]) && self.breaks_no_other(&after) {
                return Some(Change::Device(*device));
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
