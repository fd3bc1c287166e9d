//! The values of the launch struct, handed to the library, which has its shape. Everything is decided
//! before.

use occupancy_core::{Carveout, CompileOptions, Grid, Occupancy, Ratio, Text};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use crate::code;
use crate::configurations::{Configurations, code_name};
use crate::deferred;
use crate::docs::Docs;
use crate::item::Item;
use crate::model::{Model, State};
use crate::setters::Values;
use crate::tokens::{arch, arch_value, dims, option, plain, ratio};

/// The struct, its constants and constructors, and its conversions.
pub(crate) fn launch_struct(
    all: &Configurations<'_>,
    item: &Item,
    docs: &Docs,
    arguments: &TokenStream,
) -> TokenStream {
    let (model, args) = (all.model, all.base);
    let occupancy = args.library();
    let name = args.launch_name(item);
    let visibility = &item.visibility;
    // Spanned at the item's name, so that rustdoc keeps its lints on for the item.
    let (before, after) = (&docs.before, &docs.after);
    // Drawn where they are read: a build does not expand the macro.
    let charts = docs.charts.then(|| {
        let kernel = code::named_after(args, item);
        quote_spanned!(item.name.span()=>
            #[cfg_attr(doc, doc = #occupancy::__private::__charts!(#kernel #arguments))]
        )
    });
    let docs = quote_spanned!(item.name.span()=> #[doc = #before] #charts #[doc = #after]);
    let is_alone = all.others.is_empty();
    let values = if model.state == State::Deferred {
        deferred::values(model, args, is_alone, &occupancy)
    } else {
        values(model, is_alone, &occupancy)
    };
    let variants = variants(all, &occupancy);
    let others = others(all, &name, &occupancy);
    let code = code::constants(all, &name, item);
    let checks = all
        .deferred(&name)
        .into_iter()
        .map(|deferred| deferred::checks(&deferred, &name, &occupancy));
    quote! {
        #occupancy::__launch_struct! {
            #docs
            #visibility struct #name;
            #values
            #variants
        }
        #code
        #others
        #(#checks)*
    }
}

