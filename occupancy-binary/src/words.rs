//! The messages for a kernel's file that could not be read.

use alloc::string::{String, ToString};

use occupancy_core::Arch;
use occupancy_core::kernel::Argument;
use occupancy_core::rules::no_code;
use occupancy_core::text::{Message, Text};

use crate::error::{Error, ErrorKind, List};

/// The message for a kernel's code that could not be read, for `arch`.
pub fn unreadable(error: &Error, arch: &Arch) -> String {
    let (asked, found) = (error.asked(), error.found());
    let names = found.to_string();
    match error.kind() {
        ErrorKind::UnknownKernel => with_help(
            &format!("[OCC037] no kernel `{asked}` in `cubin`"),
            &unknown(found),
        ),
        ErrorKind::AmbiguousKernel => with_help(
            &format!("[OCC037] several kernels in `cubin` are called `{asked}`"),
            &suggest(&names, "is one of them", ": "),
        ),
        ErrorKind::NoImage if !found.is_empty() => {
            let mut out = Message::new();
            let mut targets = Text::new();
            targets.text(&names);
            no_code(out.text("[OCC035] "), arch, Argument::Cubin, &targets);
            let help = "compile the kernel for this GPU too, with nvcc's `-gencode`";
            with_help(out.as_str(), help)
        }
        _ => {
            let (fault, help) = error.words();
            with_help(&format!("[OCC038] `cubin` cannot be read: {fault}"), help)
        }
    }
}

/// The message for a kernel's PTX that could not be read.
pub fn unreadable_ptx(error: &Error) -> String {
    let (asked, found) = (error.asked(), error.found());
    match error.kind() {
        ErrorKind::UnknownKernel => with_help(
            &format!("[OCC037] no kernel `{asked}` in `ptx`"),
            &unknown(found),
        ),
        ErrorKind::AmbiguousKernel => with_help(
            &format!("[OCC037] several kernels in `ptx` are called `{asked}`"),
            &suggest(&found.to_string(), "is one of them", ": "),
        ),
        ErrorKind::DeclaredOnly => with_help(
            "[OCC038] `ptx` declares the kernel, and has no body of it",
            "take the file that defines it",
        ),
        _ => with_help(
            &format!(
                "[OCC038] `ptx` cannot be read: line {} is not PTX",
                error.line().unwrap_or_default()
            ),
            "give the text that `nvcc -ptx` or rustc makes; ptxas says what is wrong in it",
        ),
    }
}

fn unknown(found: &List) -> String {
    if found.is_near {
        suggest(&found.to_string(), "is the nearest", " of ")
    } else {
        suggest(&found.to_string(), "is the only one", "")
    }
}

fn with_help(fault: &str, help: &str) -> String {
    format!("{fault}\n\n    help: {help}")
}

/// The first of the names as it is written in the attribute, and all names if there are several.
fn suggest(names: &str, one: &str, several: &str) -> String {
    let Some(first) = names.split('`').nth(1) else {
        return "there is none: compile it into the file".to_string();
    };
    let first_quoted = format!("`{first}`");
    let which = if first_quoted == names {
        one.to_string()
    } else if several.is_empty() {
        format!("is one of {names}")
    } else {
        format!("{one}{several}{names}")
    };
    format!("`kernel = \"{first}\"` {which}")
}
