//! sonos/tract and kornia/kornia-rs: blocks and shared memory that the program chooses when it runs.

use occupancy::{Variant, launch_config};

use crate::entry::Entry;

/// Softmax over one axis.
///
/// sonos/tract `38b383f` `cuda/src/kernels/nn/softmax.rs:62`: a warp for rows of fewer than 1,024 elements, and a full
/// block for others. One attribute checks both, and `for_threads` takes one. The registers are what launch bounds of the
/// full block leave.
#[launch_config(
    arch = ["h100", "rtx3090"],
    threads = any(32, 1024),
    regs = auto,
    allow(idle_schedulers)
)]
mod softmax {}

/// Softmax of scaled and masked scores.
///
/// sonos/tract `38b383f` `cuda/src/kernels/nn/scaled_masked_softmax.rs:112`: the block grows with the row, and so does the
/// shared memory, without a bound and without the opt-in. A row of 8,193 elements needs 65,664 bytes, and its launch
/// fails. Here `smem` is the most, and `with_dynamic_shared_memory` says both numbers for a longer row.
#[launch_config(
    arch = ["h100", "rtx3090"],
    threads = any(32..=1024, doubling),
    regs = auto,
    smem = 48 * 1024,
    allow(idle_schedulers)
)]
mod scaled_masked_softmax {}

/// Counts the values of an image.
///
/// kornia/kornia-rs `acf5161` `crates/kornia-imgproc/src/cuda/histogram.rs:142`: 4 bytes of shared memory for each bin, of
/// which only the caller knows the number. 12,288 bins need no opt-in.
#[launch_config(
    arch = ["h100", "rtx3090"],
    threads = 256,
    regs = auto,
    smem = 12_288 * 4
)]
mod histogram {}

/// Makes an entry with a line for each size and GPU.
fn entry<L>(name: &'static str, variants: &'static [Variant<L>]) -> Entry {
    let [first, others @ ..] = variants else {
        unreachable!("a launch type has a GPU");
    };
    let entry = Entry::new(name, first.configuration());
    others
        .iter()
        .map(Variant::configuration)
        .fold(entry, Entry::and)
}

/// The gallery's entries.
pub(crate) fn entries() -> Vec<Entry> {
    vec![
        entry("tract-softmax", SoftmaxLaunch::VARIANTS),
        entry("tract-masked-softmax", ScaledMaskedSoftmaxLaunch::VARIANTS),
        entry("kornia-histogram", HistogramLaunch::VARIANTS),
    ]
}
