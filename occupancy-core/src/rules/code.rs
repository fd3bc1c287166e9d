//! The words for the code of a kernel.

use super::template::{Value, cut, fill};
use crate::gpu::{Arch, CodeForm, Vendor};
use crate::kernel::{Argument, Compiled, Configuration};
use crate::numbers::or;
use crate::text::{Message, Text, same};

/// Writes ``kernel `saxpy` (sm_90)``, or `the loaded function`: the driver does not report its name.
pub(super) const fn named<'m>(out: &'m mut Message, code: &Compiled<'_>) -> &'m mut Message {
    if let CodeForm::Loaded = code.form {
        return out.text("the loaded function");
    }
    // Names of kernels can be longer than a message.
    let name: Text<64> = *Text::new().text(code.name_in_source());
    let target = code.target_of_machine_code();
    let values = [Value::Text(name.as_str()), Value::Text(target.as_str())];
    fill(out, "kernel `{}` ({})", &values)
}

/// Writes the message for a file that has code for `targets`, and none for `arch`.
pub const fn no_code<'m>(
    out: &'m mut Message,
    arch: &Arch,
    argument: Argument,
    targets: &str,
) -> &'m mut Message {
    out.text("no code for ").text(arch.name());
    if let Arch::Device(device) = arch {
        let sm = device.multiprocessor;
        out.worded(" (compute capability ", sm.words());
        out.text(sm.name).text(")");
    }
    let values = [Value::Text(argument.key()), Value::Text(targets)];
    fill(out, ": `{}` is for {}", &values)
}

/// What to do about a GPU that a file has no code for.
pub const fn instead_of_no_code(arch: &Arch, argument: Argument) -> &'static str {
    match (arch.multiprocessor().vendor, argument) {
        (Vendor::Nvidia, Argument::Hsaco) => {
            "`cubin` takes the kernel's code for this GPU; or leave the file out"
        }
        (Vendor::Nvidia, _) => "compile the kernel for this GPU too, with nvcc's `-gencode`",
        (Vendor::Amd, Argument::Hsaco) => {
            "compile the kernel for this GPU too, with hipcc's `--offload-arch`"
        }
        (Vendor::Amd, _) => "`hsaco` takes the kernel's code for this GPU; or leave the file out",
    }
}

/// The name of a GPU of AMD in the mode that its code was compiled for, empty if it has none; `None` if that is not for this
/// GPU in any mode.
pub(super) const fn in_mode_of(
    configuration: &Configuration<'_>,
    arch: &Arch,
) -> Option<&'static str> {
    // Behind the name of a board or a target is its mode.
    let (own, _) = or(cut(arch.short_name(), b":"), (arch.short_name(), (0, "")));
    if let Ok(whole) = Arch::find(own) {
        let modes = [Some(whole), whole.part(0), whole.part(1), whole.part(2)];
        each!(modes.as_slice(), |mode| {
            if let Some(mode) = mode
                && configuration.compiled_on(mode).is_some()
            {
                return Some(mode.short_name());
            }
        });
    }
    let target = arch.multiprocessor().plain_target().as_bytes();
    each!(configuration.compiled, |code| {
        if let (CodeForm::CodeObject, Some(sm)) = (code.form, code.multiprocessor())
            && same(sm.plain_target().as_bytes(), target)
        {
            return Some("");
        }
    });
    None
}

/// Lists the targets of some code, each once. Of a longer list, it takes the first eight pieces of code, which fit a
/// message.
pub(super) const fn targets(compiled: &[Compiled<'_>]) -> Text<160> {
    let (mut targets, mut begin) = (Text::new(), "");
    let (first, _) = or(compiled.split_at_checked(8), (compiled, &[]));
    let mut last = Text::<32>::new();
    each!(first, |code| {
        let one = code.target_of_machine_code();
        // Kernels for one GPU follow each other.
        if same(last.as_str().as_bytes(), one.as_str().as_bytes()) {
            continue;
        }
        targets.text(begin).text(one.as_str());
        (last, begin) = (one, ", ");
    });
    targets
}

/// Returns the message about an omitted argument whose value the code leaves open; `None` if the code states it, or if
/// code never states that argument.
pub const fn not_stated(code: &Compiled<'_>, argument: Argument) -> Option<Message> {
    let (stated, figure) = match argument {
        Argument::StaticSharedMemory => (code.static_shared_memory, "static shared memory"),
        Argument::Barriers => (code.barriers, "number of named barriers"),
        _ => return None,
    };
    if stated.is_some() {
        return None;
    }
    let mut message = Message::new();
    let out = fill(&mut message, "[OCC039] the {} of ", &[Value::Text(figure)]);
    let template = match code.form {
        CodeForm::Ptx => {
            " is not known from its PTX\n\n    help: state what `ptxas -v` reports, with `{}`"
        }
        _ => {
            " is not known before it is linked\n\n    help: take the linked image, or state what it has with `{}`"
        }
    };
    let key = [Value::Text(argument.key())];
    Some(*fill(named(out, code), template, &key))
}
