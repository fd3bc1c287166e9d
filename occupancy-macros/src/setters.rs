//! A configuration as an expression: one chain of core's setters, whether the values are numbers that
//! the macro knows or expressions of the author's.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// The values of a configuration as expressions; where one is absent, core's own stands.
#[derive(Default)]
pub(crate) struct Values {
    pub(crate) block_dim: TokenStream,
    pub(crate) registers: TokenStream,
    pub(crate) static_shared_memory: Option<TokenStream>,
    pub(crate) dynamic_shared_memory: Option<TokenStream>,
    pub(crate) barriers: Option<TokenStream>,
    /// Percent.
    pub(crate) carveout: Option<TokenStream>,
    pub(crate) cluster_dim: Option<TokenStream>,
    /// A `Grid`.
    pub(crate) grid: Option<TokenStream>,
    pub(crate) items_per_thread: Option<TokenStream>,
    pub(crate) min_blocks: Option<TokenStream>,
    pub(crate) min_occupancy: Option<TokenStream>,
    pub(crate) tail_efficiency: Option<TokenStream>,
    pub(crate) partial_warp_allowed: bool,
    /// A slice of `KernelCode`.
    pub(crate) code: Option<TokenStream>,
}

impl Values {
    /// The kernel alone.
    pub(crate) fn kernel(&self, occupancy: &TokenStream) -> TokenStream {
        let (block_dim, registers) = (&self.block_dim, &self.registers);
        let carveout = self.carveout.as_ref();
        let carveout = carveout.map(|percent| quote!(#occupancy::Carveout::Percent(#percent)));
        let setters = chain([
            (
                "with_static_shared_memory",
                self.static_shared_memory.clone(),
            ),
            (
                "with_dynamic_shared_memory",
                self.dynamic_shared_memory.clone(),
            ),
            ("with_barriers", self.barriers.clone()),
            ("with_carveout", carveout),
            ("with_cluster_dim", self.cluster_dim.as_ref().map(some)),
        ]);
        quote!(#occupancy::Kernel::new(#block_dim, #registers) #setters)
    }

    /// The configuration on these GPUs.
    pub(crate) fn configuration(
        &self,
        archs: &TokenStream,
        occupancy: &TokenStream,
    ) -> TokenStream {
        let kernel = self.kernel(occupancy);
        let partial_warp_allowed = self.partial_warp_allowed.then(|| quote!(true));
        let setters = chain([
            ("with_grid", self.grid.as_ref().map(some)),
            ("with_items_per_thread", self.items_per_thread.clone()),
            ("with_min_blocks", self.min_blocks.clone()),
            ("with_min_occupancy", self.min_occupancy.clone()),
            (
                "with_tail_efficiency",
                self.tail_efficiency.as_ref().map(some),
            ),
            ("with_partial_warp_allowed", partial_warp_allowed),
            ("with_code", self.code.clone()),
        ]);
        quote!(#occupancy::Configuration::new(#archs, #kernel) #setters)
    }
}

fn some(value: &TokenStream) -> TokenStream {
    quote!(::core::option::Option::Some(#value))
}

/// `.with_barriers(1).with_carveout(…)`.
fn chain<const N: usize>(setters: [(&str, Option<TokenStream>); N]) -> TokenStream {
    setters
        .into_iter()
        .filter_map(|(setter, value)| {
            let (setter, value) = (Ident::new(setter, Span::call_site()), value?);
            Some(quote!(.#setter(#value)))
        })
        .collect()
}
