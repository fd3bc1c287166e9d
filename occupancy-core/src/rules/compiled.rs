//! The compiled kernel: its code keeps to what the configuration declares. The warnings are about spills, an unknown
//! stack, and the assumptions of its compiler.

use super::code::{in_mode_of, instead_of_no_code, no_code, targets};
use super::review::{Review, Rule, Value, Wording, names};
use super::template::fill;
use crate::gpu::{CodeForm, Multiprocessor};
use crate::kernel::{
    Argument, Change, Compiled, Configuration, WarpGroups, product, same_dims, saturate,
};
use crate::model::Occupancy;
use crate::numbers::{max, min, or};
use crate::search::blocks_that_fit;

pub(super) const fn rules(r: &mut Review<'_, '_>) {
    let (configuration, on_gpu) = (r.configuration, r.on_gpu);
    if configuration.compiled.is_empty() {
        return;
    }
    let Some(code) = on_gpu.code else {
        // The file of one vendor's GPUs says nothing of those of the other beside them.
        let file = configuration.compiled_argument();
        let is_beside = !file.is_read_on(on_gpu.arch) && !configuration.reads_nowhere(file);
        if let Some(w) = r.note_if(Rule::CompiledArchitecture, !is_beside) {
            other_architecture(w);
        }
        return;
    };
    figures(r, code);
    if on_gpu.block_is_legal {
        block(r, code);
    }
    cluster(r, code);
    grid(r, code);
    loaded(r, code);
}

const fn other_architecture(w: &mut Wording<'_>) {
    let configuration = w.names.configuration;
    let argument = configuration.compiled_argument();
    if let [code, ..] = configuration.compiled
        && let CodeForm::Loaded = code.form
    {
        let (major, minor) = code.compute_capability;
        // CUDA loaded it, whatever the configuration is for.
        let template = "the configuration was not checked for the function's GPU, which has compute capability {#}.{#}";
        fill(&mut w.head, template, &[Value::of(major), Value::of(minor)]);
    } else {
        let targets = targets(configuration.compiled);
        no_code(&mut w.head, w.names.on_gpu.arch, argument, targets.as_str());
    }
    let in_mode = in_mode_of(configuration, w.names.on_gpu.arch);
    w.name("mode", Value::Text(or(in_mode, "")));
    w.instead = match (argument, in_mode) {
        (Argument::Arch, _) => "add the GPU to `{=arch}`",
        (_, Some(name)) if name.is_empty() => {
            "compile the kernel in the mode of this GPU: `-mwavefrontsize64` and `-mcumode` change it"
        }
        (_, Some(_)) => "`{mode=arch}` is what it was compiled for",
        _ => instead_of_no_code(w.names.on_gpu.arch, argument),
    };
}

/// Compares the figures of the code with the declared ones.
const fn figures(r: &mut Review<'_, '_>, code: &Compiled<'_>) {
    let budget = Argument::Registers.on(r.on_gpu.sm);
    let found = or(code.integer(budget), 0);
    let is_over = found > r.configuration.kernel.registers_on(r.on_gpu.sm);
    let scalar = or(code.sgprs, 0);
    let is_scalar_over = are_more_scalar(r.configuration, r.on_gpu.sm, code);
    if let Some(w) = r.note_if(Rule::CompiledRegisters, is_over || is_scalar_over) {
        w.blamed = Some(if is_over { budget } else { Argument::Sgprs });
        names!(w, found: found, scalar: scalar);
        w.head("{code} uses ");
        if is_over {
            w.head("{found:register} per thread, more than the {regs} declared");
        }
        if is_scalar_over {
            w.head(if is_over { ", and " } else { "" });
            w.head("{scalar:SGPR} per warp, more than the {sgprs} declared");
        }
        w.help_compiled(" is what it uses");
        w.instead =
            "compile the kernel with fewer registers, by the launch bounds of this configuration";
    }
    if let Some(w) = note_if_more(r, Rule::CompiledStaticSharedMemory, code) {
        w.head("{code} uses {found:byte} of static shared memory, more than the {static_smem} declared");
        w.help_compiled(" is what it declares");
        w.instead = "declare less in the kernel";
    }
    if let Some(w) = note_if_more(r, Rule::CompiledBarriers, code) {
        w.head("{code} uses {found:named barrier}, more than the {barriers} declared");
        w.help_compiled(" is what it uses");
        w.instead = "share barriers in the kernel";
    }
}

