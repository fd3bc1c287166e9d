//! The file of a kernel's machine code or PTX. The compiler reads it, in constants beside the launch struct; the
//! macro reads it too where it finds it, for the page alone.

use std::fs;
use std::path::{Path, PathBuf};

use occupancy_core::KernelCode;
use occupancy_core::cubin::usage_for;
use occupancy_core::ptx::PtxUsage;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{Expr, ExprLit, Lit, LitStr};

use crate::args::{ArchValue, Args, Spanned};
use crate::configurations::{Configurations, code_name, read_name};
use crate::item::Item;
use crate::model::State;
use crate::number::Number;
use crate::tokens::{arch_value, first_span};

/// The arguments that can be left out, by their variant of core's `Argument`.
pub(crate) const FIGURES: [&str; 3] = ["Registers", "StaticSharedMemory", "Barriers"];

/// The library's module that reads the file.
pub(crate) fn kind(args: &Args) -> Ident {
    let kind = if args.cubin.is_some() {
        "machine"
    } else {
        "ptx"
    };
    Ident::new(kind, Span::call_site())
}

/// The argument that names the file, as core's `Argument` has it.
pub(crate) fn argument(args: &Args) -> Ident {
    let argument = if args.cubin.is_some() { "Cubin" } else { "Ptx" };
    Ident::new(argument, Span::call_site())
}

/// The constants of every file.
pub(crate) fn constants(all: &Configurations<'_>, name: &Ident, item: &Item) -> TokenStream {
    if all.model.state == State::Placeholder {
        let occupancy = all.base.library();
        let stub = all.base.code().map(|_| {
            quote! {
                #[allow(dead_code, reason = "what is wrong elsewhere leaves it unused")]
                impl #name {
                    /// Nothing: something else is wrong.
                    pub const CODE: &'static [#occupancy::KernelCode<'static>] = &[];
                }
            }
        });
        return stub.unwrap_or_default();
    }
    let base = constant(all.base, all.model.archs.as_slice(), None, name, item);
    let others = all
        .merged
        .iter()
        .zip(all.others)
        .enumerate()
        .filter(|(_, (_, other))| other.state == State::Deferred)
        .map(|(at, (args, other))| constant(args, &other.archs, Some(at), name, item));
    let others: TokenStream = others.flatten().collect();
    quote!(#base #others)
}

