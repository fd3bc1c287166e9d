//! The file of a kernel's machine code or PTX. The compiler reads it, in constants beside the launch type.

use occupancy_core::{Compiled, gpu::CodeForm};
use proc_macro2::{Ident, Span, TokenStream};
use syn::LitStr;

use crate::key::Key;
use crate::syntax::Args;

/// The library's module that reads the file.
pub(crate) fn kind(args: &Args) -> Ident {
    let kind = if args.has(Key::Cubin) {
        "machine"
    } else {
        "ptx"
    };
    Ident::new(kind, Span::call_site())
}

/// The argument that names the file, as core's `Argument` has it.
pub(crate) fn argument(args: &Args) -> Ident {
    let argument = if args.has(Key::Cubin) { "Cubin" } else { "Ptx" };
    Ident::new(argument, Span::call_site())
}

/// The constant of the code of one configuration.
pub(crate) fn code_name(at: usize) -> Ident {
    numbered("CODE", at)
}

/// The constant of what was read.
pub(crate) fn read_name(at: usize) -> Ident {
    numbered("READ", at)
}

fn numbered(name: &str, at: usize) -> Ident {
    Ident::new(&format!("{name}_{at}"), Span::call_site())
}

/// A path as the page shows it.
fn shown(path: &TokenStream) -> String {
    match syn::parse2::<LitStr>(path.clone()) {
        Ok(path) => format!("`{}`", path.value().replace('`', "'")),
        Err(_) => format!("`{}`", path.to_string().replace('`', "'")),
    }
}

/// Where the figures of a page are from, if they are from a file.
pub(crate) fn from(args: &Args, codes: &[Compiled<'_>]) -> Option<String> {
    let path = args.tokens(args.file()?)?;
    let mut targets: Vec<String> = codes
        .iter()
        .map(|code| code.compute_capability)
        .map(|(major, minor)| format!("sm_{major}{minor}"))
        .collect();
    targets.dedup();
    let first = codes.first()?;
    let compiler = match first.form {
        CodeForm::Ptx => Some(", PTX".to_owned()),
        _ => first
            .toolkit
            .map(|(major, minor)| format!(", CUDA {major}.{minor}")),
    };
    let is_stated = args.left_out().is_empty();
    Some(format!(
        "{} from {} ({}{}), where it is `{}`.",
        if is_stated {
            "Checked against the kernel"
        } else {
            "What is not stated of the kernel is"
        },
        shown(path),
        targets.join(", "),
        compiler.unwrap_or_default(),
        first.name
    ))
}