/// Returns `true` if the code uses more scalar registers than declared. Where they limit nothing, none need be declared.
const fn are_more_scalar(
    configuration: &Configuration<'_>,
    sm: &Multiprocessor,
    code: &Compiled<'_>,
) -> bool {
    let declared = configuration.kernel.sgprs;
    or(code.sgprs, 0) > declared && (declared > 0 || sm.scalar_registers_per_partition > 0)
}

/// Notes a rule if the code uses more than the declared value of the argument to blame.
const fn note_if_more<'r, 'a>(
    r: &'r mut Review<'a, '_>,
    rule: Rule,
    code: &Compiled<'_>,
) -> Option<&'r mut Wording<'a>> {
    let argument = *known!(rule.row().blamed.first());
    let declared = known!(r.configuration.integer(argument));
    let found = known!(code.integer(argument));
    let w = known!(r.note_if(rule, found as u64 > declared));
    names!(w, found: found);
    Some(w)
}

/// The block that the code was compiled for. An invalid block is reported by its own rule.
const fn block(r: &mut Review<'_, '_>, code: &Compiled<'_>) {
    let (rule, head) = match (code.required_block, code.max_block) {
        (Some(required), _) if !same_dims(required, r.configuration.kernel.block_dim) => (
            Rule::CompiledRequiredBlock,
            "a block of {block} cannot launch: {code} was compiled for blocks of exactly {required}",
        ),
        (None, Some(most)) if r.on_gpu.threads > product(most) => (
            Rule::CompiledMaxBlock,
            "a block of {threads:thread} cannot launch: {code} was compiled for at most {most}",
        ),
        _ => return,
    };
    if let Some(w) = r.note(rule) {
        w.name("required", Value::Dims(or(code.required_block, NO_DIMS)));
        names!(w, most: product(or(code.max_block, NO_DIMS)));
        w.head(head);
        w.help_compiled(COMPILED_FOR);
        w.instead = "compile the kernel with the launch bounds of this configuration";
    }
}

const COMPILED_FOR: &str = " is what it was compiled for";

/// Extents that the code does not state.
const NO_DIMS: (u32, u32, u32) = (0, 0, 0);

/// The cluster that the code was compiled for. A cluster of one block is no cluster.
const fn cluster(r: &mut Review<'_, '_>, code: &Compiled<'_>) {
    let kernel = &r.configuration.kernel;
    let blocks = kernel.blocks_per_cluster();
    let head = match (code.cluster_dim, kernel.cluster_dim) {
        (Some((1, 1, 1)), Some(_)) if blocks != 1 => {
            "clusters of {stated} cannot launch: {code} was compiled for none"
        }
        (Some(compiled), Some(stated)) if !same_dims(compiled, stated) => {
            "clusters of {stated} cannot launch: {code} was compiled for clusters of {compiled}"
        }
        (Some(compiled), None) if product(compiled) != 1 => {
            "{code} was compiled for clusters of {compiled}, and no `{=cluster}` is declared"
        }
        (None, None) if code.is_cluster_explicit => {
            "{code} launches only in clusters, and no `{=cluster}` is declared"
        }
        _ if matches!(code.max_cluster_rank, Some(most) if blocks > most as u64) => {
            "a cluster of {cluster:block} cannot launch: {code} was compiled for at most {most}"
        }
        _ => return,
    };
    if let Some(w) = r.note(Rule::CompiledCluster) {
        w.name("stated", Value::Dims(kernel.cluster()));
        w.name("example", Value::Dims((2, 1, 1)));
        w.name("compiled", Value::Dims(or(code.cluster_dim, NO_DIMS)));
        names!(w, most: or(code.max_cluster_rank, 0));
        w.head(head);
        let (blamed, instead) = match kernel.cluster_dim {
            Some(_) => (Argument::Cluster, "compile the kernel for this cluster"),
            None => (
                w.names.configuration.compiled_argument(),
                "state the cluster that it is launched with, such as `{example=cluster}`",
            ),
        };
        (w.blamed, w.instead) = (Some(blamed), instead);
        w.help_compiled(COMPILED_FOR);
    }
}

