//! The calculator for a page without a server: text goes in and JSON comes out, both UTF-8 in the memory of
//! the module.
//!
//! The page calls `room(bytes)`, writes the arguments there, and calls `calculate` or `gpus`. They return the length of
//! the answer, which stays at `answer()` until the next call.

use std::cell::RefCell;

/// The text that the page writes, and the answer to it.
#[derive(Default)]
struct Texts {
    arguments: Vec<u8>,
    answer: String,
}

thread_local! {
    static TEXTS: RefCell<Texts> = RefCell::default();
}

/// Returns the place for this many bytes of arguments.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    TEXTS.with_borrow_mut(|texts| {
        texts.arguments = vec![0; bytes];
        texts.arguments.as_mut_ptr()
    })
}

/// Calculates the configuration of the arguments. Returns the bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn calculate() -> usize {
    answered(occupancy_report::calculator::answer)
}

/// Lists the GPUs to choose from. Returns the bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn gpus() -> usize {
    answered(|_| occupancy_report::calculator::gpus())
}

/// Returns the place of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    TEXTS.with_borrow(|texts| texts.answer.as_ptr())
}

/// Keeps the answer to the arguments. Returns its bytes.
fn answered(answer: impl Fn(&str) -> String) -> usize {
    TEXTS.with_borrow_mut(|texts| {
        texts.answer = answer(&String::from_utf8_lossy(&texts.arguments));
        texts.answer.len()
    })
}
