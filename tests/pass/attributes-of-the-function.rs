//! Other attributes and documentation of the function stay on the function.

#![deny(warnings)]

use occupancy::launch_config;

/// y ← a·x + y
#[inline(never)]
#[must_use]
#[allow(clippy::many_single_char_names, reason = "the formula")]
#[launch_config(arch = "h100", threads = 256, regs = 64)]
/// Documentation below it.
#[track_caller]
fn saxpy() -> u32 {
    std::panic::Location::caller().line()
}

#[cfg(all())]
#[launch_config(arch = "h100", threads = 256, regs = 64)]
#[cfg(all())]
fn present() {}

#[cfg(any())]
#[launch_config(arch = "toaster")]
fn absent_from_above() {}

#[launch_config(arch = "toaster")]
#[cfg(any())]
fn absent_from_below() {}

#[cfg_attr(all(), launch_config(arch = "h100", threads = 256, regs = 64))]
fn annotated_conditionally() {}

#[cfg_attr(any(), launch_config(arch = "toaster"))]
fn not_annotated() {}

#[deprecated = "use saxpy"]
#[launch_config(arch = "h100", threads = 256, regs = 64)]
fn old(#[cfg(any())] absent: u32, #[allow(unused)] present: u32) {}

#[expect(unused_variables, reason = "an expectation is fulfilled once")]
#[launch_config(arch = "h100", threads = 256, regs = 64)]
fn expecting(unused: u32) {}

fn main() {
    assert!(saxpy() > 0);
    present();
    annotated_conditionally();
    not_annotated();
    expecting(1);
    #[allow(deprecated)]
    old(1);
    assert_eq!(SaxpyLaunch::OCCUPANCY, PresentLaunch::OCCUPANCY);
    assert_eq!(
        AnnotatedConditionallyLaunch::OCCUPANCY,
        OldLaunch::OCCUPANCY
    );
    assert_eq!(ExpectingLaunch::OCCUPANCY, OldLaunch::OCCUPANCY);
}
