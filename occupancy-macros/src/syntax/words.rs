//! The words that people bring: an argument's name with a slip in it, or what another tool calls the same.

use occupancy_core::gpu::nearest_name;

use crate::key::Key;

/// What an unknown name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// The argument, with the same value.
    Argument(Key),
    /// `threads`, in warps.
    Warps,
    /// `threads`, `min_blocks` and `cluster`, as `__launch_bounds__` has them.
    LaunchBounds,
    /// Stages of a pipeline, whose buffers are in `smem`.
    Stages,
}

impl Meaning {
    /// The arguments that say the same.
    pub(super) fn keys(self) -> Vec<Key> {
        match self {
            Self::Argument(key) => vec![key],
            Self::Warps => vec![Key::Threads],
            Self::LaunchBounds => vec![Key::Threads, Key::MinBlocks, Key::Cluster],
            Self::Stages => vec![Key::Smem],
        }
    }
}

/// Each argument by its names elsewhere; capitals and `_` do not count.
///
/// They are those of CUDA C++ (`dim3` variables, `cudaLaunchConfig_t`, `cudaFuncAttributes`, `CUfunction_attribute`),
/// nvcc, PTX directives, Nsight Compute's launch statistics, cudarc's `LaunchConfig`, Numba, CUB and Triton.
pub(super) const WORDS: [(Key, &[&str]); 29] = [
    (
        Key::Arch,
        &[
            "gpu",
            "gpus",
            "gpu_name",
            "gpu_arch",
            "gpu_architecture",
            "gpu_code",
            "device",
            "devices",
            "device_name",
            "target",
            "sm",
            "sm_arch",
            "sm_version",
            "cc",
            "compute",
            "compute_cap",
            "compute_capability",
            "cuda_arch",
            "architecture",
            "board",
            "card",
        ],
    ),
    (
        Key::Threads,
        &[
            "block",
            "block_dim",
            "block_dims",
            "block_shape",
            "block_size",
            "block_threads",
            "threads_per_block",
            "thread_count",
            "thread_block",
            "thread_block_size",
            "num_threads",
            "n_threads",
            "max_threads",
            "max_threads_per_block",
            "tpb",
            "ntid",
            "maxntid",
            "reqntid",
            "workgroup_size",
            "local_size",
            "cta_size",
        ],
    ),
    (
        Key::Regs,
        &[
            "reg",
            "registers",
            "register_count",
            "registers_per_thread",
            "regs_per_thread",
            "num_regs",
            "num_registers",
            "max_regs",
            "max_registers",
            "max_registers_per_thread",
            "maxregcount",
            "maxrregcount",
            "maxnreg",
        ],
    ),
    (
        Key::MinBlocks,
        &[
            "min_blocks_per_sm",
            "min_blocks_per_mp",
            "min_blocks_per_multiprocessor",
            "blocks_per_sm",
            "blocks_per_multiprocessor",
            "active_blocks",
            "active_blocks_per_sm",
            "resident_blocks",
            "min_ctas",
            "min_ctas_per_sm",
            "ctas_per_sm",
            "minnctapersm",
        ],
    ),
    (
        Key::Smem,
        &[
            "shared",
            "shared_mem",
            "shared_memory",
            "shared_mem_bytes",
            "shared_mem_size",
            "shared_memory_bytes",
            "shared_memory_size",
            "shared_memory_per_block",
            "smem_bytes",
            "smem_size",
            "shmem",
            "dynamic",
            "dynamic_smem",
            "dynamic_smem_bytes",
            "dynamic_smem_size",
            "dyn_smem",
            "dyn_shared_mem",
            "dynamic_shared",
            "dynamic_shared_mem",
            "dynamic_shared_mem_bytes",
            "dynamic_shared_memory",
            "dynamic_shared_memory_bytes",
            "dynamic_shared_memory_size",
            "dynamic_shared_memory_per_block",
            "max_dynamic_shared_size_bytes",
            "max_dynamic_shared_memory_size",
        ],
    ),
    (
        Key::StaticSmem,
        &[
            "static_shared",
            "static_shared_mem",
            "static_shared_memory",
            "static_shared_memory_per_block",
            "shared_size_bytes",
        ],
    ),
    (
        Key::Barriers,
        &["barrier", "num_barriers", "named_barriers", "barrier_count"],
    ),
    (
        Key::Cluster,
        &[
            "cluster_dim",
            "cluster_dims",
            "cluster_shape",
            "cluster_size",
            "blocks_per_cluster",
            "num_ctas",
            "ctas_per_cluster",
            "ctas_per_cga",
            "reqnctapercluster",
        ],
    ),
    (
        Key::Grid,
        &[
            "grid_dim",
            "grid_dims",
            "grid_shape",
            "grid_size",
            "blocks",
            "num_blocks",
            "n_blocks",
            "block_count",
            "blocks_per_grid",
            "nctaid",
            "workgroups",
            "num_workgroups",
        ],
    ),
    (
        Key::Elements,
        &[
            "n",
            "len",
            "length",
            "count",
            "elems",
            "n_elems",
            "num_elems",
            "n_elements",
            "num_elements",
            "numel",
            "element_count",
            "problem_size",
            "total_elements",
            "total_threads",
        ],
    ),
    (
        Key::ItemsPerThread,
        &[
            "items",
            "ipt",
            "elements_per_thread",
            "elems_per_thread",
            "values_per_thread",
            "work_per_thread",
            "vec_size",
            "vector_size",
            "vector_width",
            "coarsening",
        ],
    ),
    (
        Key::MinOccupancy,
        &[
            "occupancy",
            "target_occupancy",
            "theoretical_occupancy",
            "achieved_occupancy",
        ],
    ),
    (
        Key::MaxBlocks,
        &[
            "max_blocks_per_sm",
            "max_blocks_per_multiprocessor",
            "max_active_blocks",
            "max_active_blocks_per_sm",
            "max_resident_blocks",
            "max_ctas",
            "max_ctas_per_sm",
        ],
    ),
    (Key::Hides, &["hide", "hiding", "latency_hiding"]),
    (
        Key::Cycles,
        &["latency", "latency_cycles", "cycle", "num_cycles"],
    ),
    (
        Key::Instructions,
        &[
            "ilp",
            "instruction",
            "instruction_count",
            "num_instructions",
        ],
    ),
    (
        Key::Bytes,
        &["bytes_in_flight", "bytes_per_thread", "num_bytes"],
    ),
    (Key::Intent, &["intends", "intended", "intention"]),
    (
        Key::Tile,
        &[
            "tiling",
            "tile_shape",
            "block_tile",
            "cta_tile",
            "cta_shape",
            "threadblock_shape",
        ],
    ),
    (
        Key::TailEfficiency,
        &[
            "tail",
            "efficiency",
            "wave_efficiency",
            "min_tail_efficiency",
        ],
    ),
    (
        Key::Carveout,
        &[
            "smem_carveout",
            "shared_memory_carveout",
            "preferred_shared_memory_carveout",
            "prefer_shared",
        ],
    ),
    (
        Key::Cubin,
        &[
            "binary",
            "fatbin",
            "image",
            "cubin_file",
            "cubin_path",
            "machine_code",
        ],
    ),
    (Key::Ptx, &["ptx_file", "ptx_path", "ptx_src", "assembly"]),
    (
        Key::Kernel,
        &[
            "entry",
            "entry_point",
            "function",
            "func",
            "func_name",
            "function_name",
            "kernel_name",
            "symbol",
        ],
    ),
    (
        Key::Name,
        &["rename", "struct_name", "launch", "launch_name"],
    ),
    (Key::Docs, &["doc", "page", "charts"]),
    (Key::Crate, &["krate", "crate_path", "path"]),
    (Key::Allow, &["expect", "ignore"]),
    (Key::Deny, &["forbid"]),
];