/// The grid, which counts blocks in a launch, and clusters in some code.
const fn grid(r: &mut Review<'_, '_>, code: &Compiled<'_>) {
    if let Some(cluster) = code.cluster_dim
        && code.are_blocks_clusters
        && product(cluster) > 1
        && let Some(w) = r.note(Rule::CompiledGrid)
    {
        names!(w, times: product(cluster));
        w.name("compiled", Value::Dims(cluster));
        w.head("the grid of {code} counts clusters of {compiled}: a launch would run {times} times the blocks that \
            it states");
        w.instead = "compile the kernel without `.blocksareclusters`: with `__launch_bounds__` and `__cluster_dims__`, \
            not `__block_size__`";
    }
}

/// The figures that the driver reports of a loaded function and of its GPU.
const fn loaded(r: &mut Review<'_, '_>, code: &Compiled<'_>) {
    let (configuration, on_gpu) = (r.configuration, r.on_gpu);
    if let (Some(named), Some(found)) = (on_gpu.arch.sm_count(), code.sm_count)
        && named != found
        && let Some(w) = r.note(Rule::LoadedSmCount)
    {
        names!(w, found: found, named: named);
        w.head("the function's GPU has {found:SM}, and {gpu} has {named}: waves, tail efficiency and persistent \
            grids are those of another board");
        if let Some(sm) = code.multiprocessor() {
            w.help(w.nearest.device_of(sm), " has as many");
        }
        w.instead = "make this GPU a `Device::new` and name it in `{=arch}`";
    }
    let kernel = &configuration.kernel;
    // A cluster that it was not compiled for has a rule of its own.
    if product(or(code.cluster_dim, kernel.cluster())) == kernel.blocks_per_cluster()
        && kernel.needs_nonportable_cluster(on_gpu.sm)
        && matches!(code.nonportable_cluster_allowed, Some(false))
        && let Some(w) = r.note(Rule::LoadedCluster)
    {
        names!(w, most: on_gpu.sm.max_portable_cluster_size);
        w.head("a launch in clusters of {cluster:block} would fail: {code} is allowed {most}");
        w.instead = "prepare the function, which sets `CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED`";
    }
    if let Some(allowed) = code.max_dynamic_shared_memory
        && configuration.kernel.dynamic_shared_memory > allowed
    {
        if let Some(w) = r.note(Rule::LoadedDynamicSharedMemory) {
            names!(w, most: allowed);
            w.head("a launch with {smem:byte} of dynamic shared memory per block would fail: {code} is allowed {most}");
            w.instead = "prepare the function, which sets `CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES`";
        }
        // Without its shared memory no block fits, which has just been reported.
        return;
    }
    if let (Some(counted), Some(found)) = (&on_gpu.launched, code.blocks_per_sm)
        && found < counted.blocks_per_sm
        && !is_answer_for_tensor_memory(r, code, found)
        && let Some(w) = r.note(Rule::CompiledBlocksPerSm)
    {
        names!(w, found: found);
        w.head("{found:block} of {code} {found?is|are} resident per SM, fewer than the {blocks} of the configuration");
        w.instead = "declare what the function uses, or compile it with the launch bounds of this configuration";
    }
}

/// Returns `true` if the driver's number of resident blocks may be its answer for every kernel with tensor memory: 1,
/// although the other figures allow more.
const fn is_answer_for_tensor_memory(r: &Review<'_, '_>, code: &Compiled<'_>, found: u32) -> bool {
    if found != 1 || matches!(r.on_gpu.sm.tensor_memory_columns_per_sm, Some(0)) {
        return false;
    }
    let mut used = r.configuration.kernel;
    used.registers_per_thread = or(code.registers, used.registers_per_thread);
    used.static_shared_memory = or(code.static_shared_memory, used.static_shared_memory);
    matches!(Occupancy::new(r.on_gpu.sm, &used), Ok(occupancy) if occupancy.blocks_per_sm > 1)
}

