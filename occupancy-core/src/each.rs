//! `for` and `?`, which constants do not have yet.

/// `each!(all, |one| { … })` runs the block for each of a slice or of a set, which has `split_first`. It is the block of a
/// loop: it can `return`, `break` and `continue`.
macro_rules! each {
    ($all:expr, |$one:pat_param| $block:block) => {{
        let mut left = $all;
        while let Some(($one, others)) = left.split_first() {
            left = others;
            $block
        }
    }};
}

/// `known!(option)` is the value of an option; without one, the function returns `None`.
macro_rules! known {
    ($option:expr) => {
        match $option {
            Some(value) => value,
            None => return None,
        }
    };
}