/// Those that mean more, or in another unit.
const OTHERS: [(&str, Meaning); 12] = [
    ("cycles", Meaning::Argument(Key::Cycles)),
    ("instructions", Meaning::Argument(Key::Instructions)),
    ("bytes", Meaning::Argument(Key::Bytes)),
    ("warps", Meaning::Warps),
    ("n_warps", Meaning::Warps),
    ("num_warps", Meaning::Warps),
    ("warps_per_block", Meaning::Warps),
    ("block_warps", Meaning::Warps),
    ("launch_bounds", Meaning::LaunchBounds),
    ("__launch_bounds__", Meaning::LaunchBounds),
    ("stages", Meaning::Stages),
    ("num_stages", Meaning::Stages),
];

/// Whether this is a word of another tool.
pub(super) fn is_one(name: &str) -> bool {
    let name = plain(name);
    let mut words = WORDS.iter().flat_map(|(_, words)| words.iter().copied());
    words.any(|word| plain(word) == name) || OTHERS.iter().any(|(word, _)| plain(word) == name)
}

/// What `name` most likely means: another tool's word, or the nearest name.
pub(super) fn meaning(name: &str) -> Option<Meaning> {
    let plain = plain(name);
    if plain.is_empty() {
        return None;
    }
    let mut names: Vec<(&str, Meaning)> = Vec::new();
    for key in Key::all() {
        names.push((key.name(), Meaning::Argument(key)));
    }
    let mut words = Vec::new();
    for (key, of_key) in WORDS {
        for word in of_key {
            words.push((*word, Meaning::Argument(key)));
        }
    }
    words.extend(OTHERS);
    let same = |all: &[(&str, Meaning)]| {
        let same = all.iter().find(|(word, _)| self::plain(word) == plain);
        same.map(|(_, meaning)| *meaning)
    };
    let nearest = |all: &[(&str, Meaning)]| {
        let list: Vec<&str> = all.iter().map(|(word, _)| *word).collect();
        let nearest = nearest_name(name, &list)?;
        let found = all.iter().find(|(word, _)| *word == nearest);
        found.map(|(_, meaning)| *meaning)
    };
    // A short word is near too many.
    let is_long = plain.len() > 5;
    same(&names)
        .or_else(|| same(&words))
        .or_else(|| nearest(&names))
        .or_else(|| is_long.then(|| nearest(&words))?)
}