fn constant(
    args: &Args,
    archs: &[ArchValue],
    other: Option<usize>,
    name: &Ident,
    item: &Item,
) -> Option<TokenStream> {
    let path = &args.code()?.tokens;
    let occupancy = args.library();
    let (code, read) = (code_name(other), read_name(other));
    // A file that is not there is an error at its name.
    let span = first_span(path);
    let file = if args.cubin.is_some() {
        quote_spanned!(span=> ::core::include_bytes!(#path))
    } else {
        quote_spanned!(span=> ::core::include_str!(#path))
    };
    let kind = kind(args);
    let kernel = args.kernel.as_ref().map_or_else(
        || item.name.unraw().to_string().to_token_stream(),
        |kernel| kernel.tokens.clone(),
    );
    let docs = if other.is_some() {
        quote!(#[doc(hidden)])
    } else {
        let docs = format!(
            "What the kernel in {} was compiled to, for each GPU: registers, shared memory, barriers, \
             stack, launch bounds, and the name to load it by.",
            shown(path)
        );
        quote!(#[doc = #docs])
    };
    let on = archs.iter().enumerate().map(|(at, arch)| {
        let (arch, at) = (arch_value(arch, &occupancy), Literal::usize_unsuffixed(at));
        quote!(#arch => #at)
    });
    Some(quote! {
        #occupancy::__kernel_code! {
            #name;
            #docs
            #code, #read;
            #kind: #file, #kernel;
            on: [#(#on),*];
        }
    })
}

/// `kernel = …`, where the function's name is the kernel's.
pub(crate) fn named_after(args: &Args, item: &Item) -> Option<TokenStream> {
    let name = item.name.unraw().to_string();
    (args.code().is_some() && args.kernel.is_none()).then(|| quote!(kernel = #name,))
}

/// What one GPU's code has of its own, as setters of the kernel that is the same on all.
pub(crate) fn own_figures(args: &Args, at: usize, occupancy: &TokenStream) -> TokenStream {
    if args.code().is_none() {
        return TokenStream::new();
    }
    let code = code_name(None);
    let at = Literal::usize_unsuffixed(at);
    let setter = |is_left_out: bool, setter: &str, figure: &str| {
        let (setter, figure) = (
            Ident::new(setter, Span::call_site()),
            Ident::new(figure, Span::call_site()),
        );
        is_left_out.then(|| {
            quote!(.#setter(#occupancy::__private::#figure(#occupancy::__private::code_of(Self::#code, #at))))
        })
    };
    let setters = [
        setter(args.regs.is_none(), "with_registers", "registers"),
        setter(
            args.static_smem.is_none(),
            "with_static_shared_memory",
            "static_shared_memory",
        ),
        setter(args.barriers.is_none(), "with_barriers", "barriers"),
    ];
    setters.into_iter().flatten().collect()
}

/// A path as the page shows it.
fn shown(path: &TokenStream) -> String {
    match syn::parse2::<LitStr>(path.clone()) {
        Ok(path) => format!("`{}`", path.value().replace('`', "'")),
        Err(_) => format!("`{}`", path.to_string().replace('`', "'")),
    }
}

/// The arguments with what the file says in place of what is left out, and a sentence on where it is
/// from. `None` where the macro cannot read it: the path is not a string, or the editor hides where the
/// source is. `kernel` is the kernel's name where none is stated, `beside` the folder of the source where
/// the arguments are not written where they are expanded.
pub(crate) fn read(
    args: &Args,
    kernel: Option<&str>,
    beside: Option<&Path>,
) -> Option<(Args, String)> {
    let written = args.code()?;
    let path = literal(&written.value)?;
    let kernel = match &args.kernel {
        Some(kernel) => literal(&kernel.value)?.value(),
        None => kernel?.to_owned(),
    };
    let path = match beside {
        Some(folder) => folder.join(path.value()),
        None => beside_source(path)?,
    };
    let file = fs::read(path).ok()?;
    let mut codes = Vec::new();
    for arch in &args.archs.as_ref()?.value {
        let ArchValue::Named(named) = arch else {
            return None;
        };
        let cc = named.arch.compute_capability();
        codes.push(if args.cubin.is_some() {
            KernelCode::Machine(usage_for(&file, (cc.major, cc.minor), &kernel).ok()?)
        } else {
            KernelCode::Ptx(PtxUsage::of(str::from_utf8(&file).ok()?, &kernel).ok()?)
        });
    }
    let from = from(args, &written.tokens, &codes)?;
    let mut read = args.clone();
    let registers = codes.iter().filter_map(KernelCode::registers).max();
    let static_smem = codes.iter().filter_map(KernelCode::static_shared_memory);
    let static_smem = static_smem.max();
    let barriers = codes.iter().filter_map(KernelCode::barriers).max();
    for (argument, found) in [
        (&mut read.regs, registers),
        (&mut read.static_smem, static_smem),
        (&mut read.barriers, barriers),
    ] {
        if argument.is_none() {
            *argument = found.map(|found| Spanned {
                value: Number::Known(found),
                tokens: written.tokens.clone(),
            });
        }
    }
    read.cubin = None;
    read.ptx = None;
    read.kernel = None;
    Some((read, from))
}

/// Where the figures of a page are from.
fn from(args: &Args, path: &TokenStream, codes: &[KernelCode<'_>]) -> Option<String> {
    let mut targets: Vec<String> = codes
        .iter()
        .map(KernelCode::compute_capability)
        .map(|(major, minor)| format!("sm_{major}{minor}"))
        .collect();
    targets.dedup();
    let first = codes.first()?;
    let compiler = match first {
        KernelCode::Machine(usage) => usage
            .toolkit
            .map(|(major, minor)| format!(", CUDA {major}.{minor}")),
        _ => Some(", PTX".to_owned()),
    };
    let figures = [&args.regs, &args.static_smem, &args.barriers];
    let is_stated = figures.iter().all(|figure| figure.is_some());
    Some(format!(
        "{} from {} ({}{}), where it is `{}`.",
        if is_stated {
            "Held against the kernel"
        } else {
            "What is not stated of the kernel is"
        },
        shown(path),
        targets.join(", "),
        compiler.unwrap_or_default(),
        first.name()
    ))
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
