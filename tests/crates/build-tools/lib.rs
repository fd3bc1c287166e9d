//! Kernels that one of the tools compiles, and what they use: see the build script.

/// The constants that the build script wrote into the file of this name.
#[cfg(any(bindgen_cuda, cc, cudaforge))]
macro_rules! written {
    ($($name:ident $file:literal;)+) => {
        $(
            /// Constants.
            pub mod $name {
                include!(concat!(env!("OUT_DIR"), "/", $file, ".rs"));
            }
        )+
    };
}

#[cfg(bindgen_cuda)]
written! { kernels "kernels"; block_sum_ptx "block_sum_ptx"; saxpy_ptx "saxpy_ptx"; }
#[cfg(cc)]
written! { kernels "kernels"; one_file "one_file"; }
#[cfg(cudaforge)]
written! { kernels "kernels"; ptx "ptx"; }

#[cfg(any(bindgen_cuda, cc))]
use kernels::sm_90 as target;
// It adds the letter from 9.0 on.
#[cfg(cudaforge)]
use kernels::sm_90a as target;

// The compiler checks the figures that the crate counts on.
#[cfg(any(bindgen_cuda, cc, cudaforge))]
const _: () = assert!(
    matches!(target::BLOCK_SUM.static_shared_memory, Some(0..=1024)),
    "the block's shared memory"
);

#[cfg(all(test, any(bindgen_cuda, cc, cudaforge)))]
mod tests {
    use occupancy::Compiled;

    /// The kernels in machine code: shared memory, barriers, bytes of parameters, and the most registers.
    fn held(constants: &[Compiled<'_>], compute_capability: (u32, u32), names: &[&str]) {
        let found: Vec<&str> = constants.iter().map(|constant| constant.name).collect();
        assert_eq!(found, names);
        for constant in constants {
            let used = [
                constant.static_shared_memory,
                constant.barriers,
                constant.parameter_bytes,
                constant.register_cap,
            ];
            let expected = match constant.name {
                // Four blocks of 256 threads leave each thread 64.
                "saxpy" => [0, 0, 24, 64],
                _ => [1024, 1, 16, 255],
            };
            assert_eq!(used, expected.map(Some), "{constant:?}");
            assert_eq!(constant.compute_capability, compute_capability);
            // ptxas 13.5 takes 10 to 12; code for debuggers takes more.
            assert!(
                (1..=16).contains(&constant.registers.unwrap()),
                "{constant:?}"
            );
            assert_eq!(constant.max_block, Some((256, 1, 1)));
            assert_eq!(constant.spill_instructions.unwrap_or(0), 0);
            assert!(!constant.is_relocatable);
        }
    }

    /// Both kernels, in PTX.
    fn stated(block_sum: &Compiled<'_>, saxpy: &Compiled<'_>) {
        for (stated, min_blocks) in [(block_sum, None), (saxpy, Some(4))] {
            assert_eq!(stated.max_block, Some((256, 1, 1)));
            assert_eq!(stated.min_blocks, min_blocks);
            assert_eq!((stated.required_block, stated.register_cap), (None, None));
            assert_eq!(stated.cluster_dim, None);
        }
    }

    const BLOCK_SUM: &str = "_ZN4sums8blockSumEPKfPf";

    #[test]
    fn the_constants_are_what_is_known() {
        #[cfg(bindgen_cuda)]
        {
            use super::{block_sum_ptx, kernels, saxpy_ptx};
            held(kernels::sm_90::ALL, (9, 0), &[BLOCK_SUM, "saxpy"]);
            // The library has PTX beside the machine code.
            stated(&kernels::compute_90::BLOCK_SUM, &kernels::compute_90::SAXPY);
            stated(
                &block_sum_ptx::compute_90::BLOCK_SUM,
                &saxpy_ptx::compute_90::SAXPY,
            );
        }
        #[cfg(cc)]
        {
            use super::{kernels, one_file};
            held(kernels::sm_80::ALL, (8, 0), &[BLOCK_SUM, "saxpy"]);
            held(kernels::sm_90::ALL, (9, 0), &[BLOCK_SUM, "saxpy"]);
            held(one_file::sm_80::ALL, (8, 0), &[BLOCK_SUM]);
            held(one_file::sm_90::ALL, (9, 0), &[BLOCK_SUM]);
            stated(&kernels::compute_90::BLOCK_SUM, &kernels::compute_90::SAXPY);
        }
        #[cfg(cudaforge)]
        {
            use super::{kernels, ptx};
            held(kernels::sm_90a::ALL, (9, 0), &[BLOCK_SUM]);
            held(kernels::sm_80::ALL, (8, 0), &["saxpy"]);
            stated(&ptx::compute_90a::BLOCK_SUM, &ptx::compute_90a::SAXPY);
        }
    }
}

#[cfg(all(test, not(any(bindgen_cuda, cc, cudaforge))))]
#[path = "../compiler/src/skip.rs"]
mod skip;

#[cfg(all(test, not(any(bindgen_cuda, cc, cudaforge))))]
#[test]
fn the_constants_are_what_is_known() {
    skip::found_or_skip(Err::<(), _>(
        "there was no nvcc on PATH to build with".to_owned(),
    ));
}
