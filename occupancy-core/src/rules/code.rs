//! The words for a kernel's code.

use super::limits::INDENT;
use crate::gpu::{Arch, CodeForm};
use crate::kernel::{Argument, Compiled};
use crate::text::{Message, Text, same};

/// ``kernel `saxpy` (sm_90)``, or `the loaded function`, whose name the driver does not report.
pub(super) const fn named<'m>(out: &'m mut Message, code: &Compiled<'_>) -> &'m mut Message {
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

/// The targets of some code, each once: what a message has room for.
pub(super) const fn targets(compiled: &[Compiled<'_>]) -> Text<96> {
    let mut targets = Text::new();
    let mut left = match compiled.split_at_checked(8) {
        Some((first, _)) => first,
        None => compiled,
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
    targets
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
