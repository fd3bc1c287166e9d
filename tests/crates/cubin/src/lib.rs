//! What `occupancy_binary::cubin` reads out of binaries, compared with what NVIDIA's tools say of them.
//!
//! `kernels/` has some forty kernels, each for something that a binary states. `tests/fixtures/cubins`
//! has a few of them as cubins of both layouts that there are, and beside each what `ptxas -v` and
//! `cuobjdump` say of it: those are compared on every machine, by the compiler and at run time.
//!
//! Where NVIDIA's compilers are, `tests/compared.rs` compiles all kernels for all GPUs with several
//! versions of ptxas, and compares every figure of every kernel. `.ci/run` installs them from
//! NVIDIA's wheels. Without them the test says so and passes.
//!
//! ```sh
//! OCCUPANCY_NVCC=…/cu13/bin/nvcc OCCUPANCY_CUOBJDUMP=…/cu13/bin/cuobjdump \
//! OCCUPANCY_OLDER_PTXAS=…/ptxas:…/ptxas \
//!     cargo test --package occupancy-test-cubin -- --nocapture
//! ```
//!
//! What others ship is compared by the program `public-packages`; the README beside has what it found.
//!
//! `OCCUPANCY_BLESS=1` makes the fixtures anew.

pub mod compare;
pub mod dump;
pub mod fixtures;
pub mod golden;
/// What ptxas reports, in the package of the compiler's tests as well: cargo packs no package that depends on
/// one that is not published.
#[path = "../../compiler/src/report.rs"]
pub mod report;
pub mod tools;
