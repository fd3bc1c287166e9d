//! What is wrong with a kernel's code, in words.

use super::INDENT;
use crate::code::ClusterConflict;
use crate::cubin::CubinError;
use crate::ptx::FindError;
use crate::text::{Message, Text};
use crate::{Arch, Argument, Configuration, KernelCode, Rule};

/// The headline of a promise that the code does not keep.
pub(super) const fn headline(
    out: Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    arch: &Arch,
) -> Message {
    let kernel = &configuration.kernel;
    let Some(code) = configuration.code_on(arch) else {
        return other_architecture(out, configuration, arch);
    };
    match rule {
        Rule::CodeRegisters => uses(out, code, code.registers(), "register")
            .text(" a thread, more than the ")
            .grouped(kernel.registers_per_thread as u64)
            .text(" declared"),
        Rule::CodeStaticSharedMemory => uses(out, code, code.static_shared_memory(), "byte")
            .text(" of static shared memory, more than the ")
            .grouped(kernel.static_shared_memory as u64)
            .text(" declared"),
        Rule::CodeBarriers => uses(out, code, code.barriers(), "named barrier")
            .text(", more than the ")
            .grouped(kernel.barriers as u64)
            .text(" declared"),
        Rule::CodeMaxBlock => match code.max_block() {
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
        Rule::CodeRequiredBlock => match code.required_block() {
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
        _ => cluster(out, configuration, code, arch),
    }
}

const fn cluster(
    out: Message,
    configuration: &Configuration<'_>,
    code: &KernelCode<'_>,
    arch: &Arch,
) -> Message {
    let Some(conflict) = configuration.cluster_conflict(arch) else {
        return out;
    };
    match (conflict, configuration.kernel.cluster_dim) {
        (ClusterConflict::Other(compiled), Some(stated)) => compiled_for(
            out.text("clusters of ")
                .dims(stated)
                .text(" cannot launch: "),
            code,
        )
        .text("clusters of ")
        .dims(compiled),
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
            named(out, code).text(" launches in clusters alone, and no `cluster` is declared")
        }
    }
}

/// ``kernel `saxpy` (sm_90)``
pub(crate) const fn named(out: Message, code: &KernelCode<'_>) -> Message {
    // Names of kernels can be longer than a message.
    let name: Text<64> = Text::new().text(code.name_in_source());
    let (major, minor) = code.compute_capability();
    out.text("kernel `")
        .text(name.as_str())
        .text("` (sm_")
        .number(major as u64)
        .number(minor as u64)
        .text(")")
}

const fn compiled_for(out: Message, code: &KernelCode<'_>) -> Message {
    named(out, code).text(" was compiled for ")
}

const fn uses(out: Message, code: &KernelCode<'_>, found: Option<u32>, noun: &str) -> Message {
    match found {
        Some(found) => named(out, code).text(" uses ").counted(found as u64, noun),
        None => out,
    }
}

const fn other_architecture(
    out: Message,
    configuration: &Configuration<'_>,
    arch: &Arch,
) -> Message {
    let out = out
        .text("no code for ")
        .text(arch.name())
        .text(" (compute capability ");
    let mut out = out
        .text(arch.compute_capability().name)
        .text("): `")
        .text(configuration.code_argument().key())
        .text("` is for compute capability ");
    // More than a message holds are not of interest.
    let mut left = match configuration.code.split_at_checked(8) {
        Some((first, _)) => first,
        None => configuration.code,
    };
    let mut separator = "";
    while let [code, others @ ..] = left {
        let (major, minor) = code.compute_capability();
        out = out
            .text(separator)
            .number(major as u64)
            .text(".")
            .number(minor as u64);
        separator = ", ";
        left = others;
    }
    out
}

/// What to do where no value of the attribute helps.
pub(super) const fn help(out: Message, configuration: &Configuration<'_>, rule: Rule) -> Message {
    let words = match rule {
        Rule::CodeArchitecture => "compile the kernel for this GPU too, with nvcc's `-gencode`",
        Rule::CodeRegisters => {
            "compile the kernel with fewer registers, by the launch bounds of this configuration"
        }
        Rule::CodeStaticSharedMemory => "declare less in the kernel",
        Rule::CodeBarriers => "share barriers in the kernel",
        Rule::CodeMaxBlock | Rule::CodeRequiredBlock => {
            "compile the kernel with the launch bounds of this configuration"
        }
        Rule::CodeCluster => match configuration.kernel.cluster_dim {
            Some(_) => "compile the kernel for this cluster",
            None => "state the cluster that it is launched with, such as `cluster = 2`",
        },
        _ => return out,
    };
    out.text("\n").text(INDENT).text("help: ").text(words)
}

/// Words why a kernel's code could not be read, for `arch`.
pub const fn unreadable(error: &CubinError, arch: &Arch) -> Message {
    let out = Message::new();
    match error {
        CubinError::UnknownKernel(unknown) => {
            let out = out
                .text("[OCC037] no kernel `")
                .text(unknown.asked())
                .text("` in `cubin`");
            let out = out.text("\n").text(INDENT).text("help: ");
            let (one, several) = if unknown.is_near() {
                ("is the nearest", " of ")
            } else {
                ("is the only one", "")
            };
            suggest(out, unknown.names(), one, several)
        }
        CubinError::AmbiguousKernel(unknown) => {
            let out = out
                .text("[OCC037] several kernels in `cubin` are called `")
                .text(unknown.asked())
                .text("`");
            let out = out.text("\n").text(INDENT).text("help: ");
            suggest(out, unknown.names(), "is one of them", ": ")
        }
        CubinError::NoImage(images) if !images.is_empty() => out
            .text("[OCC035] no code for ")
            .text(arch.name())
            .text(" (compute capability ")
            .text(arch.compute_capability().name)
            .text("): `cubin` is for compute capability ")
            .text(images.text().as_str())
            .text("\n")
            .text(INDENT)
            .text("help: compile the kernel for this GPU too, with nvcc's `-gencode`"),
        _ => {
            let (fault, help) = error.words();
            out.text("[OCC038] `cubin` cannot be read: ")
                .text(fault.as_str())
                .text("\n")
                .text(INDENT)
                .text("help: ")
                .text(help.as_str())
        }
    }
}

/// Words why a kernel's PTX could not be read.
pub const fn unreadable_ptx(error: &FindError) -> Message {
    let out = Message::new();
    match error {
        FindError::Unknown(unknown) => {
            let out = out
                .text("[OCC037] no kernel `")
                .text(unknown.asked())
                .text("` in `ptx`");
            let out = out.text("\n").text(INDENT).text("help: ");
            suggest(out, unknown.names(), "is the only one", "")
        }
        FindError::DeclaredOnly => out
            .text("[OCC038] `ptx` declares the kernel, and has no body of it")
            .text("\n")
            .text(INDENT)
            .text("help: take the file that defines it"),
        FindError::Malformed(malformed) => out
            .text("[OCC038] `ptx` cannot be read: line ")
            .number(malformed.line as u64)
            .text(" is not PTX")
            .text("\n")
            .text(INDENT)
            .text("help: give the text that `nvcc -ptx` or rustc makes; ptxas says what is wrong in it"),
    }
}

/// Words that PTX does not say what an argument is left out for; `None` where it does, or where the
/// argument is of another kind.
pub const fn not_stated(code: &KernelCode<'_>, argument: Argument) -> Option<Message> {
    let (found, what) = match argument {
        Argument::StaticSharedMemory => (code.static_shared_memory(), "static shared memory"),
        Argument::Barriers => (code.barriers(), "number of named barriers"),
        _ => return None,
    };
    if found.is_some() {
        return None;
    }
    let out = Message::new().text("[OCC039] the ").text(what).text(" of ");
    Some(
        named(out, code)
            .text(" cannot be told from its PTX")
            .text("\n")
            .text(INDENT)
            .text("help: state what `ptxas -v` reports, with `")
            .text(argument.key())
            .text("`"),
    )
}

/// The first of the names as it is written in the attribute, and all where there are several.
const fn suggest(out: Message, names: &str, one: &str, several: &str) -> Message {
    let Some(first) = first_name(names) else {
        return out.text("there is none: compile it into the file");
    };
    let out = out.text("`kernel = \"").text(first).text("\"` ");
    // Two backticks around one name.
    if first.len().saturating_add(2) == names.len() {
        out.text(one)
    } else if several.is_empty() {
        out.text("is one of ").text(names)
    } else {
        out.text(one).text(several).text(names)
    }
}

/// The first of names between backticks.
const fn first_name(names: &str) -> Option<&str> {
    let Some((_, names)) = names.split_at_checked(1) else {
        return None;
    };
    let mut left = names.as_bytes();
    while let [byte, others @ ..] = left {
        if *byte == b'`' {
            return match names.split_at_checked(names.len().saturating_sub(left.len())) {
                Some((name, _)) => Some(name),
                None => None,
            };
        }
        left = others;
    }
    None
}
