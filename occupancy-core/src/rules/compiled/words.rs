//! The messages about a kernel's code.

use super::conflict::ClusterConflict;
use crate::gpu::{Arch, CodeForm};
use crate::kernel::{Argument, Compiled, Configuration, product};
use crate::rules::Rule;
use crate::rules::message::INDENT;
use crate::text::{Message, Text, same};

/// The headline for a promise that the code does not keep.
pub(in crate::rules) const fn headline<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    arch: &Arch,
) -> &'m mut Message {
    let kernel = &configuration.kernel;
    let Some(code) = configuration.compiled_on(arch) else {
        return other_architecture(out, configuration, arch);
    };
    match rule {
        Rule::CompiledRegisters => uses(out, code, code.registers, "register")
            .text(" per thread, more than the ")
            .grouped(kernel.registers_per_thread as u64)
            .text(" declared"),
        Rule::CompiledStaticSharedMemory => uses(out, code, code.static_shared_memory, "byte")
            .text(" of static shared memory, more than the ")
            .grouped(kernel.static_shared_memory as u64)
            .text(" declared"),
        Rule::CompiledBarriers => uses(out, code, code.barriers, "named barrier")
            .text(", more than the ")
            .grouped(kernel.barriers as u64)
            .text(" declared"),
        Rule::CompiledMaxBlock => match code.max_block {
            Some((x, y, z)) => compiled_for(
                out.text("a block of ")
                    .counted(kernel.threads_per_block(), "thread")
                    .text(" cannot launch: "),
                code,
            )
            .text("at most ")
            .grouped((x as u64).saturating_mul(y as u64).saturating_mul(z as u64)),
            None => out,
        },
        Rule::CompiledRequiredBlock => match code.required_block {
            Some(block) => compiled_for(
                out.text("a block of ")
                    .dims(kernel.block_dim)
                    .text(" cannot launch: "),
                code,
            )
            .text("blocks of exactly ")
            .dims(block),
            None => out,
        },
        Rule::LoadedSmCount => {
            let (Some(found), Some(named)) = (code.sm_count, arch.sm_count()) else {
                return out;
            };
            out.text("the function's GPU has ")
                .counted(found as u64, "SM")
                .text(", and ")
                .text(arch.name())
                .text(" has ")
                .grouped(named as u64)
                .text(": waves, tail efficiency and persistent grids are those of another board")
        }
        Rule::LoadedDynamicSharedMemory => match code.max_dynamic_shared_memory {
            Some(allowed) => named(
                out.text("a launch with ")
                    .counted(kernel.dynamic_shared_memory as u64, "byte")
                    .text(" of dynamic shared memory per block would fail: "),
                code,
            )
            .text(" is allowed ")
            .grouped(allowed as u64),
            None => out,
        },
        Rule::CompiledBlocksPerSm => {
            let (Some(found), Some(counted)) =
                (code.blocks_per_sm, configuration.launchable_occupancy(arch))
            else {
                return out;
            };
            let out = out.counted(found as u64, "block").text(" of ");
            named(out, code)
                .text(if found == 1 { " is" } else { " are" })
                .text(" resident per SM, fewer than the ")
                .grouped(counted.blocks_per_sm as u64)
                .text(" of the configuration")
        }
        _ => cluster(out, configuration, code, arch),
    }
}

const fn cluster<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    code: &Compiled<'_>,
    arch: &Arch,
) -> &'m mut Message {
    let Some(conflict) = configuration.cluster_conflict(arch) else {
        return out;
    };
    match (conflict, configuration.kernel.cluster_dim) {
        (ClusterConflict::Other(compiled), Some(stated)) => {
            let out = compiled_for(
                out.text("clusters of ")
                    .dims(stated)
                    .text(" cannot launch: "),
                code,
            );
            if product(compiled) == 1 {
                out.text("none")
            } else {
                out.text("clusters of ").dims(compiled)
            }
        }
        (ClusterConflict::Other(compiled), None) => compiled_for(out, code)
            .text("clusters of ")
            .dims(compiled)
            .text(", and no `cluster` is declared"),
        (ClusterConflict::Larger(most), _) => compiled_for(
            out.text("a cluster of ")
                .counted(configuration.kernel.blocks_per_cluster(), "block")
                .text(" cannot launch: "),
            code,
        )
        .text("at most ")
        .grouped(most as u64),
        (ClusterConflict::Missing, _) => {
            named(out, code).text(" launches only in clusters, and no `cluster` is declared")
        }
    }
}

/// ``kernel `saxpy` (sm_90)``, or `the loaded function`, whose name the driver does not report.
pub(in crate::rules) const fn named<'m>(
    out: &'m mut Message,
    code: &Compiled<'_>,
) -> &'m mut Message {
    if let CodeForm::Loaded = code.form {
        return out.text("the loaded function");
    }
    // Names of kernels can be longer than a message.
    let name: Text<64> = *Text::new().text(code.name_in_source());
    out.text("kernel `")
        .text(name.as_str())
        .text("` (")
        .text(target(code).as_str())
        .text(")")
}