impl Wording<'_> {
    /// Offers the figure of the code on the first GPU for which that helps.
    const fn help_compiled(&mut self, effect: &'static str) {
        let configuration = self.names.configuration;
        each!(configuration.archs, |arch| {
            if let Some(code) = configuration.compiled_on(arch)
                && let Some(mut change) = compiled_figure(self.rule, self.blamed, code)
            {
                let sm = arch.multiprocessor();
                if let Change::Integer(Argument::Vgprs, vgprs) = change
                    && are_more_scalar(configuration, sm, code)
                {
                    let scalar = (Argument::Sgprs, or(code.sgprs, 0) as u64);
                    change = Change::Both((Argument::Vgprs, vgprs), scalar);
                }
                self.or_help_to(change, effect);
            }
        });
    }
}

/// The change that declares the figure of the code.
const fn compiled_figure(
    rule: Rule,
    blamed: Option<Argument>,
    code: &Compiled<'_>,
) -> Option<Change> {
    Some(match (rule, code.required_block, code.max_block) {
        (Rule::CompiledRequiredBlock, Some(block), _)
        | (Rule::CompiledMaxBlock, _, Some(block)) => Change::Threads(block),
        (Rule::CompiledCluster, ..) => match code.cluster_dim {
            Some(cluster) if product(cluster) > 1 => Change::Cluster(cluster),
            _ => Change::Without(Argument::Cluster),
        },
        _ => {
            let argument = or(blamed, *known!(rule.row().blamed.first()));
            Change::Integer(argument, known!(code.integer(argument)) as u64)
        }
    })
}

pub(super) const fn warnings(r: &mut Review<'_, '_>, occupancy: &Occupancy) {
    let Some(code) = r.on_gpu.code else {
        return;
    };
    let (spills, spilled) = (or(code.spill_instructions, 0), or(code.spilled_vgprs, 0));
    if let Some(w) = r.note_if(Rule::Spills, spills > 0 || spilled > 0) {
        names!(w, spills: spills, frame: or(code.frame, 0), spilled: spilled);
        w.head(match spilled {
            0 => "{code} spills registers: {spills:instruction} {spills?moves|move} them to and from {frame:byte} of \
                local memory per thread",
            _ => "{code} spills {spilled:register} per thread to local memory",
        });
        w.also = "compile it with more registers";
    }
    // The linker determines the stack of its input.
    let is_unknown = matches!(code.form, CodeForm::MachineCode | CodeForm::CodeObject)
        && code.stack.is_none()
        && !code.is_relocatable;
    let is_of_amd = matches!(code.form, CodeForm::CodeObject);
    if let Some(w) = r.note_if(Rule::UnknownStack, is_unknown) {
        w.head("{code} needs an amount of local memory that is not known at compile time: it recurses, or calls \
            through a pointer");
        // Source: HIP, `hipDeviceSetLimit`.
        w.also = if is_of_amd {
            "`hipLimitStackSize` has to be enough for the deepest call"
        } else {
            "`cudaLimitStackSize` has to be enough for the deepest call"
        };
    }
    if let Some(w) = r.note_if(Rule::Relocatable, code.is_relocatable) {
        w.head("{code} is input for the linker, which may raise its registers, ");
        if is_of_amd {
            w.head("SGPRs, static shared memory and stack");
            w.also = "take the linked code object, or compile without `-fgpu-rdc`";
        } else {
            w.head("static shared memory, stack and barriers");
            w.also = "take the linked image, or compile without `-rdc`";
        }
    }
    register_cap(r, code);
    ptx_bounds(r, code, occupancy);
    barrier_limit(r, code, occupancy);
    if let Some(asked) = code.setmaxnreg {
        register_split(r, code, asked);
    }
}

