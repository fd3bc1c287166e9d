//! The messages for a kernel's file that could not be read.

#![allow(
    clippy::large_types_passed_by_value,
    reason = "text is built up by value in const evaluation, and only where something is wrong"
)]

use alloc::format;
use alloc::string::String;

use occupancy_core::kernel::Argument;
use occupancy_core::rules::no_code;
use occupancy_core::{Arch, text::Message};

use crate::cubin::CubinError;
use crate::ptx::{self, ErrorKind, listed, quoted};

const INDENT: &str = "\n    ";

/// The message for a kernel's code that could not be read, for `arch`.
pub const fn unreadable(error: &CubinError, arch: &Arch) -> Message {
    let out = &mut Message::new();
    *match error {
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
        CubinError::NoImage(images) if !images.is_empty() => {
            no_code(out.text("[OCC035] "), arch, Argument::Cubin, &images.text())
                .text("\n")
                .text(INDENT)
                .text("help: compile the kernel for this GPU too, with nvcc's `-gencode`")
        }
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

/// The message for a kernel's PTX that could not be read.
pub fn unreadable_ptx(error: &ptx::Error) -> String {
    let (asked, names) = (error.asked(), error.names());
    let (fault, help) = match error.kind() {
        ErrorKind::UnknownKernel => {
            let (of_one, of_several) = if error.is_near() {
                ("is the nearest", "is the nearest of")
            } else {
                ("is the only one", "is one of")
            };
            let help = match names {
                [] => String::from("there is none: compile it into the file"),
                [name] => format!("`kernel = \"{name}\"` {of_one}"),
                [name, ..] => format!("`kernel = \"{name}\"` {of_several} {}", listed(names)),
            };
            (format!("[OCC037] no kernel `{asked}` in `ptx`"), help)
        }
        ErrorKind::AmbiguousKernel => {
            let name = names.first().map_or("", String::as_str);
            (
                format!("[OCC037] several kernels in `ptx` are called `{asked}`"),
                format!("`kernel = \"{name}\"` is one of them: {}", quoted(names)),
            )
        }
        ErrorKind::DeclaredOnly => (
            "[OCC038] `ptx` declares the kernel, and has no body of it".into(),
            "take the file that defines it".into(),
        ),
        _ => (
            format!(
                "[OCC038] `ptx` cannot be read: line {} is not PTX",
                error.line().unwrap_or_default()
            ),
            "give the text that `nvcc -ptx` or rustc makes; ptxas says what is wrong in it".into(),
        ),
    };
    format!("{fault}\n{INDENT}help: {help}")
}

/// The first of the names as it is written in the attribute, and all names if there are several.
const fn suggest<'m>(
    out: &'m mut Message,
    names: &str,
    one: &str,
    several: &str,
) -> &'m mut Message {
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
