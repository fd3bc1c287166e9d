//! The values of the launch struct, handed to the library, which has its shape. Everything is decided
//! before.

use occupancy_core::{Arch, Carveout, Grid, Occupancy, Ratio};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote, quote_spanned};

use crate::args::NamedArch;
use crate::item::Function;
use crate::model::Model;

/// The struct, its constants and constructors, and its conversions.
pub(crate) fn launch_struct(model: &Model, function: &Function, docs: &str) -> TokenStream {
    let occupancy = model
        .crate_path
        .as_ref()
        .map_or_else(|| quote!(::occupancy), |path| quote!(#path));
    let visibility = &function.visibility;
    let name = model.name.clone().unwrap_or_else(|| function.launch_name());
    // Spanned at the function's name, so that rustdoc keeps its lints on for the item.
    let docs = quote_spanned!(function.name.span()=> #[doc = #docs]);

    let archs = model.archs.iter().map(|named| arch(named, &occupancy));
    let configuration = configuration(model, &occupancy);
    let block_dim = dims(model.kernel.block_dim);
    // The check keeps a block within 1,024 threads.
    let threads = u32::try_from(model.kernel.threads_per_block()).unwrap_or(u32::MAX);
    let warps = threads.div_ceil(occupancy_core::WARP_SIZE);
    let (blocks, resident_warps) = model.least_occupancy().map_or((0, 0), |least: Occupancy| {
        (least.blocks_per_sm, least.warps_per_sm())
    });
    let launch_bounds = format!("__launch_bounds__({threads}, {blocks})");
    let defines = defines(model, threads, blocks);
    let (threads, warps) = (plain(threads), plain(warps));
    let (blocks, resident_warps) = (plain(blocks), plain(resident_warps));
    let registers = plain(model.kernel.registers_per_thread);
    let static_bytes = plain(model.kernel.static_shared_memory);
    let dynamic_bytes = plain(model.kernel.dynamic_shared_memory);
    let optin = model.kernel.needs_shared_memory_optin();
    let items = plain(model.items_per_thread);
    let target = target(model).map(|target| quote!(target: #target;));
    let without_device = (sm_count(model).is_none() || model.is_placeholder)
        .then(|| quote!(without_device: #blocks;));
    let device = sm_count(model)
        .map(plain)
        .map(|sm_count| quote!(device: #sm_count;));
    let (_, y, z) = model.kernel.block_dim;
    // A placeholder has all that the launch struct of any block has.
    let extent = (y > 1 || z > 1 || model.is_placeholder).then(|| quote!(extent: #block_dim;));
    let configured = configured(model).map(|grid| quote!(configured: #grid;));
    quote! {
        #occupancy::__launch_struct! {
            #docs
            #visibility struct #name;
            archs: [#(#archs),*];
            configuration: #configuration;
            block: #block_dim, #threads, #warps;
            registers: #registers;
            shared_memory: #static_bytes, #dynamic_bytes, #optin;
            items_per_thread: #items;
            resident: #blocks, #resident_warps;
            launch_bounds: #launch_bounds;
            defines: [#(#defines),*];
            #target
            #device
            #configured
            #extent
            #without_device
        }
    }
}

fn arch(named: &NamedArch, occupancy: &TokenStream) -> TokenStream {
    match named.arch {
        Arch::Device(device) => {
            let constant = Ident::new(device.constant, named.name.span());
            quote!(#occupancy::Arch::Device(#occupancy::devices::#constant))
        }
        Arch::ComputeCapability(cc) => {
            let constant = format!("SM_{}{}", cc.major, cc.minor);
            let constant = Ident::new(&constant, named.name.span());
            quote! {
                #occupancy::Arch::ComputeCapability(&#occupancy::compute_capabilities::#constant)
            }
        }
    }
}

fn kernel(model: &Model, occupancy: &TokenStream) -> TokenStream {
    let kernel = &model.kernel;
    let block_dim = dims(kernel.block_dim);
    let registers = plain(kernel.registers_per_thread);
    let setters = [
        (kernel.static_shared_memory, "with_static_shared_memory"),
        (kernel.dynamic_shared_memory, "with_dynamic_shared_memory"),
        (kernel.barriers, "with_barriers"),
    ];
    let setters = setters
        .into_iter()
        .filter(|(value, _)| *value > 0)
        .map(|(value, setter)| {
            let (setter, value) = (Ident::new(setter, Span::call_site()), plain(value));
            quote!(.#setter(#value))
        });
    let carveout = match kernel.carveout {
        Carveout::Default => None,
        Carveout::Percent(percent) => {
            Some(quote!(.with_carveout(#occupancy::Carveout::Percent(#percent))))
        }
    };
    quote!(#occupancy::Kernel::new(#block_dim, #registers)#(#setters)*#carveout)
}

/// The configuration, with all that was demanded of it.
fn configuration(model: &Model, occupancy: &TokenStream) -> TokenStream {
    let kernel = kernel(model, occupancy);
    let items = model.items_per_thread;
    let items = (items != 1).then(|| {
        let items = plain(items);
        quote!(.with_items_per_thread(#items))
    });
    let grid = model.grid.map(|grid| match grid {
        Grid::Blocks(blocks) => {
            let blocks = dims(blocks);
            quote!(.with_grid(::core::option::Option::Some(#occupancy::Grid::Blocks(#blocks))))
        }
        Grid::Elements(elements) => {
            quote!(.with_grid(::core::option::Option::Some(#occupancy::Grid::Elements(#elements))))
        }
    });
    let min_blocks = model.min_blocks.map(|blocks| {
        let blocks = plain(blocks);
        quote!(.with_min_blocks(#blocks))
    });
    let ratio = |ratio: Ratio| {
        let (over, under) = (ratio.numerator(), ratio.denominator());
        quote!(#occupancy::__private::ratio(#over, #under))
    };
    let min_occupancy = model.min_occupancy.map(|asked| {
        let asked = ratio(asked);
        quote!(.with_min_occupancy(#asked))
    });
    let tail_efficiency = model.tail_efficiency.map(|asked| {
        let asked = ratio(asked);
        quote!(.with_tail_efficiency(::core::option::Option::Some(#asked)))
    });
    let partial_warp = model
        .partial_warp_allowed
        .then(|| quote!(.with_partial_warp_allowed(true)));
    quote! {
        #occupancy::Configuration::new(Self::ARCHS, #kernel)
            #items #grid #min_blocks #min_occupancy #tail_efficiency #partial_warp
    }
}

fn defines(model: &Model, threads: u32, blocks: u32) -> [String; 5] {
    [
        format!("THREADS_PER_BLOCK={threads}"),
        format!("MIN_BLOCKS_PER_SM={blocks}"),
        format!(
            "MAX_REGISTERS_PER_THREAD={}",
            model.kernel.registers_per_thread
        ),
        format!(
            "DYNAMIC_SHARED_MEMORY={}",
            model.kernel.dynamic_shared_memory
        ),
        format!("ITEMS_PER_THREAD={}", model.items_per_thread),
    ]
}

/// What to compile for, where that is one target.
fn target(model: &Model) -> Option<&'static str> {
    let [named] = model.archs.as_slice() else {
        return None;
    };
    let targets = named.arch.compute_capability().targets;
    // A name such as `sm_90a` states the target itself.
    let plain = |text: &str| text.to_lowercase().replace([' ', '-', '_'], "");
    let written = plain(&named.name.value()).replace("compute", "sm");
    targets
        .iter()
        .find(|target| plain(target) == written)
        .or(targets.first())
        .copied()
}

/// The SMs of the GPU, where it is one device.
fn sm_count(model: &Model) -> Option<u32> {
    let [named] = model.archs.as_slice() else {
        return None;
    };
    named.arch.sm_count()
}

/// The grid that `grid` or `elements` states.
fn configured(model: &Model) -> Option<TokenStream> {
    let archs = model.arch_values();
    let grid = model.configuration(&archs).grid_dim()?.ok()?;
    Some(dims(grid.dims()))
}

fn dims((x, y, z): (u32, u32, u32)) -> TokenStream {
    let (x, y, z) = (plain(x), plain(y), plain(z));
    quote!((#x, #y, #z))
}

/// A number as an author writes it: `256`, not `256u32`.
fn plain(number: u32) -> Literal {
    Literal::u32_unsuffixed(number)
}