/// The registers that the code asks for with `setmaxnreg`, if the configuration states others or none.
///
/// Source: PTX ISA 9.0, `setmaxnreg`, which "may have no effect" without a number of registers; ptxas 13.5, C7508.
const fn register_split(r: &mut Review<'_, '_>, code: &Compiled<'_>, asked: u32) {
    let mut stated = 0;
    if let Some(groups) = &r.configuration.setmaxnreg {
        each!(groups.as_slice(), |registers| {
            stated |= WarpGroups::bit(*registers);
        });
    }
    // A warp group that keeps its registers need not ask for them.
    let kept = WarpGroups::bit(r.configuration.kernel.registers_per_thread);
    let is_bounded =
        code.block_bound().is_some() && (code.min_blocks.is_some() || code.register_cap.is_some());
    let head = if stated == 0 {
        ", and no split is stated"
    } else if asked & !stated != 0 || stated & !asked & !kept != 0 {
        ", and the stated split has others"
    } else if !is_bounded {
        ", which ptxas ignores without `.maxntid` and `.maxnreg` or `.minnctapersm`"
    } else {
        return;
    };
    if let Some(w) = r.note(Rule::UnstatedSplit) {
        w.head("{code} asks for ");
        let (mut registers, mut begin) = (24, "");
        while registers <= 256 {
            if WarpGroups::bit(registers) & asked != 0 {
                w.head.text(begin).number(registers as u64);
                begin = ", ";
            }
            registers = registers.saturating_add(8);
        }
        w.head(" registers per thread with `setmaxnreg`");
        w.head(head);
        w.also = "state the registers of each warp group, and compile it with the launch bounds of this configuration";
    }
}

/// The register cap, which launch bounds imply.
const fn register_cap(r: &mut Review<'_, '_>, code: &Compiled<'_>) {
    let configuration = r.configuration;
    if r.looks_for(Rule::RegisterCap)
        && let (Some(demand), Some(cap)) = (configuration.min_blocks, code.register_cap)
        && let Some((fewest, most)) = compiled_for_blocks(code)
        // Launch bounds without a number of blocks give the same cap as one block.
        && fewest != 1
        && (demand < fewest || demand > most)
        && let Some(w) = r.note(Rule::RegisterCap)
    {
        let compiled_for = if demand > most { most } else { fewest };
        names!(w, fewest: fewest, most: most, cap: cap, compiled_for: compiled_for);
        w.head("{code} was compiled with launch bounds of {fewest#}");
        if most > fewest {
            w.head(" to {most#}");
        }
        w.head(" resident {most?block|blocks}, not {min_blocks#}: its cap is {cap:register} per thread");
        let change = Change::Integer(Argument::MinBlocks, compiled_for as u64);
        w.also = if configuration.takes(change) {
            "compile it with the launch bounds of this configuration; `min_blocks = {compiled_for#}` is what it \
                was compiled for"
        } else {
            "compile it with the launch bounds of this configuration"
        };
    }
}

/// The barriers, if they allow fewer blocks than every other resource.
const fn barrier_limit(r: &mut Review<'_, '_>, code: &Compiled<'_>, occupancy: &Occupancy) {
    let (mut others, all) = (occupancy.limits, r.on_gpu.sm.barriers_per_block);
    others.barriers = None;
    if let (Some(barriers), Some(allowed)) = (code.barriers, occupancy.limits.barriers)
        // The author may declare more barriers than the code uses.
        && barriers == r.configuration.kernel.barriers
        && allowed <= occupancy.blocks_per_sm
        && others.least() > allowed
        && let Some(w) = r.note(Rule::BarrierLimit)
    {
        names!(w, found: barriers, all: all, allowed_by_them: allowed, others: others.least());
        w.head("{code} uses {found:named barrier}, which allow {allowed_by_them:block} on one SM of {gpu}, and \
            everything else allows {others}");
        w.also = "number barriers with constants from 0 on, because a number in a register takes all {all}";
    }
}

