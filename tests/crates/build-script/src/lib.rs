//! The files that the build script wrote: the numbers of `kernels.csv`, which it has checked without the attribute, and
//! constants of compiled kernels.

include!(concat!(env!("OUT_DIR"), "/kernels.rs"));

/// The header for the `.cu` files. NVRTC takes it as text; the build script of a real crate gives it to nvcc with `-I`.
pub const HEADER: &str = include_str!(concat!(env!("OUT_DIR"), "/kernels.h"));

/// Checked a second time, by the compiler.
pub const CHECKED: occupancy::Configuration<'static> =
    occupancy::Configuration::new(&[occupancy::devices::H100.arch()], SAXPY).with_min_blocks(4);

occupancy::check!(CHECKED);

/// The constants for two targets and of PTX.
pub mod library {
    include!(concat!(env!("OUT_DIR"), "/library.rs"));
}

/// The constants of a library in `OUT_DIR`.
pub mod made {
    include!(concat!(env!("OUT_DIR"), "/made.rs"));
}

/// The constant of one kernel out of two.
pub mod spills {
    include!(concat!(env!("OUT_DIR"), "/spills.rs"));
}

/// The bounds of PTX.
pub mod ptx {
    include!(concat!(env!("OUT_DIR"), "/ptx.rs"));
}

/// The constants of code of AMD.
pub mod amd {
    include!(concat!(env!("OUT_DIR"), "/amd.rs"));
}

// The compiler checks the figures that a crate counts on, and what is declared beside them.
const _: () = assert!(library::sm_90::DOT.registers.unwrap() <= 32);
const _: () = assert!(matches!(spills::sm_90::SPILLS.spill_instructions, Some(42)));

const _: () = assert!(matches!(amd::gfx942::OUTER.vgprs, Some(78)));

/// Held to what hipcc made.
pub const OUTER: occupancy::Configuration<'static> = occupancy::Configuration::new(
    &[occupancy::devices::MI300X.arch()],
    occupancy::Kernel::new((256, 1, 1), 0)
        .with_vgprs(80)
        .with_sgprs(22),
)
.with_compiled(&[amd::gfx942::OUTER]);

occupancy::check!(OUTER);

#[cfg(test)]
mod kernels;

#[cfg(test)]
mod tests {
    use super::*;
    use occupancy::Compiled;
    use occupancy::launch::CompileOptions;
    use occupancy_binary::{Decoder, File, usage_on};

    #[test]
    fn rust_and_cuda_c_have_the_numbers_of_the_file() {
        assert_eq!(SAXPY, occupancy::Kernel::new((256, 1, 1), 64));
        let stencil = occupancy::Kernel::new((32, 8, 1), 40);
        assert_eq!(STENCIL, stencil.with_dynamic_shared_memory(16384));
        let saxpy = CompileOptions::new(&CHECKED).header("SAXPY").unwrap();
        assert_eq!(HEADER, format!("{saxpy}{}", include_str!("stencil.h")));
        let [a100, h100] = [80, 90].map(|sm| format!("-gencode=arch=compute_{sm},code=sm_{sm}"));
        assert_eq!(SAXPY_NVCC, [&*h100]);
        assert_eq!(STENCIL_NVCC, [a100, h100]);
    }

    /// The output of the build script for a file in which every kernel but one has a fault.
    #[test]
    fn faults_are_lines_for_cargo() {
        let generated = kernels::generate("k.csv", include_str!("faults.csv"));
        assert_eq!(generated.cargo, include_str!("faults.txt"));
        assert_eq!(generated.header.matches("#ifndef").count(), 1);
        assert!(generated.header.contains("CLIFF_THREADS_PER_BLOCK 256"));
        assert!(generated.rust.contains("pub const CLIFF:"));
        assert!(!generated.rust.contains("pub const BUDGET:"));
    }

    #[test]
    fn constants_are_what_is_read() {
        let files = [
            (library::sm_80::ALL, "libkernels.so", 3),
            (library::sm_90::ALL, "libkernels.so", 3),
            (made::sm_90::ALL, "libkernels.a", 1),
            (spills::sm_90::ALL, "spills.cubin", 1),
            (amd::gfx942::ALL, "../../tests/kernels/compressed.hipfb", 3),
        ];
        for (constants, file, count) in files {
            let fixtures = concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../../../occupancy-binary/fixtures/"
            );
            let bytes = std::fs::read(format!("{fixtures}{file}")).unwrap();
            let file = File::new(&bytes[..]).unwrap();
            assert_eq!(constants.len(), count);
            for constant in constants {
                let sm = constant.multiprocessor().unwrap();
                let mut decoder = Decoder::new();
                let read = usage_on(&file, &mut decoder, sm, constant.name);
                // Every field, so that none is forgotten.
                assert_eq!(read, Ok(*constant));
            }
        }
        assert_eq!(made::sm_90::ALL, [made::sm_90::MADE]);
    }

    #[test]
    fn names_are_those_of_the_source() {
        assert_eq!(library::sm_90::SAXPY.name, "saxpy");
        assert_eq!(library::sm_90::DOT.name, "_ZN4blas3dotEiPKfPf");
        assert_eq!(library::sm_90::SCALED.name, "_Z6scaledIfEvPT_S0_");
    }

    #[test]
    fn ptx_has_its_bounds() {
        let bounds = |stated: Compiled<'_>| (stated.max_block, stated.min_blocks);
        let [saxpy, dot] = [ptx::compute_80::SAXPY, ptx::compute_80::DOT];
        assert_eq!(bounds(saxpy), (None, None));
        assert_eq!(saxpy.required_block, None);
        assert_eq!((saxpy.register_cap, saxpy.cluster_dim), (None, None));
        assert_eq!(bounds(dot), (Some((256, 1, 1)), Some(2)));
        assert_eq!(library::compute_80::DOT, dot);
    }
}
