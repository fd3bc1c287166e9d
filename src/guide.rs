//! How to choose a configuration, read its page, and keep its promises. Each topic has a page, and its numbers are
//! tested.
//!
//! | page | what it answers |
//! |---|---|
//! | [Three levels of scheduling](mod@three_levels_of_scheduling) | who hands out blocks, cycles and lanes, and which model is of which |
//! | [Choosing a configuration](mod@choosing_a_configuration) | how large a block, how many registers, how much shared memory |
//! | [Reading the page and its charts](mod@reading_the_charts) | what `cargo doc` shows of a launch type |
//! | [Low occupancy on purpose](mod@low_occupancy_on_purpose) | when few warps are right |
//! | [Is 25 % enough?](mod@is_25_percent_enough) | whether the resident warps hide latency, and what else limits the kernel |
//! | [From symptom to remedy](mod@from_symptom_to_remedy) | what to change, by what binds, by the profiler's stall reason, and by kind of kernel |
//! | [Tiles](mod@tiles) | what the tile of a matrix product takes, and what edges and tails leave |
//! | [Banks and sectors](mod@banks_and_sectors) | how lanes address shared and global memory, and what padding costs |
//! | [Tails](mod@tails) | what the last wave costs, and what helps |
//! | [Uneven blocks and shared GPUs](mod@uneven_blocks) | which SM runs which block, in which order, and beside what |
//! | [Clusters](mod@clusters) | sizes, grids, and what is resident |
//! | [One kernel on both vendors](mod@one_kernel_on_both_vendors) | what an H100, a B200 and an MI355X hold of it, and why |
//! | [Enforcing the budget](mod@enforcing_the_budget) | how the kernel comes to use what was declared |
//! | [Checking what was compiled](mod@checking_what_was_compiled) | what the attribute reads in a kernel's cubin, fat binary or PTX |
//! | [Devices](mod@devices) | what each board has: SMs, GPCs, schedulers, L2 cache, bandwidth |
//! | [Launch bounds in real life](mod@launch_bounds_in_real_life) | what 42 public projects promise, and where it cannot be kept |
//!
//! [The attribute](crate::launch_config) explains its arguments, and [`errors`](mod@crate::errors) its
//! messages. The feature `models` has the [models](mod@crate::models) that some pages use. The pages are documentation
//! only: a program cannot name these modules, and no build compiles them.

/// Includes a drawing of the charts, in the colours of the page.
macro_rules! image {
    ($name:literal) => {
        concat!(
            "<div>",
            include_str!(concat!("../docs/images/", $name, ".svg")),
            "</div>\n\n"
        )
    };
}

#[doc = include_str!("../docs/guide/levels.md")]
#[doc = image!("levels")]
#[doc = include_str!("../docs/guide/levels/life.md")]
#[doc = image!("timeline-life")]
#[doc = include_str!("../docs/guide/levels/each.md")]
#[cfg(any(feature = "models", not(doctest)))]
pub mod three_levels_of_scheduling {}

#[doc = include_str!("../docs/guide/configuration.md")]
pub mod choosing_a_configuration {}

#[doc = include_str!("../docs/guide/charts.md")]
#[doc = image!("tile-sm")]
#[doc = include_str!("../docs/guide/charts/sm.md")]
#[doc = image!("tile-threads")]
#[doc = include_str!("../docs/guide/charts/threads.md")]
#[doc = image!("tile-registers")]
#[doc = include_str!("../docs/guide/charts/registers.md")]
#[doc = image!("tile-shared-memory")]
#[doc = include_str!("../docs/guide/charts/shared_memory.md")]
#[doc = image!("tile-tail")]
#[doc = include_str!("../docs/guide/charts/tail.md")]
pub mod reading_the_charts {}

#[doc = include_str!("../docs/guide/low_occupancy.md")]
#[doc = image!("gemm-sm")]
#[doc = include_str!("../docs/guide/low_occupancy/attention.md")]
#[doc = image!("attention-sm")]
#[doc = include_str!("../docs/guide/low_occupancy/use.md")]
pub mod low_occupancy_on_purpose {}

