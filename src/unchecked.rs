//! The error of a launch that was not checked.

use core::fmt;

use occupancy_core::{
    Arch, GridError,
    text::{Text, grouped},
};

/// The error if a launch was not checked: for its GPU, its block, its shared memory, or as it stands.
///
/// ```
/// use occupancy::{Unchecked, launch_config};
///
/// #[launch_config(arch = ["a100", "h100"], threads = 256, regs = 64, smem = 16 * 1024)]
/// fn histogram() {}
///
/// let other = HistogramLaunch::for_compute_capability(8, 9).unwrap_err();
/// assert!(matches!(other, Unchecked::Gpu { compute_capability: (8, 9), .. }));
/// let larger = HistogramLaunch::with_dynamic_shared_memory(20_000).unwrap_err();
/// assert_eq!(larger, Unchecked::DynamicSharedMemory { bytes: 20_000, most: 16_384 });
///
/// /// An error of the grid converts into it.
/// fn grid(bins: u32, blocks: u32) -> Result<(u32, u32, u32), Unchecked> {
///     let checked = HistogramLaunch::with_dynamic_shared_memory(bins * 4)?;
///     Ok(checked.for_grid((blocks, 1, 1))?.grid_dim())
/// }
/// assert!(matches!(grid(256, 0), Err(Unchecked::Grid(_))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unchecked {
    /// The attribute names no GPU of the compute capability, or several with different values.
    #[non_exhaustive]
    Gpu {
        /// The compute capability of the GPU.
        compute_capability: (u32, u32),
        /// The number of SMs, if it was given.
        sm_count: Option<u32>,
        /// The GPUs that the attribute names.
        declared: &'static [Arch],
    },
    /// The attribute names no GPU of AMD with the target, or several with different values.
    #[non_exhaustive]
    Target {
        /// The target of the GPU, as HIP reports it.
        target: Text<32>,
        /// The number of its multiprocessors.
        multiprocessors: u32,
        /// The GPUs that the attribute names.
        declared: &'static [Arch],
    },
    /// The attribute names no block of these threads in x, y and z.
    #[non_exhaustive]
    Block {
        /// The block that was asked for.
        block_dim: (u32, u32, u32),
        /// The blocks of `threads = any(…)`; empty if the GPU has its own in an `on(…)`.
        declared: &'static [(u32, u32, u32)],
    },
    /// More dynamic shared memory than was checked, bytes per block.
    DynamicSharedMemory {
        /// The bytes that were asked for.
        bytes: u32,
        /// The bytes that were checked.
        most: u32,
    },
    /// The grid cannot be launched: functions with `for_threads(…)?.for_grid(…)?` return one error.
    Grid(GridError),
    /// The driver refuses the launch until the function is prepared for it.
    NeedsOptIn,
}

impl fmt::Display for Unchecked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Gpu {
                compute_capability: own @ (major, minor),
                sm_count,
                declared,
            } => {
                if declared.is_empty() {
                    return write!(
                        f,
                        "compute capability {major}.{minor} is unknown: its limits are never guessed"
                    );
                }
                let has_it = |arch: &Arch| arch.multiprocessor().compute_capability() == own;
                let is_declared = declared.iter().any(has_it);
                let (head, separator, help) = match sm_count {
                    None if is_declared => (
                        "several configurations are for",
                        ": those of ",
                        "; `for_gpu` chooses by the name and the SMs of the GPU, too",
                    ),
                    _ => (NOT_CHECKED, ONLY_FOR, ADD_IT),
                };
                write!(f, "{head} compute capability {major}.{minor}")?;
                if let (true, Some(sm_count)) = (is_declared, sm_count) {
                    let s = if sm_count == 1 { "" } else { "s" };
                    write!(f, " with this name and {sm_count} SM{s}")?;
                }
                list(f, separator, declared, help)
            }
            Self::Target {
                ref target,
                multiprocessors,
                declared,
            } => {
                let (id, mut declared_gpus) = (target.as_str(), declared.iter());
                write!(f, "{NOT_CHECKED} target {}", id.escape_debug())?;
                if let Some(arch) = declared_gpus.find(|arch| arch.is_of_target(id)) {
                    let counted = *Text::<16>::new().counted(multiprocessors.into(), "SM");
                    let words = arch.multiprocessor().words();
                    write!(f, " with {}", Text::<16>::new().worded(counted.as_str(), words))?;
                }
                list(f, ONLY_FOR, declared, ADD_IT)
            }
            Self::Block {
                block_dim,
                declared,
            } => {
                // As the attribute states it.
                let block = |dims| *Text::<40>::new().dims(dims);
                let asked = block(block_dim);
                write!(f, "the launch was not checked for blocks of {asked} threads")?;
                let mut separator = ", only for ";
                for one in declared {
                    write!(f, "{separator}{}", block(*one))?;
                    separator = ", ";
                }
                f.write_str("; add the size to `threads = any(…)`")
            }
            Self::DynamicSharedMemory { bytes, most } => write!(
                f,
                "the launch was not checked for {} bytes of dynamic shared memory, only for at most {}; state the most \
                 that it can need as `smem`",
                grouped(bytes.into()),
                grouped(most.into())
            ),
            Self::Grid(error) => error.fmt(f),
            Self::NeedsOptIn => f.write_str(
                "the driver refuses this launch until the function is prepared for it: it needs the opt-in to more than \
                 48 KiB of shared memory, or to a cluster of more than 8 blocks; launch it through what `prepare` returns",
            ),
        }
    }
}

const NOT_CHECKED: &str = "the launch was not checked for";
const ONLY_FOR: &str = ", only for ";
const ADD_IT: &str = "; add the GPU to `arch`";

/// Writes the declared GPUs, boards with their compute capability or their target.
fn list(
    f: &mut fmt::Formatter<'_>,
    mut separator: &str,
    declared: &[Arch],
    help: &str,
) -> fmt::Result {
    for arch in declared {
        write!(f, "{separator}{}", arch.name())?;
        if let Arch::Device(device) = arch {
            write!(f, " ({})", device.multiprocessor().name())?;
        }
        separator = ", ";
    }
    f.write_str(help)
}

impl core::error::Error for Unchecked {}

impl From<GridError> for Unchecked {
    fn from(error: GridError) -> Self {
        Self::Grid(error)
    }
}
