//! The compiled kernel: the code that the GPU runs keeps what the configuration declares.

use super::Rule;
use super::code::{no_code, targets};
use super::conflict::{ClusterConflict, is_same};
use super::nearest::Nearest;
use super::report::{Report, Words, names};
use super::template::Value;
use crate::gpu::CodeForm;
use crate::kernel::{Argument, Change, Compiled, product};
use crate::model::{Occupancy, Resource};

pub(super) const fn rules(r: &mut Report<'_, '_>) {
    let (configuration, facts) = (r.configuration, r.facts);
    if configuration.compiled.is_empty() {
        return;
    }
    let Some(code) = configuration.compiled_on(facts.arch) else {
        if let Some(w) = r.breaks(Rule::CompiledArchitecture) {
            other_architecture(w);
        }
        return;
    };
    figures(r, code);
    block(r, code);
    if let Some(conflict) = configuration.cluster_conflict(facts.arch)
        && let Some(w) = r.breaks(Rule::CompiledCluster)
    {
        cluster(w, conflict);
    }
    loaded(r, code);
}

const fn other_architecture(w: &mut Words<'_>) {
    let argument = w.names.configuration.compiled_argument();
    w.blame(argument);
    if let [code, ..] = w.names.configuration.compiled
        && let CodeForm::Loaded = code.form
    {
        let (major, minor) = code.compute_capability;
        names!(w, major: major, minor: minor);
        w.head("the configuration was not checked for the function's GPU, which has compute capability \
            {major#}.{minor#}");
    } else {
        let targets = targets(w.names.configuration.compiled);
        no_code(&mut w.head, w.names.facts.arch, argument, &targets);
    }
    w.instead(match argument {
        Argument::Arch => "add the GPU to `arch`",
        _ => "compile the kernel for this GPU too, with nvcc's `-gencode`",
    });
}

/// What the code uses, and what is declared.
const fn figures(r: &mut Report<'_, '_>, code: &Compiled<'_>) {
    let kernel = &r.configuration.kernel;
    if exceeds(code.registers, kernel.registers_per_thread)
        && let Some(w) = r.breaks(Rule::CompiledRegisters)
    {
        w.name("found", Value::some(code.registers));
        w.head("{code} uses {found:register} per thread, more than the {regs} declared");
        offer_compiled(w, " is what it uses");
        w.instead(
            "compile the kernel with fewer registers, by the launch bounds of this configuration",
        );
    }
    let is_broken = exceeds(code.static_shared_memory, kernel.static_shared_memory);
    if is_broken && let Some(w) = r.breaks(Rule::CompiledStaticSharedMemory) {
        w.name("found", Value::some(code.static_shared_memory));
        w.head("{code} uses {found:byte} of static shared memory, more than the {static_smem} declared");
        offer_compiled(w, " is what it declares");
        w.instead("declare less in the kernel");
    }
    if exceeds(code.barriers, kernel.barriers)
        && let Some(w) = r.breaks(Rule::CompiledBarriers)
    {
        w.name("found", Value::some(code.barriers));
        w.head("{code} uses {found:named barrier}, more than the {barriers} declared");
        offer_compiled(w, " is what it uses");
        w.instead("share barriers in the kernel");
    }
}

const fn exceeds(found: Option<u32>, declared: u32) -> bool {
    matches!(found, Some(found) if found > declared)
}

/// The block that the code was compiled for. An invalid block is reported by its own rule.
const fn block(r: &mut Report<'_, '_>, code: &Compiled<'_>) {
    if !r.facts.block_is_legal {
        return;
    }
    let compile = "compile the kernel with the launch bounds of this configuration";
    if let Some(required) = code.required_block {
        let is_broken = !is_same(required, r.configuration.kernel.block_dim);
        if is_broken && let Some(w) = r.breaks(Rule::CompiledRequiredBlock) {
            w.name("required", Value::Dims(required));
            w.head("a block of {block} cannot launch: {code} was compiled for blocks of exactly {required}");
            offer_compiled(w, " is what it was compiled for");
            w.instead(compile);
        }
    } else if let Some(most) = code.max_block
        && r.facts.threads > product(most)
        && let Some(w) = r.breaks(Rule::CompiledMaxBlock)
    {
        names!(w, most: product(most));
        w.head("a block of {threads:thread} cannot launch: {code} was compiled for at most {most}");
        offer_compiled(w, " is what it was compiled for");
        w.instead(compile);
    }
}

