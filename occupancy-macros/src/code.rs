//! The file of a kernel's machine code or PTX. The compiler reads it, in constants beside the launch type. If
//! the macro finds it, it reads it too, only for the page.

use std::fs;
use std::path::{Path, PathBuf};

use occupancy_core::{Arch, Compiled, gpu::CodeForm, kernel::Argument, text::grouped};
use proc_macro2::{Ident, Span, TokenStream};
use syn::{Expr, ExprLit, Lit, LitStr};

use crate::key::Key;
use crate::number::Number;
use crate::syntax::{ArchValue, Args, ArgumentValue};

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

/// The arguments, with omitted ones filled in from the file, and a sentence that says so. `None` if the
/// macro cannot read the file: the path is not a string, or the editor hides where the source is.
/// `kernel` is the default name of the kernel; `beside` is the folder of the source, if the arguments are
/// expanded elsewhere.
pub(crate) fn read(
    args: &Args,
    kernel: Option<&str>,
    beside: Option<&Path>,
) -> Option<(Args, String)> {
    let file = args.file()?;
    let written = args.tokens(file)?;
    let path = literal(args.text(file)?)?;
    let kernel = match args.text(Key::Kernel) {
        Some(kernel) => literal(kernel)?.value(),
        None => kernel?.to_owned(),
    };
    let path = match beside {
        Some(folder) => folder.join(path.value()),
        None => beside_source(path)?,
    };
    let file = fs::read(path).ok()?;
    let mut codes = Vec::new();
    for arch in args.archs() {
        let ArchValue::Named(named) = arch else {
            return None;
        };
        codes.push(compiled(args, &file, &kernel, &named.arch)?);
    }
    let from = from(args, written, &codes)?;
    let mut read = args.without_file();
    for argument in Argument::OF_COMPILED {
        if let Some(key) = Key::of(argument)
            && !read.has(key)
            && let Some(most) = codes.iter().filter_map(|code| code.integer(argument)).max()
        {
            let most = ArgumentValue::Integer(Number::Known(most.into()));
            read.set(key, most, written.clone());
        }
    }
    Some((read, from))
}

/// What the file has for a GPU.
#[cfg(feature = "binary")]
fn compiled<'a>(args: &Args, file: &'a [u8], kernel: &str, arch: &Arch) -> Option<Compiled<'a>> {
    if !args.has(Key::Cubin) {
        return occupancy_binary::ptx::usage(str::from_utf8(file).ok()?, kernel).ok();
    }
    let cc = arch.compute_capability();
    occupancy_binary::cubin::usage_for(file, (cc.major(), cc.minor()), kernel).ok()
}

/// Nothing: the file is refused at its name.
#[cfg(not(feature = "binary"))]
fn compiled<'a>(_: &Args, _: &'a [u8], _: &str, _: &Arch) -> Option<Compiled<'a>> {
    None
}

/// Where the figures of a page are from.
fn from(args: &Args, path: &TokenStream, codes: &[Compiled<'_>]) -> Option<String> {
    let mut targets: Vec<String> = codes
        .iter()
        .map(|code| CodeForm::MachineCode.target(code.compute_capability, code.suffix))
        .map(|target| target.to_string())
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
        "{} from {} ({}{}), where it is `{}`.{}",
        if is_stated {
            "Checked against the kernel"
        } else {
            "What is not stated of the kernel is"
        },
        shown(path),
        targets.join(", "),
        compiler.unwrap_or_default(),
        first.name,
        local_memory(codes)
    ))
}

/// What machine code keeps in local memory, with its target if others differ.
fn local_memory(codes: &[Compiled<'_>]) -> String {
    let machine_code = codes
        .iter()
        .filter(|code| code.form == CodeForm::MachineCode);
    let mut sentences: Vec<(String, String)> = Vec::new();
    for code in machine_code {
        let stack = match code.stack {
            Some(1) => "1 byte of stack per thread".to_owned(),
            Some(bytes) => format!("{} bytes of stack per thread", grouped(bytes.into())),
            None => "a stack of unknown size".to_owned(),
        };
        let spills = match code.spill_instructions {
            Some(0) => "no instruction spills a register".to_owned(),
            Some(1) => "1 instruction spills a register or loads one back".to_owned(),
            Some(count) => format!(
                "{} instructions spill registers or load them back",
                grouped(count.into())
            ),
            None => "the compiler did not say whether registers are spilled".to_owned(),
        };
        let target = CodeForm::MachineCode.target(code.compute_capability, code.suffix);
        let sentence = (target.to_string(), format!("has {stack}, and {spills}."));
        if !sentences.contains(&sentence) {
            sentences.push(sentence);
        }
    }
    let is_same = sentences.windows(2).all(|pair| pair[0].1 == pair[1].1);
    match sentences.as_slice() {
        [(_, same), ..] if is_same => format!(" It {same}"),
        differing => differing
            .iter()
            .map(|(target, sentence)| format!(" For {target}, it {sentence}"))
            .collect::<Vec<_>>()
            .concat(),
    }
}

fn literal(value: &Expr) -> Option<&LitStr> {
    match value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text),
        _ => None,
    }
}

/// The path from the folder of the source that it is written in, as `include_bytes!` takes it.
fn beside_source(path: &LitStr) -> Option<PathBuf> {
    if !proc_macro::is_available() {
        return None;
    }
    let source = path.span().unwrap().local_file()?;
    Some(source.parent()?.join(path.value()))
}

#[cfg(test)]
mod tests {
    use occupancy_core::Compiled;
    use occupancy_core::gpu::Suffix;

    use super::local_memory;

    fn code(sm: u32, stack: Option<u32>, spills: Option<u32>) -> Compiled<'static> {
        let mut code = Compiled::machine_code("saxpy", (sm / 10, sm % 10));
        code.stack = stack;
        code.spill_instructions = spills;
        code
    }

    #[test]
    fn the_page_says_what_is_in_local_memory() {
        for (stack, spills, expected) in [
            (
                Some(1200),
                Some(44),
                " It has 1,200 bytes of stack per thread, and 44 instructions spill registers or load \
                 them back.",
            ),
            (
                Some(1),
                Some(1),
                " It has 1 byte of stack per thread, and 1 instruction spills a register or loads one \
                 back.",
            ),
            (
                Some(0),
                Some(0),
                " It has 0 bytes of stack per thread, and no instruction spills a register.",
            ),
            (
                None,
                None,
                " It has a stack of unknown size, and the compiler did not say whether registers are \
                 spilled.",
            ),
        ] {
            let one = code(90, stack, spills);
            assert_eq!(local_memory(&[one]), expected);
            assert_eq!(local_memory(&[one, one]), expected);
            let mut other = one;
            other.compute_capability = (8, 0);
            assert_eq!(local_memory(&[one, other]), expected);
        }
        let mut a = code(90, Some(8), Some(0));
        a.suffix = Suffix::Architecture;
        assert_eq!(
            local_memory(&[code(80, Some(16), Some(0)), a]),
            " For sm_80, it has 16 bytes of stack per thread, and no instruction spills a register. \
             For sm_90a, it has 8 bytes of stack per thread, and no instruction spills a register."
        );
        let ptx = Compiled::ptx("saxpy", (9, 0), Suffix::None);
        assert_eq!(local_memory(&[ptx]), "");
    }
}
