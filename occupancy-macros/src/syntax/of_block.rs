//! Names in a value: `threads`, `warps` and the like are what the block has of each; parameters and arguments of the
//! annotated function, and `Self`, cannot be there.

use occupancy_core::Kernel;
use occupancy_core::compute_capabilities::SM_90;
use occupancy_core::kernel::Argument;
use proc_macro2::{Ident, Literal, TokenStream, TokenTree};

use super::{Args, ByWarps, Stated, Value};
use crate::errors::Errors;
use crate::item::{Item, Local};
use crate::number::{self, Number};
use crate::tokens::{self, stands_for_itself};

/// What a value can name of the block, in the order of [`with_block`].
const NAMES: [&str; 5] = ["threads", "threads_x", "threads_y", "threads_z", "warps"];

/// The warps of the largest block.
const MOST_WARPS: u32 = 32;

/// What of the block a token names.
fn part(tokens: &[TokenTree], at: usize) -> Option<usize> {
    let TokenTree::Ident(name) = &tokens[at] else {
        return None;
    };
    let part = NAMES.iter().position(|known| name == known);
    part.filter(|_| stands_for_itself(tokens, at, false))
}

/// What a value names of the block, by its place among the names.
pub(crate) fn named(value: &TokenStream) -> Vec<usize> {
    let mut found = Vec::new();
    tokens::find(value, &mut |tokens, at| {
        found.extend(part(tokens, at));
        false
    });
    found
}

/// The value with an expression of the type `usize` for each name.
pub(crate) fn with_parts(value: &TokenStream, of: &dyn Fn(usize) -> TokenTree) -> TokenStream {
    tokens::replaced(value, &mut |tokens, at| {
        let mut part = of(part(tokens, at)?);
        part.set_span(tokens[at].span());
        Some(part.into())
    })
}

/// The value for a block, with a number for each name.
fn with_block(value: &TokenStream, (x, y, z): (u32, u32, u32)) -> TokenStream {
    let kernel = Kernel::new((x, y, z), 1);
    let (threads, warps) = (kernel.threads_per_block(), kernel.warps_per_block(&SM_90));
    let parts = [threads, x.into(), y.into(), z.into(), warps];
    // As a variable of this type would be: arithmetic with `size_of` has it.
    let number = |part: usize| usize::try_from(parts[part]).unwrap_or(usize::MAX);
    with_parts(value, &|part| Literal::usize_suffixed(number(part)).into())
}

impl Args {
    /// Puts the block into the values that name it.
    pub(crate) fn with_block(mut self, errors: &mut Errors) -> Self {
        let (threads, auto) = (self.known_dims(Argument::Threads), self.auto());
        let names_block = |one: &&Stated| {
            one.argument.is_integer() && one.value.is_deferred() && !named(&one.tokens).is_empty()
        };
        let values: Vec<Stated> = self.values.iter().filter(names_block).cloned().collect();
        for stated in values {
            let (argument, tokens) = (stated.argument, &stated.tokens);
            let is_smem = argument == Argument::DynamicSharedMemory;
            if is_smem {
                let bytes = by_warps(tokens, threads, auto);
                // What every block asks for, until one is chosen.
                let least = match &bytes {
                    ByWarps::Known(bytes) if auto.is_some() => bytes.iter().min().copied(),
                    _ => None,
                };
                self.smem_by_warps = Some(bytes);
                if let Some(least) = least {
                    let value = Value::Numbers(vec![Number::Known(least.into())]);
                    self.set(Stated { value, ..stated });
                    continue;
                }
            }
            if auto.is_some() && !is_smem {
                let fault =
                    "names the block, which `threads = auto` chooses: only `smem` can depend on it";
                errors.refuse_argument(tokens, "OCC108", argument, fault, None);
                self.forget(argument);
            } else if let Some(threads) = threads {
                match Value::read(argument, &with_block(tokens, threads), errors) {
                    Some(value) => self.set(Stated { value, ..stated }),
                    None => self.forget(argument),
                }
            } else if auto.is_none() && !self.deferred().contains(Argument::Threads) {
                // That is reported.
                self.forget(argument);
            }
        }
        self
    }

    /// Reports parameters and arguments of the function in a value: the launch struct cannot see them.
    pub(crate) fn refuse_locals(&mut self, item: &Item, errors: &mut Errors) {
        let mut refused = Vec::new();
        let local = |name: &Ident| {
            let found = item.locals.iter().find(|(local, _)| name == local);
            found.map(|(_, kind)| *kind)
        };
        for (argument, value) in self.written() {
            let Some((name, kind)) = find_name(value, &local) else {
                continue;
            };
            let fault = match kind {
                Local::Argument => {
                    "is known only when the function is called, but the configuration is checked before"
                }
                _ => "is generic here: the launch type is checked once, not for each use",
            };
            let help = match kind {
                Local::Type => "name a type in its place, and annotate a function for each type",
                Local::Const => {
                    "make it a `const` item, and annotate a function for each value of it"
                }
                Local::Argument => {
                    "leave it out here, and make the grid in the function, with `for_elements` or `for_grid`"
                }
            };
            errors.refuse(&name, "OCC112", format!("`{name}` {fault}"), help);
            refused.push(argument);
        }
        for argument in refused {
            self.forget(argument);
        }
        for (_, own) in &mut self.overrides {
            own.refuse_locals(item, errors);
        }
    }

    /// A `Self` in a value.
    pub(crate) fn own_type(&self) -> Option<Ident> {
        let own_type = |name: &Ident| (name == "Self").then_some(Local::Type);
        let mut written = self.written();
        written.find_map(|(_, value)| Some(find_name(value, &own_type)?.0))
    }
}

/// What blocks of other sizes ask for.
fn by_warps(
    tokens: &TokenStream,
    threads: Option<(u32, u32, u32)>,
    auto: Option<(u32, u32)>,
) -> ByWarps {
    let unknown = || ByWarps::Known(vec![u32::MAX; MOST_WARPS as usize]);
    let is_axis = |part: &usize| NAMES[*part].starts_with("threads_");
    let (first, last) = match auto {
        Some((least, most)) => (least.div_ceil(32).max(1), (most / 32).min(MOST_WARPS)),
        // What an axis has in a block of another size is not known.
        None if threads.is_none() || named(tokens).iter().any(is_axis) => return unknown(),
        None => (1, MOST_WARPS),
    };
    let of_one = |warps: u32| {
        if !(first..=last).contains(&warps) {
            return Some(u32::MAX);
        }
        match number::integer(&with_block(tokens, (warps * 32, 1, 1))) {
            Err(number::Fault::Deferred) => None,
            bytes => Some(bytes.map_or(u32::MAX, |bytes| bytes.try_into().unwrap_or(u32::MAX))),
        }
    };
    match (1..=MOST_WARPS).map(of_one).collect() {
        Some(bytes) => ByWarps::Known(bytes),
        None => ByWarps::Deferred(tokens.clone(), first, last),
    }
}

/// The first name of a kind that stands for a value or a type by itself.
fn find_name(
    value: &TokenStream,
    kind: &dyn Fn(&Ident) -> Option<Local>,
) -> Option<(Ident, Local)> {
    let mut found = None;
    tokens::find(value, &mut |tokens, at| {
        if let TokenTree::Ident(name) = &tokens[at]
            && let Some(kind) = kind(name)
            && stands_for_itself(tokens, at, kind != Local::Argument)
        {
            found = Some((name.clone(), kind));
        }
        found.is_some()
    });
    found
}
