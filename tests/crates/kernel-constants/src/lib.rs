//! What the build script wrote.

/// Two targets and PTX.
pub mod library {
    include!(concat!(env!("OUT_DIR"), "/library.rs"));
}

/// Of a library in `OUT_DIR`.
pub mod made {
    include!(concat!(env!("OUT_DIR"), "/made.rs"));
}

/// One kernel of two.
pub mod spills {
    include!(concat!(env!("OUT_DIR"), "/spills.rs"));
}

/// Bounds.
pub mod ptx {
    include!(concat!(env!("OUT_DIR"), "/ptx.rs"));
}

// What a crate counts on is checked when it is compiled.
const _: () = assert!(library::sm_90::DOT.registers.unwrap() <= 32);
const _: () = assert!(matches!(spills::sm_90::SPILLS.spill_instructions, Some(42)));

#[cfg(test)]
mod tests {
    use occupancy::Compiled;
    use occupancy_binary::{Decoder, File, usage};

    use super::{library, made, ptx, spills};

    fn holds(bytes: &[u8], constants: &[Compiled<'_>]) {
        let file = File::new(bytes).unwrap();
        for constant in constants {
            let mut decoder = Decoder::new();
            let read = usage(
                &file,
                &mut decoder,
                constant.compute_capability,
                constant.name,
            );
            // Every field, so that none is forgotten.
            assert_eq!(read.as_ref(), Ok(constant));
        }
    }

    #[test]
    fn constants_are_what_is_read() {
        let bytes = include_bytes!("../../../../occupancy-binary/fixtures/libkernels.so");
        assert_eq!(library::sm_80::ALL.len(), 3);
        assert_eq!(library::sm_90::ALL.len(), 3);
        holds(bytes, library::sm_80::ALL);
        holds(bytes, library::sm_90::ALL);
        let bytes = include_bytes!("../../../../occupancy-binary/fixtures/libkernels.a");
        assert_eq!(made::sm_90::ALL, [made::sm_90::MADE]);
        holds(bytes, made::sm_90::ALL);
        let bytes = include_bytes!("../../../../occupancy-binary/fixtures/spills.cubin");
        assert_eq!(spills::sm_90::ALL.len(), 1);
        holds(bytes, spills::sm_90::ALL);
    }

    #[test]
    fn names_are_those_of_the_source() {
        assert_eq!(library::sm_90::SAXPY.name, "saxpy");
        assert_eq!(library::sm_90::DOT.name, "_ZN4blas3dotEiPKfPf");
        assert_eq!(library::sm_90::SCALED.name, "_Z6scaledIfEvPT_S0_");
    }

    #[test]
    fn ptx_has_its_bounds() {
        let saxpy = ptx::compute_80::SAXPY;
        assert_eq!((saxpy.max_block, saxpy.required_block), (None, None));
        assert_eq!((saxpy.min_blocks, saxpy.register_cap), (None, None));
        assert_eq!(saxpy.cluster_dim, None);
        let dot = ptx::compute_80::DOT;
        assert_eq!(dot.max_block, Some((256, 1, 1)));
        assert_eq!(dot.min_blocks, Some(2));
        assert_eq!(library::compute_80::DOT, dot);
    }
}
