//! Kernels that `cudaforge` compiles, and what they use: see the build script.

/// What the build script wrote of the library.
#[cfg(kernels)]
pub mod kernels {
    include!(concat!(env!("OUT_DIR"), "/kernels.rs"));
}

/// What it wrote of the folder of PTX files.
#[cfg(kernels)]
pub mod ptx {
    include!(concat!(env!("OUT_DIR"), "/ptx.rs"));
}

// What the crate counts on, held by the compiler.
#[cfg(kernels)]
const _: () = assert!(
    matches!(
        kernels::sm_90a::BLOCK_SUM.static_shared_memory,
        Some(0..=1024)
    ),
    "the block's shared memory"
);

#[cfg(test)]
#[path = "../../known.rs"]
mod known;

#[cfg(test)]
mod tests {
    use super::known;
    #[cfg(kernels)]
    use super::{kernels, ptx};

    #[cfg(kernels)]
    #[test]
    fn the_constants_are_what_is_known() {
        // It adds the letter from 9.0 on.
        known::block_sum(&kernels::sm_90a::BLOCK_SUM, (9, 0));
        known::saxpy(&kernels::sm_80::SAXPY, (8, 0));
        known::ptx(ptx::compute_90a::BLOCK_SUM, ptx::compute_90a::SAXPY);
        assert_eq!(kernels::sm_90a::ALL.len(), 1);
        assert_eq!(kernels::sm_80::ALL.len(), 1);
    }

    #[cfg(not(kernels))]
    #[test]
    fn the_constants_are_what_is_known() {
        known::skipped();
    }
}
