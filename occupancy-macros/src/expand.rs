//! The launch struct. Everything is decided before; what is emitted states the configuration and
//! calls the library.

use occupancy_core::{Arch, Carveout, Grid};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use crate::args::NamedArch;
use crate::docs;
use crate::item::Function;
use crate::model::Model;

/// The struct, its constants and constructors, and its conversions.
pub(crate) fn launch_struct(model: &Model, function: &Function, docs: &str) -> TokenStream {
    let occupancy = crate_path(model);
    let visibility = &function.visibility;
    let name = model.name.clone().unwrap_or_else(|| function.launch_name());
    let configuration = configuration(model, &occupancy);
    let constants = constants(model, &occupancy);
    let constructors = constructors(model, &occupancy);
    // Spanned at the function's name, so that rustdoc keeps its lints on for the item.
    let docs = quote_spanned!(function.name.span()=> #[doc = #docs]);
    quote! {
        #docs
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(dead_code, reason = "a checked configuration need not be launched")]
        #[must_use = "launch parameters do nothing until a kernel is launched with them"]
        #visibility struct #name {
            grid: #occupancy::GridDim,
        }

        #[allow(dead_code, unreachable_pub, reason = "what a launch does not need stays unused")]
        impl #name {
            #configuration
            #constants
            #constructors

            /// Blocks of the grid in x, y and z.
            #[inline]
            pub const fn grid_dim(&self) -> (u32, u32, u32) {
                self.grid.dims()
            }

            /// Threads of a block in x, y and z.
            #[inline]
            pub const fn block_dim(&self) -> (u32, u32, u32) {
                Self::BLOCK_DIM
            }

            /// Dynamic shared memory of the launch, bytes a block.
            #[inline]
            pub const fn shared_mem_bytes(&self) -> u32 {
                Self::DYNAMIC_SHARED_MEMORY
            }
        }

        #occupancy::__adapters!(#name);
    }
}

