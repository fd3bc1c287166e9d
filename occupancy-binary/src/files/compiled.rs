//! What was compiled at run time, held against a configuration before it is loaded.
//!
//! NVRTC gives out a cubin (`nvrtcGetCUBIN`) when it compiles for a GPU and not for a virtual
//! architecture: `--gpu-architecture=sm_90`. Once the driver has loaded it, a launch that needs too
//! much fails, or runs with fewer blocks than were counted on. [`check`] says it before:
//!
//! ```
//! use occupancy_core::{Arch, Configuration, Kernel};
//! use occupancy_binary::compiled::{self, Contradiction};
//!
//! let archs = [Arch::find("h100")?];
//! let saxpy = Configuration::new(&archs, Kernel::new((256, 1, 1), 32)).with_min_blocks(8);
//!
//! # let cubin: &[u8] = include_bytes!("../../fixtures/sm_90.cubin");
//! # /*
//! let cubin: Vec<u8> = nvrtc_get_cubin(program)?;
//! # */
//! compiled::check(&saxpy, &cubin, "saxpy")?;
//!
//! let narrow = saxpy.with_kernel(Kernel::new((512, 1, 1), 8));
//! let error = compiled::check(&narrow, &cubin, "dot").unwrap_err();
//! assert!(error.to_string().contains("the function uses 12 registers a thread where 8 were declared"));
//! assert!(error.to_string().contains("a block of 512 threads cannot be launched"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
// Where its doctests are, `tests/crates/nvrtc`, cudarc is as well.
#![cfg_attr(not(doctest), doc = "")]
#![cfg_attr(not(doctest), doc = include_str!("compiled/nvrtc.md"))]

use std::error::Error;
use std::fmt;

use crate::cubin::{CubinError, ImageList};
use crate::words::unreadable;
use occupancy_core::{
    Arch, BrokenPromise, BrokenPromises, Compiled, ComputeCapability, Configuration, Kernel,
    LoadedFunction, Occupancy,
};

use crate::files::{Decoder, EntryKind, File, ImageError, usage};

/// Why a compiled kernel is not to be launched with a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CompiledError {
    /// It cannot be read, or has no such kernel.
    Image(ImageError),
    /// There is only PTX, which has no registers yet: the driver compiles it. So it is where there are
    /// no bytes at all, the cubin that NVRTC has for a virtual architecture.
    OnlyPtx,
    /// No GPU of the configuration runs its machine code.
    OtherArchitecture {
        /// The first of the GPUs.
        arch: Box<Arch>,
        /// What there is machine code for: major and minor, ascending.
        found: Vec<(u32, u32)>,
    },
    /// What is read contradicts the configuration: at least one.
    Contradictions(Vec<Contradiction>),
}

/// One thing in which a compiled kernel contradicts a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Contradiction {
    /// A promise of the configuration that is not kept.
    Promise(BrokenPromise),
    /// The kernel was compiled for exactly another block: `__block_size__` or `.reqntid`.
    RequiredBlock {
        /// Threads in x, y and z of the configuration.
        declared: (u32, u32, u32),
        /// Threads in x, y and z that the kernel takes.
        required: (u32, u32, u32),
    },
    /// It uses more named barriers than are declared; not compared where none are.
    Barriers {
        /// Barriers of the configuration.
        declared: u32,
        /// Barriers that the kernel uses.
        found: u32,
    },
    /// It has to be launched in clusters, and the configuration has none.
    NoCluster,
    /// The cluster has more blocks than it was compiled for.
    ClusterSize {
        /// Blocks of the configuration's cluster.
        declared: u64,
        /// Blocks that a cluster has at most.
        most: u32,
    },
    /// It is an input of the linker: linked, it may use more registers than it states.
    Relocatable,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Promise(promise) => promise.fmt(f),
            Self::RequiredBlock { declared, required } => write!(
                f,
                "a block of {declared:?} threads cannot be launched: the function was compiled for \
                 {required:?}; declare `threads = {required:?}`, or compile it for what is declared"
            ),
            Self::Barriers { declared, found } => write!(
                f,
                "the function uses {found} named barriers where {declared} were declared: fewer blocks \
                 may fit than were checked; declare `barriers = {found}`, or share some in the kernel"
            ),
            Self::NoCluster => f.write_str(
                "the function launches in clusters alone, and none was declared; declare the cluster \
                 that it is launched with, such as `cluster = 2`",
            ),
            Self::ClusterSize { declared, most } => write!(
                f,
                "a cluster of {declared} blocks cannot be launched: the function was compiled for at \
                 most {most}; declare a smaller `cluster`, or compile it for what is declared"
            ),
            Self::Relocatable => f.write_str(
                "it is to be linked, and may use more registers then; link it first, or compile it \
                 without `-rdc=true` or `--relocatable-device-code=true`",
            ),
        }
    }
}

