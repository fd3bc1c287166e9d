#![cfg_attr(feature = "macros", doc = include_str!("front_page.md"))]
#![cfg_attr(all(feature = "macros", doc), doc = concat!(
    "<div style=\"display:flex;flex-wrap:wrap;align-items:start\">",
    include_str!("../docs/images/saxpy-sm.svg"),
    include_str!("../docs/images/saxpy-threads.svg"),
    include_str!("../docs/images/saxpy-registers.svg"),
    include_str!("../docs/images/saxpy-shared-memory.svg"),
    "</div>\n\n",
))]
#![cfg_attr(feature = "macros", doc = include_str!("front_page_links.md"))]
#![cfg_attr(
    not(feature = "macros"),
    doc = "GPU architecture limits and exact CUDA occupancy: `occupancy-core`, without the attribute."
)]
#![no_std]
#![deny(unsafe_code)]
#![doc(html_root_url = "https://docs.rs/occupancy/0.1.0")]
#![cfg_attr(docsrs, feature(doc_cfg), doc(auto_cfg(hide(feature = "__explain"))))]

// The attribute writes `::occupancy::…`, in this crate's own documentation too.
extern crate self as occupancy;

#[cfg(feature = "driver")]
extern crate alloc;

mod adapters;
mod at_run_time;
mod check;
mod declared;
#[cfg(feature = "driver")]
pub mod driver;
#[cfg(feature = "macros")]
#[macro_use]
mod editor;
#[cfg(any(feature = "__explain", all(feature = "macros", any(doc, doctest))))]
pub mod errors;
#[cfg(all(feature = "macros", any(doc, doctest)))]
pub mod guide;
#[macro_use]
mod launch_parameters;
mod launch_type;
mod lints;
mod record;
mod reported;
mod sizes;
mod unchecked;
#[macro_use]
mod values;
mod variant;

#[allow(unreachable_pub, unused_imports, reason = "each adapter is a feature")]
pub use self::adapters::*;
pub use self::at_run_time::{AtRunTime, Checked, Refused};
pub use self::declared::Declared;
pub use self::launch_parameters::LaunchParameters;
pub use self::launch_type::Launch;
pub use self::sizes::Sizes;
pub use self::unchecked::Unchecked;
pub use self::variant::{Variant, VariantLaunch};
#[cfg(feature = "readers")]
pub use occupancy_binary::{cubin, ptx};
pub use occupancy_core::{
    Arch, Compiled, Configuration, Device, Error, Grid, GridDim, GridError, Kernel, Lint,
    Multiprocessor, Occupancy, Ratio, Resource, Rule, UnknownArch, Waves, build_script,
    compute_capabilities, devices, gpu, kernel, launch, model, rules, search, targets,
};
#[cfg(feature = "models")]
pub use occupancy_models as models;

/// Figures of the kernels in cubins and fat binaries, with the feature `readers`: see the crate `occupancy-binary`.
#[cfg(all(doc, not(feature = "readers")))]
pub mod cubin {}

/// Launch bounds in PTX, and figures of its kernels, with the feature `readers`: see the crate `occupancy-binary`.
#[cfg(all(doc, not(feature = "readers")))]
pub mod ptx {}

/// Block schedules, bank conflicts, instruction mixes and peak rates, with the feature `models`: the crate
/// `occupancy-models`.
#[cfg(all(doc, not(feature = "models")))]
pub mod models {}

#[cfg(feature = "macros")]
#[doc = include_str!("launch_config.md")]
pub use occupancy_macros::launch_config;

/// The documentation of the attribute, as Markdown.
#[cfg(feature = "__explain")]
#[doc(hidden)]
pub const LAUNCH_CONFIG: &str = include_str!("launch_config.md");

/// Makes a module whose page lists every launch configuration of the crate: GPU, block, registers, shared memory,
/// blocks per SM, occupancy, binding limit and tail efficiency, with a link to the launch type.
///
/// Put it in the crate's first file (`lib.rs` or `main.rs`). The module exists for rustdoc only, which asks the
/// compiler for every kernel: those with constants, those that a macro generates, and those inside functions have their
/// rows, too. A name is a link if the launch type has a page. If no compiler can be asked, the page says why.
///
/// ```
/// use occupancy::launch_config;
///
/// occupancy::launch_index! {
///     /// Our kernels at a glance.
///     pub mod launches;
/// }
///
/// #[launch_config(arch = "h100", threads = 256, regs = 64)]
/// pub fn saxpy() {}
/// ```
///
/// # Errors
///
/// The build fails if the argument is anything but one module without a body.
#[cfg(feature = "macros")]
#[macro_export]
macro_rules! launch_index {
    ($(#[$attribute:meta])* $visibility:vis mod $module:ident $(;)?) => {
        #[cfg(all(doc, not(doctest)))]
        $crate::__private::__launch_index! { $(#[$attribute])* $visibility mod $module }
    };
    ($($other:tt)*) => {
        ::core::compile_error! { "expected a module without a body: `mod launches;`" }
    };
}

/// Groups items, so that they share one condition.
#[doc(hidden)]
#[macro_export]
macro_rules! __beside {
    ($($item:item)*) => {
        $($item)*
    };
}

// The examples of the README are tests too.
#[cfg(all(feature = "macros", doctest))]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/start/hip.md")]
#[doc = include_str!("../docs/start/rust-cuda.md")]
#[doc = include_str!("../docs/start/tuning.md")]
struct Readme;

#[cfg(all(feature = "cudarc-0_19", doctest))]
#[doc = include_str!("adapters/README.md")]
#[doc = include_str!("../docs/start/cudarc.md")]
struct Launches;

/// The items that the attribute's expansion uses. They are no part of the public interface.
#[doc(hidden)]
pub mod __private {
    pub use crate::check::accept;
    pub use crate::declared::*;
    #[cfg(feature = "macros")]
    pub use crate::editor::{allowed, arguments};
    pub use crate::lints::Warn;
    pub use crate::record::record;
    pub use crate::values::{
        Axes, FoundGpu, arithmetic, dims, fraction, gpu, gpus, integer, most_threads, of_block,
        range, whole, widest,
    };
    pub use occupancy_core::kernel::{Rare, Stated, saturated};
    #[cfg(feature = "macros")]
    pub use occupancy_macros::{__documented, __launch_index};
}
