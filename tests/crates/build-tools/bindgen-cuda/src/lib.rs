//! Kernels that `bindgen_cuda` compiles, and what they use: see the build script.

/// What the build script wrote of the library.
#[cfg(kernels)]
pub mod kernels {
    include!(concat!(env!("OUT_DIR"), "/kernels.rs"));
}

/// What it wrote of the PTX files.
#[cfg(kernels)]
pub mod ptx {
    /// One kernel.
    pub mod block_sum {
        include!(concat!(env!("OUT_DIR"), "/block_sum_ptx.rs"));
    }

    /// The other.
    pub mod saxpy {
        include!(concat!(env!("OUT_DIR"), "/saxpy_ptx.rs"));
    }
}

// What the crate counts on, held by the compiler.
#[cfg(kernels)]
const _: () = assert!(
    matches!(
        kernels::sm_90::BLOCK_SUM.static_shared_memory,
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
        known::block_sum(&kernels::sm_90::BLOCK_SUM, (9, 0));
        known::saxpy(&kernels::sm_90::SAXPY, (9, 0));
        // The library has PTX beside the machine code.
        known::ptx(kernels::compute_90::BLOCK_SUM, kernels::compute_90::SAXPY);
        known::ptx(
            ptx::block_sum::compute_90::BLOCK_SUM,
            ptx::saxpy::compute_90::SAXPY,
        );
        assert_eq!(kernels::sm_90::ALL.len(), 2);
    }

    #[cfg(not(kernels))]
    #[test]
    fn the_constants_are_what_is_known() {
        known::skipped();
    }
}
