//! Names in a value: `threads`, `warps` and the like stand for the block; parameters and arguments of the annotated
//! function, and `Self`, are refused.

use occupancy_core::Kernel;
use occupancy_core::gpu::nvidia::WARP_SIZE;
use occupancy_core::kernel::Argument;
use proc_macro2::{Ident, Literal, TokenStream, TokenTree};

use super::{Args, ByWarps, Entry, Value};
use crate::errors::Errors;
use crate::item::{Item, Local};
use crate::number::{self, Number};
use crate::tokens::{self, stands_for_itself};

/// The names that stand for the block in a value. `of_block` of the library takes the place of one among them.
const NAMES: [&str; 5] = ["threads", "threads_x", "threads_y", "threads_z", "warps"];

/// The values of the [`NAMES`], in their order.
pub(crate) fn in_order_of_names<T>(threads: T, [x, y, z]: [T; 3], warps: T) -> [T; 5] {
    [threads, x, y, z, warps]
}

/// The warps of the largest block.
const MOST_WARPS: u32 = 32;

/// The shared memory of blocks of 1, 2, 3 … warps if that of none is known.
pub(crate) const UNKNOWN_BYTES: [u32; MOST_WARPS as usize] = [u32::MAX; MOST_WARPS as usize];

/// The place of a token among the [`NAMES`].
fn place_of(tokens: &[TokenTree], at: usize) -> Option<usize> {
    let TokenTree::Ident(name) = &tokens[at] else {
        return None;
    };
    let place = NAMES.iter().position(|known| name == known)?;
    stands_for_itself(tokens, at, false).then_some(place)
}

/// Returns `true` if a value has one of the [`NAMES`].
pub(crate) fn names_block(value: &TokenStream) -> bool {
    names(value, "")
}

/// Returns `true` if a value has one of the [`NAMES`] that begin so.
fn names(value: &TokenStream, begin: &str) -> bool {
    let is_meant = |place: &usize| NAMES[*place].starts_with(begin);
    let mut look = |tokens: &[TokenTree], at| place_of(tokens, at).filter(is_meant);
    tokens::find(value, &mut look).is_some()
}

/// The value with an expression of the type `usize` in the place of each name.
pub(crate) fn with_names(value: &TokenStream, of: &dyn Fn(usize) -> TokenTree) -> TokenStream {
    tokens::replaced(value, &mut |tokens, at| {
        let mut part = of(place_of(tokens, at)?);
        part.set_span(tokens[at].span());
        Some(part.into())
    })
}

/// The value for one block of warps of so many `lanes`, with a number in the place of each name.
fn for_block(value: &TokenStream, (x, y, z): (u32, u32, u32), lanes: u32) -> TokenStream {
    let threads = Kernel::new((x, y, z), 1).threads_per_block();
    let warps = threads.div_ceil(lanes.into());
    let parts = in_order_of_names(threads, [x, y, z].map(u64::from), warps);
    // `usize` as `size_of` has it, so that arithmetic with it compiles.
    let number = |place: usize| usize::try_from(parts[place]).unwrap_or(usize::MAX);
    with_names(value, &|place| {
        Literal::usize_suffixed(number(place)).into()
    })
}

impl Args {
    /// Puts the block into the values that name it.
    pub(crate) fn with_block(mut self, errors: &mut Errors) -> Self {
        let (threads, auto) = (self.known_dims(Argument::Threads), self.auto());
        if auto.is_some() {
            // Each needs the other, which is reported.
            self.entries
                .retain(|one| !matches!(one.value, Value::Budget));
        }
        let depends_on_block = |one: &&Entry| {
            one.argument.is_integer() && one.value.is_deferred() && names_block(&one.tokens)
        };
        let naming = self.entries.iter().filter(depends_on_block);
        let entries: Vec<Entry> = naming.cloned().collect();
        let (lanes, widest) = self.lanes();
        for entry in entries {
            let (argument, tokens) = (entry.argument, &entry.tokens);
            // The warps of the block differ.
            if lanes < widest && names(tokens, "warps") {
                let fault = format!(
                    "`{}` names `warps`, which can have {lanes} or {widest} threads on these GPUs",
                    argument.key()
                );
                let help = format!("name `threads` in their place: `threads / {lanes}`");
                errors.refuse(tokens, "OCC108", fault, help);
                self.forget(argument);
                continue;
            }
            let is_smem = argument == Argument::DynamicSharedMemory;
            if is_smem {
                self.smem_by_warps = Some(self.bytes_by_warps(tokens));
            }
            if auto.is_some()
                && is_smem
                && let Some(ByWarps::Known(bytes)) = &self.smem_by_warps
                && let Some(least) = bytes.iter().min()
            {
                // Until a block is chosen, the least that any of them asks for.
                let value = Value::Numbers(vec![Number::Known((*least).into())]);
                self.set(Entry { value, ..entry });
            } else if auto.is_some() && !is_smem {
                let fault =
                    "names the block, which `threads = auto` chooses: only `smem` can depend on it";
                errors.refuse_argument(tokens, "OCC108", argument, fault, None);
                self.forget(argument);
            } else if let Some(threads) = threads {
                match Value::read(argument, &for_block(tokens, threads, lanes), errors) {
                    Some(value) => self.set(Entry { value, ..entry }),
                    None => self.forget(argument),
                }
            } else if auto.is_none() && !self.deferred().contains(Argument::Threads) {
                // The block is missing or faulty, which is reported.
                self.forget(argument);
            }
        }
        self
    }

