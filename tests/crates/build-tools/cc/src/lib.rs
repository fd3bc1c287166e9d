//! Kernels that `cc` compiles, and what they use: see the build script.

/// What the build script wrote of the library.
#[cfg(kernels)]
pub mod kernels {
    include!(concat!(env!("OUT_DIR"), "/kernels.rs"));
}

/// The same of a library of one file.
#[cfg(kernels)]
pub mod one_file {
    include!(concat!(env!("OUT_DIR"), "/one_file.rs"));
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
    use super::{kernels, one_file};

    #[cfg(kernels)]
    #[test]
    fn the_constants_are_what_is_known() {
        known::block_sum(&kernels::sm_80::BLOCK_SUM, (8, 0));
        known::block_sum(&kernels::sm_90::BLOCK_SUM, (9, 0));
        known::block_sum(&one_file::sm_80::BLOCK_SUM, (8, 0));
        known::block_sum(&one_file::sm_90::BLOCK_SUM, (9, 0));
        known::saxpy(&kernels::sm_80::SAXPY, (8, 0));
        known::saxpy(&kernels::sm_90::SAXPY, (9, 0));
        known::ptx(kernels::compute_90::BLOCK_SUM, kernels::compute_90::SAXPY);
        assert_eq!(kernels::sm_90::ALL.len(), 2);
        assert_eq!(one_file::sm_90::ALL.len(), 1);
    }

    #[cfg(not(kernels))]
    #[test]
    fn the_constants_are_what_is_known() {
        known::skipped();
    }
}