impl fmt::Display for CompiledError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Image(error) => error.fmt(f),
            Self::OnlyPtx => f.write_str(
                "only PTX, which has no registers yet\nhelp: compile for the GPU, \
                 `--gpu-architecture=sm_90`, and take `nvrtcGetCUBIN` in place of `nvrtcGetPTX`",
            ),
            Self::OtherArchitecture { arch, found } => {
                let error = CubinError::NoImage(ImageList::of(found));
                f.write_str(unreadable(&error, arch).as_str())
            }
            Self::Contradictions(all) => {
                for (i, one) in all.iter().enumerate() {
                    let separator = if i == 0 { "" } else { "\n" };
                    write!(f, "{separator}{one}")?;
                }
                Ok(())
            }
        }
    }
}

impl Error for CompiledError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Image(error) => Some(error),
            _ => None,
        }
    }
}

impl From<ImageError> for CompiledError {
    fn from(error: ImageError) -> Self {
        Self::Image(error)
    }
}

/// Holds a kernel of a cubin, or of any other file that [`File`] reads, against the configuration that
/// it is going to be launched with.
///
/// The machine code that each GPU of the configuration loads is looked at; that there is some for one of
/// them is enough. A kernel that uses less than was declared keeps every promise. Tensor memory
/// (`tcgen05`) is not looked at: its columns are in no file.
///
/// # Errors
///
/// [`CompiledError`] with everything that it contradicts, or why it cannot be read.
pub fn check(
    configuration: &Configuration<'_>,
    compiled: &[u8],
    kernel: &str,
) -> Result<(), CompiledError> {
    if compiled.is_empty() {
        return Err(CompiledError::OnlyPtx);
    }
    let file = File::new(compiled)?;
    let mut images = Vec::new();
    let mut has_ptx = false;
    for entry in file.entries() {
        let entry = entry?;
        match entry.kind {
            EntryKind::Cubin => images.push(entry.compute_capability),
            EntryKind::Ptx => has_ptx = true,
            EntryKind::Other(_) => {}
        }
    }
    if images.is_empty() && has_ptx {
        return Err(CompiledError::OnlyPtx);
    }
    images.sort_unstable();
    images.dedup();
    let Some(first) = configuration.archs.first().filter(|_| !images.is_empty()) else {
        return Err(CompiledError::Image(ImageError::NoImage {
            compute_capability: configuration.archs.first().map_or((0, 0), of_arch),
            found: images,
        }));
    };
    let mut decoder = Decoder::new();
    let mut contradictions = Vec::new();
    let mut is_any_run = false;
    for arch in configuration.archs {
        let cc = arch.compute_capability();
        let Some(image) = cc.loads(&images) else {
            continue;
        };
        is_any_run = true;
        let usage = usage(&file, &mut decoder, image, kernel)?;
        for contradiction in contradictions_of(configuration, cc, &usage) {
            // Several GPUs can load one image.
            if !contradictions.contains(&contradiction) {
                contradictions.push(contradiction);
            }
        }
    }
    if !is_any_run {
        return Err(CompiledError::OtherArchitecture {
            arch: Box::new(*first),
            found: images,
        });
    }
    if contradictions.is_empty() {
        Ok(())
    } else {
        Err(CompiledError::Contradictions(contradictions))
    }
}

fn of_arch(arch: &Arch) -> (u32, u32) {
    let cc = arch.compute_capability();
    (cc.major, cc.minor)
}

