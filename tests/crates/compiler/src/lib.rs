//! What launch types hand out for the compiler, compared with what NVIDIA's compiler does.
//!
//! Each kernel of `kernels/` is compiled with the definitions that its launch type has, for sm_75,
//! sm_80, sm_90, sm_100 and sm_120, and the report of ptxas is compared with what was declared:
//!
//! * the launch bounds are taken: ptxas ignores nothing, and keeps to the registers that
//!   [`max_registers_per_thread`](occupancy::search::max_registers_per_thread) calculates for them;
//! * `__maxnreg__(MAX_REGISTERS_PER_THREAD)` in their place keeps to the budget;
//! * static shared memory and barriers are the declared ones;
//! * with the registers found, the promised blocks are resident;
//! * what spills is what is expected to.
//!
//! Two more are compiled for three GPUs at once through the
//! [`header`](occupancy::launch::CompileOptions::header) that a build script writes.
//!
//! The minimum of blocks that ptxas ignores is, for every block size, the first that
//! [`Configuration::check`](occupancy::Configuration::check) refuses.
//!
//! Launch bounds keep blocks, not a budget: where something else than registers decides how many
//! blocks are resident, they leave the kernel more registers than were declared. On the GPU where
//! fewest blocks are resident that costs nothing. On another GPU of the list it may cost blocks that
//! its own figures promise; `tests/ptxas/budget.rs` has the cases.
//!
//! It needs nvcc with a C++ compiler beside it, no GPU. Without one the tests say so and pass;
//! `.ci/run` installs one from NVIDIA's wheels and requires it.
//!
//! ```sh
//! OCCUPANCY_NVCC=/path/to/nvcc cargo test --package occupancy-test-compiler -- --nocapture
//! ```

pub mod kernels;
pub mod nvcc;
pub mod report;
