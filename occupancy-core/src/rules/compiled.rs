//! The compiled kernel: the code that the GPU runs keeps what the configuration declares.

use super::code::{no_code, targets};
use super::report::{Report, Rule, Value, Words, names};
use crate::gpu::CodeForm;
use crate::kernel::{Argument, Change, Compiled, Kernel, product};
use crate::model::Occupancy;

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
    if facts.block_is_legal {
        block(r, code);
    }
    cluster(r, code);
    loaded(r, code);
}

const fn other_architecture(w: &mut Words<'_>) {
    let configuration = w.names.configuration;
    let argument = configuration.compiled_argument();
    if let [code, ..] = configuration.compiled
        && let CodeForm::Loaded = code.form
    {
        let (major, minor) = code.compute_capability;
        names!(w, major: major, minor: minor);
        w.head("the configuration was not checked for the function's GPU, which has compute capability \
            {major#}.{minor#}");
    } else {
        let targets = targets(configuration.compiled);
        no_code(&mut w.head, w.names.facts.arch, argument, &targets);
    }
    w.instead = match argument {
        Argument::Arch => "add the GPU to `arch`",
        _ => "compile the kernel for this GPU too, with nvcc's `-gencode`",
    };
}

/// What the code uses, and what is declared.
const fn figures(r: &mut Report<'_, '_>, code: &Compiled<'_>) {
    let kernel = &r.configuration.kernel;
    if let Some(found) = code.registers
        && found > kernel.registers_per_thread
        && let Some(w) = r.breaks(Rule::CompiledRegisters)
    {
        names!(w, found: found);
        w.head("{code} uses {found:register} per thread, more than the {regs} declared");
        w.help_compiled(
            " is what it uses",
            "compile the kernel with fewer registers, by the launch bounds of this configuration",
        );
    }
    if let Some(found) = code.static_shared_memory
        && found > kernel.static_shared_memory
        && let Some(w) = r.breaks(Rule::CompiledStaticSharedMemory)
    {
        names!(w, found: found);
        w.head("{code} uses {found:byte} of static shared memory, more than the {static_smem} declared");
        w.help_compiled(" is what it declares", "declare less in the kernel");
    }
    if let Some(found) = code.barriers
        && found > kernel.barriers
        && let Some(w) = r.breaks(Rule::CompiledBarriers)
    {
        names!(w, found: found);
        w.head("{code} uses {found:named barrier}, more than the {barriers} declared");
        w.help_compiled(" is what it uses", "share barriers in the kernel");
    }
}

/// The block that the code was compiled for. An invalid block is reported by its own rule.
const fn block(r: &mut Report<'_, '_>, code: &Compiled<'_>) {
    let (rule, words) = match (code.required_block, code.max_block) {
        (Some(required), _) if !is_same(required, r.configuration.kernel.block_dim) => (
            Rule::CompiledRequiredBlock,
            "a block of {block} cannot launch: {code} was compiled for blocks of exactly {required}",
        ),
        (None, Some(most)) if r.facts.threads > product(most) => (
            Rule::CompiledMaxBlock,
            "a block of {threads:thread} cannot launch: {code} was compiled for at most {most}",
        ),
        _ => return,
    };
    if let Some(w) = r.breaks(rule) {
        w.name("required", Value::some_dims(code.required_block));
        names!(w, most: match code.max_block { Some(most) => product(most), None => 0 });
        w.head(words);
        w.help_compiled(
            COMPILED_FOR,
            "compile the kernel with the launch bounds of this configuration",
        );
    }
}

const COMPILED_FOR: &str = " is what it was compiled for";

/// The cluster that the code was compiled for. A cluster of one block is none.
const fn cluster(r: &mut Report<'_, '_>, code: &Compiled<'_>) {
    let kernel = &r.configuration.kernel;
    let Some(words) = contradiction(kernel, code) else {
        return;
    };
    if let Some(w) = r.breaks(Rule::CompiledCluster) {
        w.name("stated", Value::some_dims(kernel.cluster_dim));
        w.name("compiled", Value::some_dims(code.cluster_dim));
        w.name("most", Value::some(code.max_cluster_rank));
        w.head(words);
        let (blamed, instead) = match kernel.cluster_dim {
            Some(_) => (Argument::Cluster, "compile the kernel for this cluster"),
            None => (
                w.names.configuration.compiled_argument(),
                "state the cluster that it is launched with, such as `cluster = 2`",
            ),
        };
        w.blamed = Some(blamed);
        w.help_compiled(COMPILED_FOR, instead);
    }
}