const fn cluster(w: &mut Words<'_>, conflict: ClusterConflict) {
    let stated = w.names.configuration.kernel.cluster_dim;
    w.blame(match stated {
        Some(_) => Argument::Cluster,
        None => w.names.configuration.compiled_argument(),
    });
    if let Some(stated) = stated {
        w.name("stated", Value::Dims(stated));
    }
    match conflict {
        ClusterConflict::Other(compiled) => {
            w.name("compiled", Value::Dims(compiled));
            w.head(match stated {
                Some(_) if product(compiled) == 1 => {
                    "clusters of {stated} cannot launch: {code} was compiled for none"
                }
                Some(_) => {
                    "clusters of {stated} cannot launch: {code} was compiled for clusters of {compiled}"
                }
                None => "{code} was compiled for clusters of {compiled}, and no `cluster` is declared",
            });
        }
        ClusterConflict::Larger(most) => {
            names!(w, most: most);
            w.head("a cluster of {cluster:block} cannot launch: {code} was compiled for at most {most}");
        }
        ClusterConflict::Missing => {
            w.head("{code} launches only in clusters, and no `cluster` is declared");
        }
    }
    offer_compiled(w, " is what it was compiled for");
    w.instead(match stated {
        Some(_) => "compile the kernel for this cluster",
        None => "state the cluster that it is launched with, such as `cluster = 2`",
    });
}

/// What the driver reports of a loaded function, and of its GPU.
const fn loaded(r: &mut Report<'_, '_>, code: &Compiled<'_>) {
    let (configuration, facts) = (r.configuration, r.facts);
    if let (Some(named), Some(found)) = (facts.arch.sm_count(), code.sm_count)
        && named != found
        && let Some(w) = r.breaks(Rule::LoadedSmCount)
    {
        names!(w, found: found, named: named);
        w.head("the function's GPU has {found:SM}, and {gpu} has {named}: waves, tail efficiency and persistent \
            grids are those of another board");
        w.offer(w.nearest.device_of(code.compute_capability), " has as many");
        w.instead("make this GPU a `Device::new` and name it in `arch`");
    }
    let allowed = code.max_dynamic_shared_memory;
    let is_over =
        matches!(allowed, Some(allowed) if configuration.kernel.dynamic_shared_memory > allowed);
    if is_over && let Some(w) = r.breaks(Rule::LoadedDynamicSharedMemory) {
        w.name("most", Value::some(allowed));
        w.head("a launch with {smem:byte} of dynamic shared memory per block would fail: {code} is allowed {most}");
        w.instead(
            "prepare the function, which sets `CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES`",
        );
    }
    // Without its shared memory no block fits, which is reported already.
    if !is_over
        && has_fewer_blocks(r, code)
        && let Some(w) = r.breaks(Rule::CompiledBlocksPerSm)
    {
        w.blame(configuration.compiled_argument());
        w.name("found", Value::some(code.blocks_per_sm));
        w.head("{found:block} of {code} {found?is|are} resident per SM, fewer than the {blocks} of the configuration");
        w.instead("declare what the function uses, or compile it with the launch bounds of this configuration");
    }
}

/// Whether fewer blocks of a loaded function are resident than were counted.
const fn has_fewer_blocks(r: &Report<'_, '_>, code: &Compiled<'_>) -> bool {
    match (&r.facts.launched, code.blocks_per_sm) {
        (Some(counted), Some(found)) => {
            found < counted.blocks_per_sm && !is_answer_for_tensor_memory(r, code, found)
        }
        _ => false,
    }
}

/// Whether the driver's number of resident blocks may be the one that it answers for every kernel with
/// tensor memory: 1, although its other figures allow more.
const fn is_answer_for_tensor_memory(r: &Report<'_, '_>, code: &Compiled<'_>, found: u32) -> bool {
    if found != 1 || matches!(r.facts.cc.tensor_memory_columns_per_sm, Some(0)) {
        return false;
    }
    let mut used = r.configuration.kernel;
    if let Some(registers) = code.registers {
        used.registers_per_thread = registers;
    }
    if let Some(bytes) = code.static_shared_memory {
        used.static_shared_memory = bytes;
    }
    match Occupancy::new(r.facts.cc, &used) {
        Ok(occupancy) => occupancy.blocks_per_sm > 1,
        Err(_) => false,
    }
}

const fn offer_compiled(w: &mut Words<'_>, effect: &'static str) {
    w.offer(w.nearest.as_compiled(), effect);
}

impl Nearest<'_> {
    /// The figure of the code that differs from the declared one, from the first GPU on which it does.
    const fn as_compiled(&self) -> Option<Change> {
        let mut left = self.configuration.archs;
        while let [arch, others @ ..] = left {
            left = others;
            if let Some(code) = self.configuration.compiled_on(arch)
                && let Some(change) = compiled_figure(self.rule, code)
                && self.accepts(change)
            {
                return Some(change);
            }
        }
        None
    }
}

/// The change that declares what the code has.
const fn compiled_figure(rule: Rule, code: &Compiled<'_>) -> Option<Change> {
    let argument = match rule {
        Rule::CompiledRegisters => Argument::Registers,
        Rule::CompiledStaticSharedMemory => Argument::StaticSharedMemory,
        Rule::CompiledBarriers => Argument::Barriers,
        Rule::CompiledCluster => {
            return match code.cluster_dim {
                Some(cluster) if product(cluster) > 1 => Some(Change::Cluster(cluster)),
                _ => Some(Change::NoCluster),
            };
        }
        _ => {
            return match (rule, code.required_block, code.max_block) {
                (Rule::CompiledRequiredBlock, Some(block), _)
                | (Rule::CompiledMaxBlock, _, Some(block)) => Some(Change::Threads(block)),
                _ => None,
            };
        }
    };
    match code.integer(argument) {
        Some(number) => Some(Change::Integer(argument, number as u64)),
        None => None,
    }
}