/// The configuration of each GPU, where there are several.
fn variants(all: &Configurations<'_>, occupancy: &TokenStream) -> Option<TokenStream> {
    let Configurations { model, others, .. } = all;
    let is_several = model.archs.len() + others.len() > 1 || model.state == State::Placeholder;
    let base = model.archs.iter().enumerate().map(|(at, value)| {
        let arch = arch_value(value, occupancy);
        let own =
            (model.state == State::Deferred).then(|| code::own_figures(all.base, at, occupancy));
        quote!((#arch, Self::CONFIGURATION.kernel #own, Self::CONFIGURATION.items_per_thread))
    });
    let others = others.iter().enumerate().flat_map(|(at, other)| {
        other.named_archs().map(move |named| {
            let arch = arch(named, occupancy);
            if other.state == State::Deferred {
                let other = Literal::usize_unsuffixed(at);
                return quote!((#arch, Self::OTHERS[#other].kernel, Self::OTHERS[#other].items_per_thread));
            }
            let kernel = setters(other, occupancy).kernel(occupancy);
            let items = plain(other.items_per_thread);
            quote!((#arch, #kernel, #items))
        })
    });
    let variants = base.chain(others);
    is_several.then(|| quote!(variants: [#(#variants),*];))
}

/// The configurations of the GPUs that have an `on(…)`, where the compiler has to calculate one.
fn others(all: &Configurations<'_>, name: &Ident, occupancy: &TokenStream) -> Option<TokenStream> {
    let is_deferred = |other: &Model| other.state == State::Deferred;
    if all.model.state == State::Placeholder || !all.others.iter().any(is_deferred) {
        return None;
    }
    let others = all.others.iter().zip(all.merged).enumerate();
    let configurations = others.map(|(at, (other, args))| {
        let archs = other.archs.iter().map(|value| arch_value(value, occupancy));
        let values = if is_deferred(other) {
            deferred::setters(args, &code_name(Some(at)), occupancy)
        } else {
            setters(other, occupancy)
        };
        values.configuration(&quote!(&[#(#archs),*]), occupancy)
    });
    Some(quote! {
        #[allow(dead_code, reason = "what is wrong elsewhere leaves it unused")]
        impl #name {
            #[doc(hidden)]
            const OTHERS: &'static [#occupancy::Configuration<'static>] = &[#(#configurations),*];
        }
    })
}

/// The values that the macro knows; what is of one GPU only where the model is alone.
fn values(model: &Model, is_alone: bool, occupancy: &TokenStream) -> TokenStream {
    let archs = model.named_archs().map(|named| arch(named, occupancy));
    let archs_known = model.arch_values();
    let known = model.configuration(&archs_known);
    let options = CompileOptions::new(&known);
    let (launch_bounds, defines) = (
        options.launch_bounds.as_str(),
        options.defines.each_ref().map(Text::as_str),
    );
    let configuration = setters(model, occupancy).configuration(&quote!(Self::ARCHS), occupancy);
    let block_dim = dims(model.kernel.block_dim);
    // The check keeps a block within 1,024 threads.
    let threads = u32::try_from(model.kernel.threads_per_block()).unwrap_or(u32::MAX);
    let warps = plain(threads.div_ceil(occupancy_core::WARP_SIZE));
    let threads = plain(threads);
    let (blocks, resident_warps) = model.least_occupancy().map_or((0, 0), |least: Occupancy| {
        (least.blocks_per_sm, least.warps_per_sm())
    });
    let (blocks, resident_warps) = (plain(blocks), plain(resident_warps));
    let registers = plain(model.kernel.registers_per_thread);
    let static_bytes = plain(model.kernel.static_shared_memory);
    let dynamic_bytes = plain(model.kernel.dynamic_shared_memory);
    let optin = model.kernel.needs_shared_memory_optin();
    let items = plain(model.items_per_thread);
    let cluster = option(model.kernel.cluster_dim.map(dims));
    let target = target(model)
        .filter(|_| is_alone)
        .map(|target| quote!(target: #target;));
    // A placeholder has all that the launch struct of any configuration has.
    let sm_count = model.sm_count().filter(|_| is_alone);
    let without_device = (sm_count.is_none() || model.state == State::Placeholder)
        .then(|| quote!(without_device: #blocks;));
    let device = sm_count
        .map(plain)
        .map(|sm_count| quote!(device: #sm_count;));
    let (_, y, z) = model.kernel.block_dim;
    let extent =
        (y > 1 || z > 1 || model.state == State::Placeholder).then(|| quote!(extent: #block_dim;));
    let configured = configured(model).map(|grid| quote!(configured: #grid;));
    quote! {
        archs: [#(#archs),*];
        configuration: #configuration;
        block: #block_dim, #threads, #warps;
        registers: #registers;
        shared_memory: #static_bytes, #dynamic_bytes, #optin;
        items_per_thread: #items;
        cluster: #cluster;
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

/// The configuration, in numbers.
fn setters(model: &Model, occupancy: &TokenStream) -> Values {
    let kernel = &model.kernel;
    let number = |value: u32| plain(value).to_token_stream();
    let used = |value: u32| (value > 0).then(|| number(value));
    let ratio = |value: Option<Ratio>| value.map(|value| ratio(value, occupancy));
    let grid = model.grid.map(|grid| match grid {
        Grid::Blocks(blocks) => {
            let blocks = dims(blocks);
            quote!(#occupancy::Grid::Blocks(#blocks))
        }
        Grid::Elements(elements) => quote!(#occupancy::Grid::Elements(#elements)),
    });
    Values {
        block_dim: dims(kernel.block_dim),
        registers: number(kernel.registers_per_thread),
        static_shared_memory: used(kernel.static_shared_memory),
        dynamic_shared_memory: used(kernel.dynamic_shared_memory),
        barriers: used(kernel.barriers),
        carveout: match kernel.carveout {
            Carveout::Default => None,
            Carveout::Percent(percent) => Some(number(percent)),
        },
        cluster_dim: kernel.cluster_dim.map(dims),
        grid,
        items_per_thread: (model.items_per_thread != 1).then(|| number(model.items_per_thread)),
        min_blocks: model.min_blocks.map(number),
        min_occupancy: ratio(model.min_occupancy),
        tail_efficiency: ratio(model.tail_efficiency),
        partial_warp_allowed: model.partial_warp_allowed,
        code: None,
    }
}

/// What to compile for, where that is one target.
fn target(model: &Model) -> Option<&'static str> {
    let named = model.only_arch()?;
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

/// The grid that `grid` or `elements` states.
fn configured(model: &Model) -> Option<TokenStream> {
    let archs = model.arch_values();
    let grid = model.configuration(&archs).grid_dim()?.ok()?;
    Some(dims(grid.dims()))
}
