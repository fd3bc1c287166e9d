//! What is known of the kernels of `kernels/`, whoever compiles them.

#[cfg(kernels)]
use occupancy::Compiled;

/// The kernel `blockSum`, in machine code.
#[cfg(kernels)]
pub(crate) fn block_sum(usage: &Compiled<'_>, compute_capability: (u32, u32)) {
    assert_eq!(usage.name, "_ZN4sums8blockSumEPKfPf");
    assert_eq!(usage.static_shared_memory, Some(1024));
    assert_eq!(usage.barriers, Some(1));
    assert_eq!(usage.parameter_bytes, Some(16));
    assert_eq!(usage.register_cap, Some(255));
    either(usage, compute_capability);
}

/// The kernel `saxpy`, in machine code.
#[cfg(kernels)]
pub(crate) fn saxpy(usage: &Compiled<'_>, compute_capability: (u32, u32)) {
    assert_eq!(usage.name, "saxpy");
    assert_eq!(usage.static_shared_memory, Some(0));
    assert_eq!(usage.barriers, Some(0));
    assert_eq!(usage.parameter_bytes, Some(24));
    // Four blocks of 256 threads leave each thread 64.
    assert_eq!(usage.register_cap, Some(64));
    either(usage, compute_capability);
}

#[cfg(kernels)]
fn either(usage: &Compiled<'_>, compute_capability: (u32, u32)) {
    assert_eq!(usage.compute_capability, compute_capability);
    // ptxas 13.5 takes 10 to 12; code for debuggers takes more.
    assert!((1..=16).contains(&usage.registers.unwrap()), "{usage:?}");
    assert_eq!(usage.max_block, Some((256, 1, 1)));
    assert_eq!(usage.spill_instructions.unwrap_or(0), 0);
    assert!(!usage.is_relocatable);
}

/// Both kernels, in PTX.
#[cfg(kernels)]
pub(crate) fn ptx(block_sum: Compiled<'_>, saxpy: Compiled<'_>) {
    for (stated, min_blocks) in [(block_sum, None), (saxpy, Some(4))] {
        assert_eq!(stated.max_block, Some((256, 1, 1)));
        assert_eq!(stated.min_blocks, min_blocks);
        assert_eq!((stated.required_block, stated.register_cap), (None, None));
        assert_eq!(stated.cluster_dim, None);
    }
}

/// Says that there are no kernels, which is a mistake where a compiler is required.
#[cfg(not(kernels))]
pub(crate) fn skipped() {
    use std::env;
    use std::io::{self, Write as _};

    let required = env::var_os("OCCUPANCY_REQUIRE_COMPILER").is_some();
    assert!(
        !required,
        "the compiler is required: there was none to build with"
    );
    // Not by `println`: a test that passes shows nothing of that.
    let said = writeln!(
        io::stderr(),
        "skipped: there was no nvcc on PATH to build with"
    );
    said.unwrap();
}