pub(super) const fn warnings(r: &mut Report<'_, '_>, occupancy: &Occupancy) {
    let configuration = r.configuration;
    if configuration.compiled.is_empty() {
        return;
    }
    let Some(code) = configuration.compiled_on(r.facts.arch) else {
        return;
    };
    let argument = configuration.compiled_argument();
    if matches!(code.spill_instructions, Some(spills) if spills > 0)
        && let Some(w) = r.breaks(Rule::Spills)
    {
        w.blame(argument);
        w.name("spills", Value::some(code.spill_instructions));
        w.name("frame", Value::some(code.frame));
        w.head("{code} spills registers: {spills:instruction} {spills?moves|move} them to local memory and back, \
            which holds {frame:byte} per thread");
        w.also("compile it with more registers; or `allow(spills)` accepts it");
    }
    // For input of the linker, the linker knows it.
    let is_unknown =
        matches!(code.form, CodeForm::MachineCode) && code.stack.is_none() && !code.is_relocatable;
    if is_unknown && let Some(w) = r.breaks(Rule::UnknownStack) {
        w.blame(argument);
        w.head("{code} needs local memory that is not known when it is compiled: it recurses, or calls through a \
            pointer");
        w.also("`cudaLimitStackSize` has to be enough for the deepest call; `allow(unknown_stack)` accepts it");
    }
    if code.is_relocatable
        && let Some(w) = r.breaks(Rule::Relocatable)
    {
        w.blame(argument);
        w.head("{code} is input for the linker, which may raise its registers, static shared memory, stack and \
            barriers");
        w.also("take the linked image, or compile without `-rdc`; `allow(relocatable)` accepts it");
    }
    register_cap(r, code, argument);
    barrier_limit(r, code, argument, occupancy);
}

/// The code was compiled for another number of blocks than is demanded.
const fn register_cap(r: &mut Report<'_, '_>, code: &Compiled<'_>, argument: Argument) {
    let (Some(asked), Some(cap)) = (r.configuration.min_blocks, code.register_cap) else {
        return;
    };
    if !r.asks(Rule::RegisterCap) {
        return;
    }
    let Some((fewest, most)) = r.configuration.compiled_for_blocks(r.facts.arch) else {
        return;
    };
    // Launch bounds without a number of blocks give the same cap as one block.
    if fewest != 1
        && (asked < fewest || asked > most)
        && let Some(w) = r.breaks(Rule::RegisterCap)
    {
        w.blame(argument);
        names!(w, fewest: fewest, most: most, cap: cap);
        w.head("{code} was compiled with launch bounds of {fewest#}");
        if most > fewest {
            w.head(" to {most#}");
        }
        w.head(" resident {most?block|blocks}, not {min_blocks#}: its cap is {cap:register} per thread");
        let compiled_for = if asked > most { most } else { fewest };
        names!(w, compiled_for: compiled_for);
        let change = Change::Integer(Argument::MinBlocks, compiled_for as u64);
        w.also(if w.nearest.configuration.takes(change) {
            "compile it with the launch bounds of this configuration; or `min_blocks = {compiled_for#}` is what it \
                was compiled for"
        } else {
            "compile it with the launch bounds of this configuration"
        });
    }
}

/// The barriers of the code allow fewer blocks than everything else.
const fn barrier_limit(
    r: &mut Report<'_, '_>,
    code: &Compiled<'_>,
    argument: Argument,
    occupancy: &Occupancy,
) {
    let (Some(barriers), Some(allowed)) = (code.barriers, occupancy.limits.barriers) else {
        return;
    };
    // Skip if the author declares more than the code uses.
    if barriers != r.configuration.kernel.barriers || allowed > occupancy.blocks_per_sm {
        return;
    }
    let mut others = u32::MAX;
    let mut left: &[Resource] = &Resource::ALL;
    while let [resource, rest @ ..] = left {
        if let Some(blocks) = occupancy.limits.of(*resource)
            && !matches!(resource, Resource::Barriers)
            && blocks < others
        {
            others = blocks;
        }
        left = rest;
    }
    if others > allowed
        && let Some(w) = r.breaks(Rule::BarrierLimit)
    {
        w.blame(argument);
        names!(w, found: barriers, allowed_by_them: allowed, others: others);
        w.head("{code} uses {found:named barrier}, which allow {allowed_by_them:block} on one SM of {gpu}, and \
            everything else allows {others}");
        w.also("number barriers with constants from 0 on, because a number in a register takes all 16; or \
            `allow(barrier_limit)` accepts it");
    }
}