    /// The dynamic shared memory that blocks of each size ask for.
    fn bytes_by_warps(&self, tokens: &TokenStream) -> ByWarps {
        let (first, last) = match self.auto() {
            Some((least, most)) => (least.div_ceil(32).max(1), (most / 32).min(MOST_WARPS)),
            // An axis differs in blocks with as many threads.
            None if self.known_dims(Argument::Threads).is_none() || names(tokens, "threads_") => {
                return ByWarps::Known(UNKNOWN_BYTES.into());
            }
            None => (1, MOST_WARPS),
        };
        let lanes = self.lanes().0;
        let bytes = (1..=MOST_WARPS).map(|warps| {
            if !(first..=last).contains(&warps) {
                return Some(u32::MAX);
            }
            let value = for_block(tokens, (warps * WARP_SIZE, 1, 1), lanes);
            match number::integer(&value) {
                Err(number::Fault::Deferred) => None,
                bytes => Some(bytes.map_or(u32::MAX, |bytes| bytes.try_into().unwrap_or(u32::MAX))),
            }
        });
        match bytes.collect() {
            Some(bytes) => ByWarps::Known(bytes),
            None => ByWarps::Deferred(tokens.clone(), first, last),
        }
    }

    /// Reports parameters and arguments of the function in a value: the launch type cannot see them.
    pub(crate) fn refuse_locals(&mut self, item: &Item, errors: &mut Errors) {
        let mut refused = Vec::new();
        for (argument, value) in self.written() {
            let inside = || match tokens::single(value)? {
                // Other expressions can have blocks with names of their own.
                TokenTree::Ident(name) if !names_block(value) && item.declares_inside(&name) => {
                    Some((name, Local::Inner))
                }
                _ => None,
            };
            let Some((name, kind)) = find_name(value, &item.locals).or_else(inside) else {
                continue;
            };
            let is_generic = "is generic here: the launch type is checked once, not for each use";
            let (fault, help) = match kind {
                Local::Type => (
                    is_generic,
                    "name a type in its place, and annotate a function for each type",
                ),
                Local::Const if argument == Argument::Threads => (
                    is_generic,
                    "`threads = any(128, 256)` checks each value, and `for_threads` takes one when the program runs",
                ),
                Local::Const => (
                    is_generic,
                    "make it a `const` item, and annotate a function for each value of it",
                ),
                Local::Argument => (
                    "is known only when the function is called, but the configuration is checked before",
                    match argument {
                        Argument::Threads => {
                            "`threads = any(128, 256)` has the sizes, and `for_threads` takes one in the function"
                        }
                        Argument::DynamicSharedMemory => {
                            "state the most that it can be, and give it to `with_dynamic_shared_memory` in the function"
                        }
                        _ => {
                            "leave it out here, and make the grid in the function, with `for_elements` or `for_grid`"
                        }
                    },
                ),
                Local::Inner => (
                    "is declared in the function: the launch type beside it cannot see it",
                    "make it a `const` item before the function",
                ),
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

    /// The first `Self` in a value.
    pub(crate) fn own_type(&self) -> Option<Ident> {
        let own_type = [("Self".to_owned(), Local::Type)];
        let mut written = self.written();
        written.find_map(|(_, value)| Some(find_name(value, &own_type)?.0))
    }
}

/// The first of the `locals` that stands for a value or a type by itself.
fn find_name(value: &TokenStream, locals: &[(String, Local)]) -> Option<(Ident, Local)> {
    tokens::find(value, &mut |tokens, at| match &tokens[at] {
        TokenTree::Ident(name) => {
            let (_, kind) = locals.iter().find(|(local, _)| name == local)?;
            stands_for_itself(tokens, at, *kind != Local::Argument).then(|| (name.clone(), *kind))
        }
        _ => None,
    })
}
