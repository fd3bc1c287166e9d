//! The messages for a kernel's file that could not be read.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};

use occupancy_core::Arch;
use occupancy_core::kernel::Argument;
use occupancy_core::rules::no_code;
use occupancy_core::text::{Message, Text};

use crate::error::{Error, ErrorKind};

/// The message for a kernel's code that could not be read, for `arch`.
pub fn unreadable(error: &Error, arch: &Arch) -> String {
    let found = &error.0.found;
    if error.kind() == ErrorKind::NoImage && !found.is_empty() {
        let mut out = Message::new();
        let mut targets = Text::new();
        targets.text(&found.to_string());
        no_code(out.text("[OCC035] "), arch, Argument::Cubin, &targets);
        let help = "compile the kernel for this GPU too, with nvcc's `-gencode`";
        return with_help(out.as_str(), help);
    }
    of_kernel(error, "cubin").unwrap_or_else(|| {
        let fault = format!("[OCC038] `cubin` cannot be read: {}", error.0.fault);
        with_help(&fault, &error.0.help)
    })
}

/// The message for a kernel's PTX that could not be read.
pub fn unreadable_ptx(error: &Error) -> String {
    if error.kind() == ErrorKind::DeclaredOnly {
        let fault = "[OCC038] `ptx` declares the kernel, and has no body of it";
        return with_help(fault, "take the file that defines it");
    }
    of_kernel(error, "ptx").unwrap_or_else(|| {
        let line = error.line().unwrap_or_default();
        let fault = format!("[OCC038] `ptx` cannot be read: line {line} is not PTX");
        let help = "give the text that `nvcc -ptx` or rustc makes; ptxas says what is wrong in it";
        with_help(&fault, help)
    })
}

/// The message for a name that no kernel has, or several, with the first name to suggest as it is written in the
/// attribute.
fn of_kernel(error: &Error, argument: &str) -> Option<String> {
    let (asked, found) = (&error.0.asked, &error.0.found);
    let unknown = format!("[OCC037] no kernel `{asked}` in `{argument}`");
    // What the name is alone, and beside others.
    let (fault, alone, beside) = match error.kind() {
        ErrorKind::UnknownKernel if found.is_near => {
            (unknown, "is the nearest", "is the nearest of ")
        }
        ErrorKind::UnknownKernel => (unknown, "is the only one", "is one of "),
        ErrorKind::AmbiguousKernel => (
            format!("[OCC037] several kernels in `{argument}` are called `{asked}`"),
            "is one of them",
            "is one of them: ",
        ),
        _ => return None,
    };
    let help = match &found.names[..] {
        [] => "there is none: compile it into the file".to_owned(),
        [one] if found.left_out == 0 && !found.is_cut => format!("`kernel = \"{one}\"` {alone}"),
        [first, ..] => format!("`kernel = \"{first}\"` {beside}{found}"),
    };
    Some(with_help(&fault, &help))
}

fn with_help(fault: &str, help: &str) -> String {
    format!("{fault}\n\n    help: {help}")
}
