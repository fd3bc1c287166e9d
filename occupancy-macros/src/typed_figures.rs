//! Figures that rustdoc evaluates: the clauses in the declaration of a launch type with constants.

use occupancy_core::{Occupancy, kernel::Argument};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use crate::model::Model;
use crate::resolved::Resolved;
use crate::syntax::Args;

/// What is resident on an SM: unit, constant of the library's `OnGpu`, and clause.
const RESIDENT: [&str; 3] = ["Block", "BLOCKS_PER_SM", "PerSm"];

/// The rest of what is resident, and what each resource allows.
const LIMITS: [[&str; 3]; 6] = [
    ["Warp", "WARPS_PER_SM", "PerSm"],
    ["WarpSlot", "WARP_SLOTS", "PerSm"],
    ["Block", "REGISTERS_ALLOW", "RegistersAllow"],
    ["Block", "SHARED_MEMORY_ALLOWS", "SharedMemoryAllows"],
    ["Block", "WARPS_ALLOW", "WarpsAllow"],
    ["Block", "BLOCK_SLOTS_ALLOW", "BlockSlotsAllow"],
];

const BARRIERS: [&str; 3] = ["Block", "BARRIERS_ALLOW", "BarriersAllow"];

/// The values of arguments.
const STATED: [(Argument, [&str; 3]); 4] = [
    (Argument::Threads, ["Thread", "THREADS", "PerBlock"]),
    (Argument::Registers, ["Register", "REGISTERS", "PerThread"]),
    (
        Argument::DynamicSharedMemory,
        ["Byte", "DYNAMIC_SHARED_MEMORY", "DynamicSharedMemory"],
    ),
    (
        Argument::StaticSharedMemory,
        ["Byte", "STATIC_SHARED_MEMORY", "StaticSharedMemory"],
    ),
];

/// Whether a value is a constant of the program, and not in a file that the macro reads.
fn has_constants((args, model): (&Args, &Model)) -> bool {
    let is_file = |argument| matches!(argument, Argument::Cubin | Argument::Ptx);
    let mut stated = args.stated().into_iter();
    stated.any(|(argument, _)| !is_file(argument) && model.deferred.contains(argument))
}

/// The blocks per SM of a model on one of its GPUs, where all of it is known and no file is read, which the
/// compiler alone knows: from values that the compiler compares.
fn blocks(drawn: &Resolved, model: &Model, at: usize) -> Option<usize> {
    if !drawn.is_known() || drawn.each().iter().any(|(args, _)| args.file().is_some()) {
        return None;
    }
    let archs = model.arch_values();
    let cc = archs.get(at)?.compute_capability();
    let occupancy = Occupancy::new(cc, &model.known.kernel).ok()?;
    usize::try_from(occupancy.blocks_per_sm).ok()
}

/// The clauses of a launch type with constants, for the alias of the type that `marker` parametrizes; of
/// one without, none.
///
/// What the page has in tables, as `drawn` knows it, is left out but for the blocks. `compared` are constants
/// of zero, which the first figure has the compiler evaluate.
pub(crate) fn clauses(
    stated: &Resolved,
    drawn: &Resolved,
    marker: &Ident,
    compared: &[TokenStream],
) -> TokenStream {
    let is_drawn = drawn.is_known();
    if is_drawn && !stated.each().into_iter().any(has_constants) {
        return TokenStream::new();
    }
    let library = stated.args.library();
    let private = quote!(#library::__private);
    let count: usize = stated.models().iter().map(|model| model.archs.len()).sum();
    let mut out = TokenStream::new();
    let mut gpu = 0;
    for model in drawn.models() {
        for at in 0..model.archs.len() {
            gpu += 1;
            let mut shown = vec![RESIDENT];
            if !is_drawn {
                shown.extend(LIMITS);
                if model.known.kernel.barriers > 0 || model.deferred.contains(Argument::Barriers) {
                    shown.push(BARRIERS);
                }
                let values = STATED
                    .into_iter()
                    .filter(|(argument, _)| at == 0 && model.deferred.contains(*argument));
                shown.extend(values.map(|(_, figure)| figure));
            }
            let blocks = blocks(drawn, model, at).map(Literal::usize_unsuffixed);
            let number = Literal::usize_unsuffixed(gpu);
            let of_gpu = (count > 1).then(|| quote!(<#number>));
            let span = Span::call_site().located_at(marker.span());
            for (at, figure) in shown.into_iter().enumerate() {
                let [unit, constant, clause] = figure.map(|name| Ident::new(name, span));
                let compared = (gpu == 1 && at == 0).then(|| quote!(#(+ #compared)*));
                let figure = blocks.as_ref().map_or_else(
                    || quote!(#private::OnGpu::<#marker, #number>::#constant),
                    ToTokens::to_token_stream,
                );
                out.extend(quote_spanned! {span=>
                    [#library::typed_figures::#unit; #figure #compared]:
                        #library::typed_figures::#clause #of_gpu,
                });
            }
        }
    }
    out
}
