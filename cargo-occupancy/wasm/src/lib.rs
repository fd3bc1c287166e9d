//! The calculator for a page without a server: text goes in and JSON comes out, both UTF-8 in the memory of
//! the module.
//!
//! The page calls `room(bytes)`, writes the arguments there, and calls `calculate` or `gpus`, which
//! return the length of what stands at `answer()` until the next call.

use std::cell::RefCell;

/// What goes in, and what comes out.
#[derive(Default)]
struct Texts {
    arguments: Vec<u8>,
    answer: String,
}

thread_local! {
    static TEXTS: RefCell<Texts> = RefCell::default();
}

/// Where to write this many bytes of arguments.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    TEXTS.with_borrow_mut(|texts| {
        texts.arguments = vec![0; bytes];
        texts.arguments.as_mut_ptr()
    })
}

/// Calculates the configuration of the arguments; the bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn calculate() -> usize {
    answered(occupancy_report::calculator::answer)
}

/// The GPUs to choose from; the bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn gpus() -> usize {
    answered(|_| occupancy_report::calculator::gpus())
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    TEXTS.with_borrow(|texts| texts.answer.as_ptr())
}

fn answered(answer: impl Fn(&str) -> String) -> usize {
    TEXTS.with_borrow_mut(|texts| {
        texts.answer = answer(&String::from_utf8_lossy(&texts.arguments));
        texts.answer.len()
    })
}