#[doc = include_str!("../docs/guide/enough.md")]
#[doc = image!("timeline-waits")]
#[doc = include_str!("../docs/guide/enough/hides.md")]
#[doc = image!("timeline-hides")]
#[doc = include_str!("../docs/guide/enough/sm.md")]
#[doc = image!("timeline-load")]
#[doc = include_str!("../docs/guide/enough/shares.md")]
#[doc = image!("warps-issue")]
#[doc = include_str!("../docs/guide/enough/memory.md")]
#[doc = image!("warps-memory")]
#[doc = include_str!("../docs/guide/enough/attribute.md")]
#[cfg(any(feature = "models", not(doctest)))]
pub mod is_25_percent_enough {}

#[doc = include_str!("../docs/guide/remedies.md")]
#[cfg(any(feature = "models", not(doctest)))]
pub mod from_symptom_to_remedy {}

#[doc = include_str!("../docs/guide/devices.md")]
#[doc = include_str!("../docs/guide/devices/table.md")]
#[doc = include_str!("../docs/guide/devices/amd.md")]
#[cfg(any(feature = "models", not(doctest)))]
pub mod devices {}

#[doc = include_str!("../docs/guide/tiles.md")]
#[cfg(any(feature = "models", not(doctest)))]
pub mod tiles {}

#[doc = include_str!("../docs/guide/addresses.md")]
#[doc = image!("banks-column")]
#[doc = include_str!("../docs/guide/addresses/padded.md")]
#[doc = image!("banks-padded")]
#[doc = include_str!("../docs/guide/addresses/check.md")]
#[cfg(any(feature = "models", not(doctest)))]
pub mod banks_and_sectors {}

#[doc = include_str!("../docs/guide/tails.md")]
#[doc = image!("tail")]
#[doc = include_str!("../docs/guide/tails/remedies.md")]
pub mod tails {}

#[doc = include_str!("../docs/guide/blocks.md")]
#[doc = image!("blocks-in-order")]
#[doc = include_str!("../docs/guide/blocks/sorted.md")]
#[doc = image!("blocks-longest-first")]
#[doc = include_str!("../docs/guide/blocks/beside.md")]
#[cfg(any(feature = "models", not(doctest)))]
pub mod uneven_blocks {}

#[doc = include_str!("../docs/guide/clusters.md")]
pub mod clusters {}

#[doc = include_str!("../docs/guide/vendors.md")]
#[doc = image!("h100-sm")]
#[doc = include_str!("../docs/guide/vendors/amd.md")]
#[doc = image!("mi355x-sm")]
#[doc = include_str!("../docs/guide/vendors/table.md")]
#[doc = include_str!("../docs/guide/vendors/why.md")]
pub mod one_kernel_on_both_vendors {}

#[doc = include_str!("../docs/guide/budget.md")]
pub mod enforcing_the_budget {}

#[doc = include_str!("../docs/guide/binary.md")]
pub mod checking_what_was_compiled {}

#[doc = include_str!("../docs/guide/real-life.md")]
pub mod launch_bounds_in_real_life {}

pub mod examples {
    //! The examples of the guide, with the page that the attribute writes for each.

    use occupancy::launch_config;

    /// The example of [Reading the page and its charts](mod@crate::guide::reading_the_charts).
    #[launch_config(
        arch = "h100",
        threads = 256,
        regs = 72,
        smem = 40 * 1024,
        min_blocks = 3,
        grid = 1000
    )]
    pub fn tile() {}

    /// An example of [Low occupancy on purpose](mod@crate::guide::low_occupancy_on_purpose).
    #[launch_config(
        arch = "h100",
        threads = 256,
        regs = 128,
        smem = 2 * 2 * 128 * 16 * 4,
        barriers = 1,
        min_blocks = 2
    )]
    pub fn gemm() {}

    /// An example of [Low occupancy on purpose](mod@crate::guide::low_occupancy_on_purpose).
    #[launch_config(
        arch = "h100",
        threads = 384,
        regs = 168,
        smem = (1 + 2 + 2) * 128 * 128 * 2,
        min_blocks = 1
    )]
    pub fn attention() {}
}
