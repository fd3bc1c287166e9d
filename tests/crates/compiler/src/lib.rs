//! Compares the options that launch types give the compiler, and the figures that `occupancy_binary` reads of compiled
//! kernels, with NVIDIA's compiler and with `cuobjdump`.
//!
//! `tests/ptxas` compiles each kernel of `kernels/` with the definitions that its launch type has, for sm_75,
//! sm_80, sm_90, sm_100 and sm_120, and compares the report of ptxas with what was declared:
//!
//! * the launch bounds are taken: ptxas ignores nothing, and keeps to the registers that
//!   [`max_registers_per_thread`](occupancy::search::max_registers_per_thread) calculates for them;
//! * `__maxnreg__(MAX_REGISTERS_PER_THREAD)` in their place keeps to the budget;
//! * static shared memory and barriers are the declared ones;
//! * with the registers found, the promised blocks are resident;
//! * the kernels that spill are those that are expected to.
//!
//! Launch bounds keep blocks, not a budget: if something else than registers decides how many blocks are resident,
//! they leave the kernel more registers than were declared. On the GPU where fewest blocks are resident that costs
//! nothing. On another GPU of the list it may cost blocks that its own figures promise; `tests/ptxas/budget.rs` has
//! the cases.
//!
//! `tests/cubins.rs` compiles the kernels of `cubins/`, each for something that a binary states, for all GPUs with
//! several versions of ptxas, and compares every figure of every kernel with what ptxas and cuobjdump say. What
//! others ship is compared by the program `public-packages`; the README beside has what it found.
//!
//! It needs nvcc with a C++ compiler beside it, and cuobjdump, no GPU. Without them the tests say so and pass;
//! `.ci/run` installs them from NVIDIA's wheels and requires them.
//!
//! ```sh
//! OCCUPANCY_NVCC=…/cu13/bin/nvcc OCCUPANCY_CUOBJDUMP=…/cu13/bin/cuobjdump \
//! OCCUPANCY_OLDER_PTXAS=…/ptxas:…/ptxas \
//!     cargo test --package occupancy-test-compiler -- --nocapture
//! ```
//!
//! `OCCUPANCY_BLESS=1` makes the binaries of `tests/fixtures/cubins` anew.

use rayon::prelude::*;

pub mod compare;
pub mod cuobjdump;
pub mod kernels;
pub mod nvcc;
pub mod report;
mod skip;

pub use self::skip::found_or_skip;

/// Calls `work` for each item on all cores, and returns the results in the order of the items.
pub fn each<I: Sync, O: Send>(items: &[I], work: impl Fn(&I) -> O + Sync) -> Vec<O> {
    items.par_iter().map(&work).collect()
}
