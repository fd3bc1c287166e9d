//! The numbers of `kernels.txt`, as the build script wrote them: the check without the attribute.

include!(concat!(env!("OUT_DIR"), "/kernels.rs"));

/// For the `.cu` files: what NVRTC takes as a header, and a build script of a real crate hands to
/// nvcc with `-I`.
pub const HEADER: &str = include_str!(concat!(env!("OUT_DIR"), "/kernels.h"));

/// Checked a second time, by the compiler.
pub const CHECKED: occupancy::Configuration<'static> =
    occupancy::Configuration::new(&[occupancy::devices::H100.arch()], SAXPY).with_min_blocks(4);

occupancy::check!(CHECKED);

#[cfg(test)]
mod kernels;

#[cfg(test)]
mod tests {
    use super::{CHECKED, HEADER, SAXPY, SAXPY_NVCC, STENCIL, STENCIL_NVCC, kernels};
    use occupancy::launch::CompileOptions;

    #[test]
    fn rust_has_the_numbers_of_the_file() {
        assert_eq!(SAXPY.block_dim, (256, 1, 1));
        assert_eq!(SAXPY.registers_per_thread, 64);
        assert_eq!(STENCIL.block_dim, (32, 8, 1));
        assert_eq!(STENCIL.dynamic_shared_memory, 16384);
    }

    #[test]
    fn cuda_c_has_the_same_numbers() {
        let saxpy = CompileOptions::new(&CHECKED).header("SAXPY").unwrap();
        assert!(HEADER.starts_with(&saxpy.to_string()), "{HEADER}");
        let stencil = HEADER.split("#endif\n").nth(1).unwrap();
        let lines: Vec<&str> = stencil.lines().collect();
        let numbers = [
            ("THREADS_PER_BLOCK", 256),
            ("MIN_BLOCKS_PER_SM", 6),
            ("MAX_REGISTERS_PER_THREAD", 40),
            ("DYNAMIC_SHARED_MEMORY", 16384),
            ("ITEMS_PER_THREAD", 1),
            ("STATIC_SHARED_MEMORY", 0),
            ("THREADS_PER_BLOCK_X", 32),
            ("THREADS_PER_BLOCK_Y", 8),
            ("THREADS_PER_BLOCK_Z", 1),
            ("BLOCKS_PER_CLUSTER_X", 1),
            ("BLOCKS_PER_CLUSTER_Y", 1),
            ("BLOCKS_PER_CLUSTER_Z", 1),
        ];
        let definitions = numbers.map(|(name, value)| format!("#define STENCIL_{name} {value}"));
        let different = numbers.map(|(name, value)| format!("STENCIL_{name} != {value}"));
        let mut expected = vec![
            "#ifndef STENCIL_LAUNCH_CONFIG".to_owned(),
            "#define STENCIL_LAUNCH_CONFIG".to_owned(),
        ];
        expected.extend(definitions);
        expected.extend([
            "#define STENCIL_LAUNCH_BOUNDS __launch_bounds__(256, 6)".to_owned(),
            "#define STENCIL_CLUSTER_DIMS".to_owned(),
            format!("#elif {}", different.join(" || ")),
            "#error \"STENCIL is already used for another launch configuration\"".to_owned(),
        ]);
        assert_eq!(lines, expected);
    }

    #[test]
    fn nvcc_compiles_for_each_gpu_of_the_file() {
        assert_eq!(SAXPY_NVCC, ["-gencode=arch=compute_90,code=sm_90"]);
        assert_eq!(
            STENCIL_NVCC,
            [
                "-gencode=arch=compute_80,code=sm_80",
                "-gencode=arch=compute_90,code=sm_90",
            ]
        );
    }

    /// What the build script prints for a file in which every kernel but one has a fault.
    #[test]
    fn faults_are_lines_for_cargo() {
        let file = "\
kernel = budget
arch = h100
threads = 256
regs = 96
min_blocks = 3

kernel = block
arch = h100
threads = 100
regs = 300

kernel = cliff
arch = h100
threads = 256
regs = 33

kernel = unread
arch = h1000
thread = 256
regs = many

kernel = two-words
arch = h100
threads = 256
regs = 32
";
        let expected = "\
cargo::error=k.txt:18: unknown arch `h1000`; the nearest names are `h100`, `t1000`
cargo::error=k.txt:19: `thread` is no key of a kernel
cargo::error=k.txt:20: invalid digit found in string
cargo::error=k.txt:1: budget: [OCC012] 3 blocks of 256 threads do not fit on one SM of H100 SXM5 80GB: registers allow 2
cargo::error=    registers           2 blocks   96 per thread, 3,072 per warp, 5 warps in each of 4 sub-partitions   binds
cargo::error=    shared memory     228 blocks   1,024 of 233,472 bytes per block
cargo::error=    warps               8 blocks   8 of 64 warps per block
cargo::error=    block slots        32 blocks
cargo::error=    help: `regs = 80` keeps 3 blocks; `threads = 192` keeps 3; or `min_blocks = 2` is what fits
cargo::error=k.txt:7: block: [OCC004] a block of 100 threads ends in a partial warp: 4 of 32 lanes of its last warp work
cargo::error=    help: `threads = 96` is whole warps; `threads = 128` is whole warps; or `allow(partial_warp)` accepts the idle lanes
cargo::error=k.txt:7: block: [OCC005] 300 registers per thread: a thread can address at most 255
cargo::error=    help: `regs = 255` passes
cargo::warning=k.txt:12: cliff: [OCC203] 33 registers per thread are one too many for another block on H100 SXM5 80GB: 6 blocks, 75 % occupancy
cargo::warning=    help: `regs = 32` fits 8, 100 %
cargo::error=k.txt:22: two-words: the prefix of a macro has to be a C identifier: the character at byte 3 is not an ASCII letter, a digit or `_`
";
        let generated = kernels::generate("k.txt", file);
        assert_eq!(generated.cargo, expected);
        assert_eq!(generated.header.matches("#ifndef").count(), 1);
        assert!(generated.header.contains("CLIFF_THREADS_PER_BLOCK 256"));
        assert!(generated.rust.contains("pub const CLIFF:"));
        assert!(!generated.rust.contains("pub const BUDGET:"));
    }
}