fn contradictions_of(
    configuration: &Configuration<'_>,
    cc: &ComputeCapability,
    usage: &Compiled<'_>,
) -> Vec<Contradiction> {
    let declared = &configuration.kernel;
    let promises = configuration.verify(&loaded(declared, cc, usage));
    let mut found: Vec<_> = promises
        .as_ref()
        .map_or_else(BrokenPromises::as_slice, |()| &[])
        .iter()
        .copied()
        .map(Contradiction::Promise)
        .collect();
    if let Some(required) = usage.required_block
        && required != declared.block_dim
    {
        found.push(Contradiction::RequiredBlock {
            declared: declared.block_dim,
            required,
        });
    }
    // None declared is not known: what it does to resident blocks is compared all the same.
    if let Some(barriers) = usage.barriers
        && declared.barriers > 0
        && barriers > declared.barriers
    {
        found.push(Contradiction::Barriers {
            declared: declared.barriers,
            found: barriers,
        });
    }
    // A cluster that was compiled in is a promise, and compared with them.
    if usage.is_cluster_explicit && usage.cluster_dim.is_none() && declared.cluster_dim.is_none() {
        found.push(Contradiction::NoCluster);
    }
    if let Some(most) = usage.max_cluster_rank
        && declared.blocks_per_cluster() > u64::from(most)
    {
        found.push(Contradiction::ClusterSize {
            declared: declared.blocks_per_cluster(),
            most,
        });
    }
    if usage.is_relocatable {
        found.push(Contradiction::Relocatable);
    }
    found
}

/// What the driver would report of the function on the GPU.
fn loaded(declared: &Kernel, cc: &ComputeCapability, usage: &Compiled<'_>) -> LoadedFunction {
    let mut loaded = LoadedFunction::on(cc.major, cc.minor);
    let mut used = *declared;
    if let Some(registers) = usage.registers {
        loaded = loaded.with_registers(registers);
        used = used.with_registers(registers);
    }
    if let Some(bytes) = usage.static_shared_memory {
        loaded = loaded.with_static_shared_memory(bytes);
        used = used.with_static_shared_memory(bytes);
    }
    if let Some(barriers) = usage.barriers {
        used = used.with_barriers(barriers);
    }
    // The driver says so of what has `__cluster_dims__`; else the launch chooses.
    if let Some(cluster_dim) = usage.cluster_dim {
        loaded = loaded.with_cluster_dim(cluster_dim);
    }
    // A block that is required is compared as a whole.
    if let (Some((x, y, z)), None) = (usage.max_block, usage.required_block) {
        let threads = u64::from(x) * u64::from(y);
        let threads = threads.saturating_mul(u64::from(z));
        loaded = loaded.with_max_threads_per_block(u32::try_from(threads).unwrap_or(u32::MAX));
    }
    if let Ok(occupancy) = Occupancy::new(cc, &used) {
        loaded = loaded.with_blocks_per_sm(occupancy.blocks_per_sm);
    }
    loaded
}

#[cfg(test)]
mod tests {
    use occupancy_core::{Arch, Compiled, Configuration, Kernel, Rule};

    use super::{Contradiction, contradictions_of};

    /// `.explicitcluster` of PTX, without the cluster.
    #[test]
    fn a_kernel_that_launches_in_clusters_alone() {
        let mut usage = Compiled::machine_code("k", (9, 0)).with_registers(16);
        usage.is_cluster_explicit = true;
        let code = [usage];
        let archs = [Arch::find("h100").unwrap()];
        let cc = archs[0].compute_capability();
        for (cluster, is_missing) in [(None, true), (Some((2, 1, 1)), false)] {
            let kernel = Kernel::new((128, 1, 1), 16).with_cluster_dim(cluster);
            let configuration = Configuration::new(&archs, kernel);
            let found = contradictions_of(&configuration, cc, &usage);
            assert_eq!(found == [Contradiction::NoCluster], is_missing);
            assert_eq!(found.is_empty(), !is_missing);
            let rules = configuration.with_compiled(&code).check();
            assert_eq!(rules.contains(Rule::CompiledCluster), is_missing);
        }
    }
}
