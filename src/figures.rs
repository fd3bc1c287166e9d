//! The figures that an attribute leaves to compiled code.

use occupancy_core::Compiled;

/// The code of one GPU; none if it could not be read.
pub(crate) const fn code_of(
    code: &'static [Compiled<'static>],
    index: usize,
) -> &'static [Compiled<'static>] {
    match code.split_at_checked(index) {
        Some((_, [one, ..])) => core::slice::from_ref(one),
        _ => &[],
    }
}

/// The registers of the code that uses most; 1 if it could not be read, which is reported elsewhere.
pub(crate) const fn registers(code: &[Compiled<'_>]) -> u32 {
    let (mut most, mut i) = (1, 0);
    while i < code.len() {
        if let Some(registers) = code[i].registers
            && registers > most
        {
            most = registers;
        }
        i += 1;
    }
    most
}

/// The static shared memory of the code that declares most, bytes per block.
pub(crate) const fn static_shared_memory(code: &[Compiled<'_>]) -> u32 {
    let (mut most, mut i) = (0, 0);
    while i < code.len() {
        if let Some(bytes) = code[i].static_shared_memory
            && bytes > most
        {
            most = bytes;
        }
        i += 1;
    }
    most
}

/// The named barriers of the code that uses most.
pub(crate) const fn barriers(code: &[Compiled<'_>]) -> u32 {
    let (mut most, mut i) = (0, 0);
    while i < code.len() {
        if let Some(barriers) = code[i].barriers
            && barriers > most
        {
            most = barriers;
        }
        i += 1;
    }
    most
}
