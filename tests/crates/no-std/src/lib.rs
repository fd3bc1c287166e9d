//! The attribute and the library work without std and without an allocator.
//!
//! Building it for a target without std, such as `thumbv7m-none-eabi`, is the test.
#![no_std]

use occupancy::{Arch, Configuration, GridError, Kernel, Occupancy, launch_config};

/// y ← a·x + y
///
/// # Errors
///
/// An error without elements, or with too many.
#[launch_config(arch = "h100", threads = 256, regs = 64, min_blocks = 4)]
pub fn saxpy(elements: u64) -> Result<(u32, u32, u32), GridError> {
    let launch = SaxpyLaunch::for_elements(elements)?;
    Ok(launch.grid_dim())
}

/// Calculates the occupancy of a block that is known only at run time.
pub fn occupancy(threads: u32, registers: u32) -> Option<Occupancy> {
    let arch = Arch::find("h100").ok()?;
    Occupancy::new(
        arch.multiprocessor(),
        &Kernel::new((threads, 1, 1), registers),
    )
    .ok()
}

/// Writes the faults of a block; returns `true` if it has none.
///
/// # Errors
///
/// The error of the output, if that fails.
pub fn explain(kernel: Kernel, out: &mut impl core::fmt::Write) -> Result<bool, core::fmt::Error> {
    let configuration = Configuration::new(SaxpyLaunch::ARCHS, kernel);
    let violations = configuration.check();
    for rule in violations.iter() {
        out.write_str(configuration.message(rule).as_str())?;
    }
    Ok(violations.is_empty())
}