fn crate_path(model: &Model) -> TokenStream {
    model
        .crate_path
        .as_ref()
        .map_or_else(|| quote!(::occupancy), |path| quote!(#path))
}

/// The GPUs and the kernel, from which the library calculates the rest.
fn configuration(model: &Model, occupancy: &TokenStream) -> TokenStream {
    let archs = model.archs.iter().map(|named| arch(named, occupancy));
    let count = model.archs.len();
    let kernel = &model.kernel;
    let (x, y, z) = kernel.block_dim;
    let registers = kernel.registers_per_thread;
    let setters = [
        (kernel.static_shared_memory, "with_static_shared_memory"),
        (kernel.dynamic_shared_memory, "with_dynamic_shared_memory"),
        (kernel.barriers, "with_barriers"),
    ];
    let setters = setters
        .into_iter()
        .filter(|(value, _)| *value > 0)
        .map(|(value, setter)| {
            let setter = Ident::new(setter, Span::call_site());
            quote!(.#setter(#value))
        });
    let carveout = match kernel.carveout {
        Carveout::Default => None,
        Carveout::Percent(percent) => {
            Some(quote!(.with_carveout(#occupancy::Carveout::Percent(#percent))))
        }
    };
    quote! {
        /// The GPUs that the configuration was checked for.
        pub const ARCHS: [#occupancy::Arch; #count] = [#(#archs),*];
        /// What one block asks of an SM.
        pub const KERNEL: #occupancy::Kernel =
            #occupancy::Kernel::new((#x, #y, #z), #registers)#(#setters)*#carveout;
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

fn constants(model: &Model, occupancy: &TokenStream) -> TokenStream {
    let kernel = &model.kernel;
    let (x, y, z) = kernel.block_dim;
    let threads = kernel.threads_per_block();
    // The check keeps a block within 1,024 threads.
    let threads = u32::try_from(threads).unwrap_or(u32::MAX);
    let warps = threads.div_ceil(occupancy_core::WARP_SIZE);
    let registers = kernel.registers_per_thread;
    let (static_bytes, dynamic_bytes) = (kernel.static_shared_memory, kernel.dynamic_shared_memory);
    let items = model.items_per_thread;
    let optin = kernel.needs_shared_memory_optin();
    let archs: Vec<Arch> = model.archs.iter().map(|named| named.arch).collect();
    let blocks = docs::least_blocks(&archs, kernel).unwrap_or(1);
    let launch_bounds = format!("__launch_bounds__({threads}, {blocks})");
    let defines = [
        format!("THREADS_PER_BLOCK={threads}"),
        format!("MIN_BLOCKS_PER_SM={blocks}"),
        format!("MAX_REGISTERS_PER_THREAD={registers}"),
        format!("DYNAMIC_SHARED_MEMORY={dynamic_bytes}"),
        format!("ITEMS_PER_THREAD={items}"),
    ];
    let defines_count = defines.len();
    let target = target(model);
    quote! {
        /// Threads of a block in x, y and z.
        pub const BLOCK_DIM: (u32, u32, u32) = (#x, #y, #z);
        /// Threads of a block.
        pub const THREADS_PER_BLOCK: u32 = #threads;
        /// Warps of a block.
        pub const WARPS_PER_BLOCK: u32 = #warps;
        /// Registers that a thread may use.
        pub const REGISTERS_PER_THREAD: u32 = #registers;
        /// Shared memory that the kernel declares, bytes a block.
        pub const STATIC_SHARED_MEMORY: u32 = #static_bytes;
        /// Shared memory of the launch, bytes a block.
        pub const DYNAMIC_SHARED_MEMORY: u32 = #dynamic_bytes;
        /// Whether the launch needs the opt-in to more than 48 KiB of shared memory.
        pub const NEEDS_SHARED_MEMORY_OPTIN: bool = #optin;
        /// Elements that each thread works on.
        pub const ITEMS_PER_THREAD: u32 = #items;
        /// The occupancy on the GPU where fewest blocks are resident.
        pub const OCCUPANCY: #occupancy::Occupancy =
            #occupancy::__private::least_occupancy(&Self::ARCHS, &Self::KERNEL);
        /// Resident blocks per SM, on every one of the GPUs at least.
        pub const BLOCKS_PER_SM: u32 = Self::OCCUPANCY.blocks_per_sm;
        /// Resident warps per SM, on the GPU where fewest blocks are resident.
        pub const WARPS_PER_SM: u32 = Self::OCCUPANCY.warps_per_sm();
        /// The resources that bind there.
        pub const BINDING_LIMITS: #occupancy::BindingLimits = Self::OCCUPANCY.binding();
        /// Launch bounds that hold the kernel to this configuration, for CUDA C.
        pub const LAUNCH_BOUNDS: &'static str = #launch_bounds;
        /// The configuration as macro definitions, for NVRTC and nvcc after `-D`.
        pub const DEFINES: [&'static str; #defines_count] = [#(#defines),*];
        #target
    }
}

/// What to compile for, where that is one target.
fn target(model: &Model) -> Option<TokenStream> {
    let [named] = model.archs.as_slice() else {
        return None;
    };
    let cc = named.arch.compute_capability();
    // A name such as `sm_90a` states the target itself.
    let plain = |text: &str| text.to_lowercase().replace([' ', '-', '_'], "");
    let written = plain(&named.name.value()).replace("compute", "sm");
    let target = cc
        .targets
        .iter()
        .find(|target| plain(target) == written)
        .or(cc.targets.first())?;
    Some(quote! {
        /// The target to compile the kernel for.
        pub const TARGET: &'static str = #target;
    })
}

fn constructors(model: &Model, occupancy: &TokenStream) -> TokenStream {
    let stated = stated_grid(model, occupancy);
    let device = on_device(model, occupancy);
    quote! {
        /// A one-dimensional grid for `elements` elements.
        ///
        /// # Errors
        ///
        /// Where there are no elements, or more blocks than a grid can have.
        #[inline]
        pub const fn for_elements(elements: u64) -> ::core::result::Result<Self, #occupancy::GridError> {
            let each = Self::THREADS_PER_BLOCK as u64 * Self::ITEMS_PER_THREAD as u64;
            match #occupancy::GridDim::for_elements(elements, each) {
                ::core::result::Result::Ok(grid) => ::core::result::Result::Ok(Self { grid }),
                ::core::result::Result::Err(error) => ::core::result::Result::Err(error),
            }
        }

        /// A grid of so many blocks in x, y and z.
        ///
        /// # Errors
        ///
        /// Where a dimension is zero or over its limit.
        #[inline]
        pub const fn with_grid(grid: (u32, u32, u32)) -> ::core::result::Result<Self, #occupancy::GridError> {
            match #occupancy::GridDim::new(grid) {
                ::core::result::Result::Ok(grid) => ::core::result::Result::Ok(Self { grid }),
                ::core::result::Result::Err(error) => ::core::result::Result::Err(error),
            }
        }

        /// A grid that fills a GPU of `sm_count` SMs once.
        ///
        /// # Errors
        ///
        /// Where there are no SMs, or more blocks than a grid can have.
        #[inline]
        pub const fn persistent_on(sm_count: u32) -> ::core::result::Result<Self, #occupancy::GridError> {
            match #occupancy::GridDim::persistent(sm_count, Self::BLOCKS_PER_SM) {
                ::core::result::Result::Ok(grid) => ::core::result::Result::Ok(Self { grid }),
                ::core::result::Result::Err(error) => ::core::result::Result::Err(error),
            }
        }

        #stated
        #device
    }
}

/// What the attribute's `grid` or `elements` makes, where there is one.
fn stated_grid(model: &Model, occupancy: &TokenStream) -> Option<TokenStream> {
    let archs: Vec<Arch> = model.archs.iter().map(|named| named.arch).collect();
    let Ok(grid) = model.configuration(&archs).grid_dim()? else {
        return None;
    };
    let (x, y, z) = grid.dims();
    let what = match model.grid {
        Some(Grid::Elements(elements)) => {
            format!("The grid for the {elements} elements of the attribute.")
        }
        _ => "The grid of the attribute.".to_owned(),
    };
    Some(quote! {
        #[doc = #what]
        #[inline]
        pub const fn configured() -> Self {
            const GRID: #occupancy::GridDim = #occupancy::__private::checked_grid((#x, #y, #z));
            Self { grid: GRID }
        }
    })
}

/// What needs the SM count of one GPU.
fn on_device(model: &Model, occupancy: &TokenStream) -> Option<TokenStream> {
    let [
        NamedArch {
            arch: Arch::Device(device),
            ..
        },
    ] = model.archs.as_slice()
    else {
        return None;
    };
    let sm_count = device.sm_count;
    let summary = format!(
        "A grid that fills the {sm_count} SMs of {} once.",
        device.name
    );
    Some(quote! {
        /// SMs of the GPU.
        pub const SM_COUNT: u32 = #sm_count;

        #[doc = #summary]
        #[inline]
        pub const fn persistent() -> Self {
            Self { grid: #occupancy::__private::persistent_grid(Self::SM_COUNT, Self::BLOCKS_PER_SM) }
        }

        /// How the blocks of this grid fall into waves.
        #[inline]
        pub const fn waves(&self) -> #occupancy::Waves {
            #occupancy::__private::waves(self.grid, Self::SM_COUNT, Self::BLOCKS_PER_SM)
        }
    })
}