/// How the code contradicts the stated cluster, or the lack of one.
const fn contradiction(kernel: &Kernel, code: &Compiled<'_>) -> Option<&'static str> {
    Some(match (code.cluster_dim, kernel.cluster_dim) {
        (Some(compiled), Some(stated)) if !is_same(compiled, stated) => {
            if product(compiled) == 1 {
                "clusters of {stated} cannot launch: {code} was compiled for none"
            } else {
                "clusters of {stated} cannot launch: {code} was compiled for clusters of {compiled}"
            }
        }
        (Some(compiled), None) if product(compiled) != 1 => {
            "{code} was compiled for clusters of {compiled}, and no `cluster` is declared"
        }
        (None, None) if code.is_cluster_explicit => {
            "{code} launches only in clusters, and no `cluster` is declared"
        }
        _ => match code.max_cluster_rank {
            Some(most) if kernel.blocks_per_cluster() > most as u64 => {
                "a cluster of {cluster:block} cannot launch: {code} was compiled for at most {most}"
            }
            _ => return None,
        },
    })
}

const fn is_same(one: (u32, u32, u32), other: (u32, u32, u32)) -> bool {
    one.0 == other.0 && one.1 == other.1 && one.2 == other.2
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
        let device = w.nearest.device_of(code.compute_capability);
        w.help(device, " has as many");
        w.instead = "make this GPU a `Device::new` and name it in `arch`";
    }
    if let Some(allowed) = code.max_dynamic_shared_memory
        && configuration.kernel.dynamic_shared_memory > allowed
    {
        if let Some(w) = r.breaks(Rule::LoadedDynamicSharedMemory) {
            names!(w, most: allowed);
            w.head("a launch with {smem:byte} of dynamic shared memory per block would fail: {code} is allowed {most}");
            w.instead = "prepare the function, which sets `CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES`";
        }
        // Without its shared memory no block fits, which is reported already.
        return;
    }
    if let (Some(counted), Some(found)) = (&facts.launched, code.blocks_per_sm)
        && found < counted.blocks_per_sm
        && !is_answer_for_tensor_memory(r, code, found)
        && let Some(w) = r.breaks(Rule::CompiledBlocksPerSm)
    {
        names!(w, found: found);
        w.head("{found:block} of {code} {found?is|are} resident per SM, fewer than the {blocks} of the configuration");
        w.instead = "declare what the function uses, or compile it with the launch bounds of this configuration";
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
    matches!(Occupancy::new(r.facts.cc, &used), Ok(occupancy) if occupancy.blocks_per_sm > 1)
}

impl Words<'_> {
    /// Offers the figure of the code that differs from the declared one, from the first GPU on which it does; and says
    /// what else to do if that keeps no rule.
    const fn help_compiled(&mut self, effect: &'static str, instead: &'static str) {
        let configuration = self.names.configuration;
        let mut left = configuration.archs;
        while let [arch, others @ ..] = left {
            if let Some(code) = configuration.compiled_on(arch)
                && let Some(change) = compiled_figure(self.rule, code)
            {
                self.or_help_to(change, effect);
            }
            left = others;
        }
        self.instead = instead;
    }
}

/// The change that declares what the code has.
const fn compiled_figure(rule: Rule, code: &Compiled<'_>) -> Option<Change> {
    Some(match (rule, code.required_block, code.max_block) {
        (Rule::CompiledRequiredBlock, Some(block), _)
        | (Rule::CompiledMaxBlock, _, Some(block)) => Change::Threads(block),
        (Rule::CompiledCluster, ..) => match code.cluster_dim {
            Some(cluster) if product(cluster) > 1 => Change::Cluster(cluster),
            _ => Change::Without(Argument::Cluster),
        },
        _ => {
            if let [argument] = rule.blamed()
                && let Some(number) = code.integer(*argument)
            {
                Change::Integer(*argument, number as u64)
            } else {
                return None;
            }
        }
    })
}