/// The bounds of PTX that ptxas ignores, or that allow more than the configuration states.
///
/// Source: PTX ISA 9.1, 11.4.1 `.maxnreg` and 11.4.4 `.minnctapersm`; what ptxas 11.8, 12.4 and 13.5 say. It counts
/// whole warps: 22 blocks of 65 threads are 66.
const fn ptx_bounds(r: &mut Review<'_, '_>, code: &Compiled<'_>, occupancy: &Occupancy) {
    if !r.looks_for(Rule::PtxBounds) || !matches!(code.form, CodeForm::Ptx) {
        return;
    }
    let (configuration, sm) = (r.configuration, r.on_gpu.sm);
    let threads = product(or(code.block_bound(), NO_DIMS));
    let by_warps = (sm.max_warps_per_sm as u64).checked_div(threads.div_ceil(sm.warp_size as u64));
    let fit = min(saturate(or(by_warps, 0)), sm.max_blocks_per_sm);
    // 0 stands for none: ptxas refuses it.
    let (stated, cap) = (or(code.min_blocks, 0), or(code.register_cap, 0));
    let demand = or(configuration.min_blocks, stated);
    let blocks = if stated == 0 {
        ""
    } else if threads == 0 {
        "`.minnctapersm {stated#}`, which ptxas ignores: it has neither `.maxntid` nor `.reqntid`"
    } else if stated > fit {
        "`.minnctapersm {stated#}`, which ptxas ignores: {fit:block} of {bound:thread} {fit?fits|fit} on one SM of \
            {gpu}"
    // The bounds of this configuration state all blocks that fit, and no cap below the least of ptxas.
    } else if stated < demand || stated > max(demand, occupancy.blocks_per_sm) {
        "`.minnctapersm {stated#}`, and `min_blocks` demands {min_blocks#}"
    } else {
        ""
    };
    let (lowest, most) = (sm.least_register_cap(), sm.max_registers_per_thread);
    let registers = if cap > most {
        "`.maxnreg {cap#}`, which ptxas ignores: a thread has at most {most:register}"
    } else if cap > 0 && cap < lowest {
        "`.maxnreg {cap#}`, which ptxas raises to {lowest}"
    } else if cap > max(configuration.kernel.registers_per_thread, lowest) {
        "`.maxnreg {cap#}`, more registers than the {regs} declared"
    } else {
        ""
    };
    let is_broken = !blocks.is_empty() || !registers.is_empty();
    if let Some(w) = r.note_if(Rule::PtxBounds, is_broken) {
        names!(w, stated: stated, fit: fit, bound: threads, cap: cap, most: most, lowest: lowest);
        w.head("{code} has ");
        w.head(blocks);
        if !blocks.is_empty() && !registers.is_empty() {
            w.head("; and ");
        }
        w.head(registers);
        let effect = " is what it states";
        w.set(Argument::MinBlocks, stated as u64, effect);
        w.set(Argument::Registers, cap as u64, effect);
        w.also = "compile it with the launch bounds of this configuration";
    }
}

/// The fewest and the most blocks per SM in launch bounds that give the register cap of the machine code; `None` if the
/// cap has another origin, or is not stated.
///
/// ptxas limits registers so that `minBlocksPerMultiprocessor` blocks fit the register file, and
/// ignores more blocks than the SM has warps and slots for: as many fit with the cap, and fewer with one register
/// more. Measured with ptxas 11.8, 12.4 and 13.5 over every block and number of blocks.
const fn compiled_for_blocks(code: &Compiled<'_>) -> Option<(u32, u32)> {
    let block = or(code.block_bound(), NO_DIMS);
    let (cap, sm) = (known!(code.register_cap), known!(code.multiprocessor()));
    let most = blocks_that_fit(sm, block, cap);
    let fewest = if cap < sm.max_registers_per_thread {
        blocks_that_fit(sm, block, cap.saturating_add(1)).saturating_add(1)
    } else {
        1
    };
    match code.form {
        CodeForm::MachineCode if fewest <= most => Some((fewest, most)),
        _ => None,
    }
}