fn plain(name: &str) -> String {
    name.to_lowercase().replace('_', "")
}

#[cfg(test)]
mod tests {
    use super::{Meaning, OTHERS, WORDS, meaning, plain};
    use crate::key::Key;

    #[test]
    fn a_word_stands_once_and_is_no_argument() {
        let mut all: Vec<String> = Key::all().map(|key| plain(key.name())).collect();
        let words = WORDS.iter().flat_map(|(_, words)| words.iter().copied());
        all.extend(words.chain(OTHERS.map(|(word, _)| word)).map(plain));
        all.sort();
        let count = all.len();
        // `launch_bounds` with and without its underscores.
        all.dedup();
        assert_eq!(all.len(), count - 1);
    }

    #[test]
    fn words_are_what_they_mean() {
        for (word, key) in [
            ("reg", Key::Regs),
            ("Registers", Key::Regs),
            ("maxrregcount", Key::Regs),
            ("maxregcont", Key::Regs),
            ("shared_mem_bytes", Key::Smem),
            ("sharedMemBytes", Key::Smem),
            ("minblocks", Key::MinBlocks),
            ("min_block", Key::MinBlocks),
            ("blockDim", Key::Threads),
            ("BLOCK_SIZE", Key::Threads),
            ("treads", Key::Threads),
            ("gridDim", Key::Grid),
            ("n", Key::Elements),
            ("num_ctas", Key::Cluster),
            ("clutser", Key::Cluster),
            ("arhc", Key::Arch),
            ("alow", Key::Allow),
        ] {
            assert_eq!(meaning(word), Some(Meaning::Argument(key)), "{word}");
        }
        assert_eq!(meaning("num_warps"), Some(Meaning::Warps));
        assert_eq!(meaning("__launch_bounds__"), Some(Meaning::LaunchBounds));
        for word in ["colour", "🦀", "größe", "cuda", "_", "size", "xy"] {
            assert_eq!(meaning(word), None, "{word}");
        }
    }
}