const fn compiled_for<'m>(out: &'m mut Message, code: &Compiled<'_>) -> &'m mut Message {
    named(out, code).text(" was compiled for ")
}

const fn uses<'m>(
    out: &'m mut Message,
    code: &Compiled<'_>,
    found: Option<u32>,
    noun: &str,
) -> &'m mut Message {
    match found {
        Some(found) => named(out, code).text(" uses ").counted(found as u64, noun),
        None => out,
    }
}

const fn other_architecture<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    arch: &Arch,
) -> &'m mut Message {
    if let [
        Compiled {
            form: CodeForm::Loaded,
            compute_capability: (major, minor),
            ..
        },
        ..,
    ] = configuration.compiled
    {
        return out
            .text("the configuration was not checked for the function's GPU, which has compute capability ")
            .number(*major as u64)
            .text(".")
            .number(*minor as u64);
    }
    let mut targets = Text::new();
    // A message holds no more.
    let mut left = match configuration.compiled.split_at_checked(8) {
        Some((first, _)) => first,
        None => configuration.compiled,
    };
    let mut last = Text::<32>::new();
    while let [code, others @ ..] = left {
        left = others;
        let one = target(code);
        // Several GPUs can have the same.
        if same(last.as_str().as_bytes(), one.as_str().as_bytes()) {
            continue;
        }
        if !targets.as_str().is_empty() {
            targets.text(", ");
        }
        targets.text(one.as_str());
        last = one;
    }
    no_code(out, arch, configuration.compiled_argument(), &targets)
}

/// The message for a file without code for `arch`, and with code for these targets.
pub const fn no_code<'m>(
    out: &'m mut Message,
    arch: &Arch,
    argument: Argument,
    targets: &Text<96>,
) -> &'m mut Message {
    let out = out.text("no code for ").text(arch.name());
    let out = match arch {
        Arch::Device(_) => out
            .text(" (compute capability ")
            .text(arch.compute_capability().name)
            .text(")"),
        Arch::ComputeCapability(_) => out,
    };
    out.text(": `")
        .text(argument.key())
        .text("` is for ")
        .text(targets.as_str())
}

/// `sm_90a`, as nvcc and PTX write it.
const fn target(code: &Compiled<'_>) -> Text<32> {
    CodeForm::MachineCode.target(code.compute_capability, code.suffix)
}

/// What to do if no value of the attribute helps.
pub(in crate::rules) const fn help<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    rule: Rule,
) -> &'m mut Message {
    let words = match rule {
        Rule::CompiledArchitecture => match configuration.compiled_argument() {
            Argument::Arch => "add the GPU to `arch`",
            _ => "compile the kernel for this GPU too, with nvcc's `-gencode`",
        },
        Rule::LoadedSmCount => "make this GPU a `Device::new` and name it in `arch`",
        Rule::LoadedDynamicSharedMemory => {
            "prepare the function, which sets `CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES`"
        }
        Rule::CompiledBlocksPerSm => {
            "declare what the function uses, or compile it with the launch bounds of this configuration"
        }
        Rule::CompiledRegisters => {
            "compile the kernel with fewer registers, by the launch bounds of this configuration"
        }
        Rule::CompiledStaticSharedMemory => "declare less in the kernel",
        Rule::CompiledBarriers => "share barriers in the kernel",
        Rule::CompiledMaxBlock | Rule::CompiledRequiredBlock => {
            "compile the kernel with the launch bounds of this configuration"
        }
        Rule::CompiledCluster => match configuration.kernel.cluster_dim {
            Some(_) => "compile the kernel for this cluster",
            None => "state the cluster that it is launched with, such as `cluster = 2`",
        },
        _ => return out,
    };
    out.text("\n").text(INDENT).text("help: ").text(words)
}

/// The error for an omitted argument that the code does not determine; `None` if it does, or if no code
/// states the argument.
pub const fn not_stated(code: &Compiled<'_>, argument: Argument) -> Option<Message> {
    let (found, what) = match argument {
        Argument::StaticSharedMemory => (code.static_shared_memory, "static shared memory"),
        Argument::Barriers => (code.barriers, "number of named barriers"),
        _ => return None,
    };
    if found.is_some() {
        return None;
    }
    let mut message = Message::new();
    let out = message.text("[OCC039] the ").text(what).text(" of ");
    let out = named(out, code);
    let out = match code.form {
        CodeForm::Ptx => out
            .text(" cannot be told from its PTX\n")
            .text(INDENT)
            .text("help: state what `ptxas -v` reports, with `"),
        _ => out
            .text(" cannot be told before it is linked\n")
            .text(INDENT)
            .text("help: take the linked image, or state what it has with `"),
    };
    Some(*out.text(argument.key()).text("`"))
}
