//! The error of a launch that the driver refuses: what you asked for, what the GPU and the function have,
//! and the rule that explains it.

use alloc::borrow::ToOwned as _;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt::{self, Write as _};

use occupancy_core::{Arch, Compiled, Configuration, Grid, GridDim, Kernel, Rule, text::grouped};

use super::function::function_attribute::{
    MAX_DYNAMIC_SHARED_SIZE_BYTES, NON_PORTABLE_CLUSTER_SIZE_ALLOWED,
};
use super::{DriverFunction, loaded};
use crate::launch_parameters::LaunchParameters;

/// A launch that the driver refused, or a setting that it relies on; `E` is the error of the crate that
/// calls the driver. A launch of another variant than the function is prepared for does not reach the driver, nor does
/// a GPU that is not declared.
///
/// The message has what you asked for and what the GPU and the function have. If a rule explains the
/// refusal, the message also has its code, the numbers that decide and values that pass. The rules are
/// checked against what the driver reports, not against what you declared. [`source`](Error::source) is
/// the driver's own error.
///
/// ```no_run
/// # use occupancy::driver::{DriverFunction, LaunchError};
/// # use occupancy::launch_config;
/// # fn example<F: DriverFunction<Error = core::fmt::Error>>(function: &F, error: core::fmt::Error) {
/// #[launch_config(arch = "h100", threads = 1024, regs = 64)]
/// fn gemm() {}
///
/// let launch = GemmLaunch::for_elements(4_096).unwrap();
/// // The driver answered 701, and the function was compiled to 72 registers per thread.
/// let error = LaunchError::of_launch(function, &launch, error);
/// assert_eq!(error.rules().next(), Some(occupancy::Rule::RegisterFile));
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchError<E> {
    /// The driver's error; `None` if the driver was not asked.
    driver: Option<E>,
    refusal: Box<Refusal>,
}

/// What was refused, and what there is.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Refusal {
    grid: Option<GridDim>,
    /// The block that was asked for, with the cluster that a launch would run in.
    kernel: Kernel,
    /// `None` if the driver no longer answers, or was not asked.
    found: Option<Compiled<'static>>,
    /// The rules by which the driver refuses it.
    rules: Vec<Rule>,
    message: String,
}

/// What the driver was told to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attempt {
    /// Set an attribute of the function, by its number in the driver API, or read one of the GPU before.
    Set(i32),
    Launch(GridDim),
    LaunchCooperatively(GridDim),
}

impl Attempt {
    const fn grid(self) -> Option<GridDim> {
        match self {
            Self::Set(_) => None,
            Self::Launch(grid) | Self::LaunchCooperatively(grid) => Some(grid),
        }
    }
}

/// The answers with which the driver refuses a configuration. Any other answer may be about earlier
/// work, so no rule is named for it.
///
/// Source: `cudaError_enum` of CUDA 13.5; `tests/crates/gpu` takes these for refusals, at the edge of each limit.
const REFUSALS: [(u32, &str); 4] = [
    (1, "CUDA_ERROR_INVALID_VALUE"),
    (701, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"),
    (720, "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE"),
    (912, "CUDA_ERROR_INVALID_CLUSTER_SIZE"),
];

/// The rules that a driver refuses a launch by.
const OF_LAUNCHES: &[Rule] = &[
    Rule::BlockDimension,
    Rule::ThreadsPerBlock,
    Rule::RegisterFile,
    Rule::SharedMemory,
    Rule::ClusterUnsupported,
    Rule::ClusterSize,
    Rule::LoadedCluster,
    Rule::ResidentCluster,
    Rule::GridDimension,
    Rule::ClusterGrid,
];

const UNEXPLAINED: &str = "\n\n    help: no rule explains it; compare the arguments with the kernel's parameters, and \
    synchronize before the launch: the driver may report an error of earlier work";

impl<E> LaunchError<E> {
    /// The error of a launch, for code that launches the function itself.
    ///
    /// Asks the driver what the function and the GPU have.
    pub fn of_launch<F, L>(function: &F, launch: &L, error: E) -> Self
    where
        F: DriverFunction<Error = E>,
        L: LaunchParameters,
    {
        Self::launching(Attempt::Launch, function, launch, Ok(error))
    }

    /// The error of a cooperative launch: like [`of_launch`](Self::of_launch).
    pub fn of_cooperative_launch<F, L>(function: &F, launch: &L, error: E) -> Self
    where
        F: DriverFunction<Error = E>,
        L: LaunchParameters,
    {
        Self::launching(Attempt::LaunchCooperatively, function, launch, Ok(error))
    }

    /// The error of a launch that was attempted in this way, or why the driver was not asked.
    pub(super) fn launching<F: DriverFunction<Error = E>, L: LaunchParameters>(
        attempt: fn(GridDim) -> Attempt,
        function: &F,
        launch: &L,
        driver: Result<E, String>,
    ) -> Self {
        let (attempt, configuration) = (attempt(launch.grid()), launch.configuration());
        Self::new(attempt, L::NAME, &configuration, function, driver)
    }

    /// The error of what was attempted for the launch type `name`, if there is one; or why the driver was not asked.
    pub(super) fn new<F: DriverFunction<Error = E>>(
        attempt: Attempt,
        name: &'static str,
        configuration: &Configuration<'_>,
        function: &F,
        driver: Result<E, String>,
    ) -> Self {
        // Ignore what cannot be read now: the first error is the one to report.
        let asked = driver.as_ref().ok();
        let found = asked.and_then(|_| loaded(&configuration.kernel, function).ok());
        let mut kernel = configuration.kernel;
        if attempt != Attempt::Set(NON_PORTABLE_CLUSTER_SIZE_ALLOWED) && !F::LAUNCHES_IN_CLUSTERS {
            kernel.cluster_dim = None;
        }
        if let Some(cluster) = found.and_then(|found| found.cluster_dim)
            && cluster != (1, 1, 1)
        {
            kernel.cluster_dim = Some(cluster);
        }
        let mut refusal = Refusal {
            grid: attempt.grid(),
            kernel,
            found,
            rules: Vec::new(),
            message: String::new(),
        };
        let driver = driver.map_err(|why| refusal.message = why).ok();
        if let Some(error) = &driver {
            let number = F::error_number(error);
            let mut known = REFUSALS.into_iter();
            let answer = known.find_map(|(known, name)| (known == number).then_some(name));
            if let (Some(_), Some(found)) = (answer, found) {
                refusal.add_violations(attempt, &found);
                refusal.add_mismatches(configuration, &found);
                if let Attempt::LaunchCooperatively(grid) = attempt {
                    let resident = resident_blocks(function, grid, &kernel, &found);
                    refusal.add_resident(grid.blocks(), resident);
                }
            }
            if refusal.message.is_empty() {
                refusal.message += UNEXPLAINED;
            }
            let head = headline(attempt, name, number, answer);
            refusal.message = head + &refusal.asked() + &refusal.found() + &refusal.message;
        }
        Self {
            driver,
            refusal: Box::new(refusal),
        }
    }

    /// The driver's error; `None` if the driver was not asked, because the launch is of another variant than the function
    /// is prepared for, or the GPU is not declared.
    pub fn driver(&self) -> Option<&E> {
        self.driver.as_ref()
    }

    /// The block that you asked for. Its cluster is the one that a launch runs in.
    pub const fn kernel(&self) -> &Kernel {
        &self.refusal.kernel
    }

    /// The grid that you asked for; `None` if the error is from preparing the function.
    pub const fn grid(&self) -> Option<GridDim> {
        self.refusal.grid
    }

    /// What the driver reports about the function and its GPU; `None` if it no longer answers, or was not asked.
    pub const fn found(&self) -> Option<&Compiled<'static>> {
        self.refusal.found.as_ref()
    }

    /// The rules that explain the refusal: those that the launch breaks, given what the driver reports.
    ///
    /// There are none if the driver's answer is not about the configuration, if the GPU is not in the
    /// tables, or if the cause has no code: a cooperative grid with more blocks than are resident.
    pub fn rules(&self) -> impl Iterator<Item = Rule> {
        self.refusal.rules.iter().copied()
    }
}

/// The most blocks of the kernel that the GPU holds at once; an upper bound if the crate cannot ask for
/// clusters.
fn resident_blocks<F: DriverFunction>(
    function: &F,
    grid: GridDim,
    kernel: &Kernel,
    found: &Compiled<'_>,
) -> Option<u64> {
    if let Some((x, y, z)) = kernel.cluster_dim
        && let Ok(Some(clusters)) = function.resident_clusters(grid, kernel)
    {
        let blocks = (u64::from(x) * u64::from(y)).saturating_mul(u64::from(z));
        return Some(blocks.saturating_mul(u64::from(clusters)));
    }
    Some(u64::from(found.sm_count?) * u64::from(found.blocks_per_sm?))
}

impl Refusal {
    /// Adds the rules that the launch breaks, with the registers and shared memory of the loaded function and the limits
    /// of its GPU.
    fn add_violations(&mut self, attempt: Attempt, found: &Compiled<'_>) {
        let rules = match attempt {
            Attempt::Set(MAX_DYNAMIC_SHARED_SIZE_BYTES) => &[Rule::SharedMemory],
            Attempt::Set(NON_PORTABLE_CLUSTER_SIZE_ALLOWED) => &[Rule::ClusterUnsupported],
            Attempt::Set(_) => [].as_slice(),
            Attempt::Launch(_) | Attempt::LaunchCooperatively(_) => OF_LAUNCHES,
        };
        let Some(sm) = found.multiprocessor() else {
            return;
        };
        let mut kernel = self.kernel;
        if let Some(registers) = found.registers {
            kernel.registers_per_thread = registers;
        }
        // What is loaded has compiled.
        let mut compiled = [Compiled::loaded(found.compute_capability)];
        compiled[0].nonportable_cluster_allowed = found.nonportable_cluster_allowed;
        if let Some(bytes) = found.static_shared_memory {
            kernel.static_shared_memory = bytes;
            compiled = compiled.map(|code| code.with_static_shared_memory(bytes));
        }
        let archs = [Arch::Multiprocessor(sm)];
        let configuration = Configuration::new(&archs, kernel)
            .with_compiled(&compiled)
            .with_grid(self.grid.map(|grid| Grid::Blocks(grid.dims())))
            .with_partial_warp_allowed(true);
        for rule in configuration.check().iter() {
            if rules.contains(&rule) {
                self.add(&configuration, rule, true);
            }
        }
    }

    /// Adds the rules about compiled code that the function and its GPU break, beside those that the launch breaks.
    fn add_mismatches(&mut self, configuration: &Configuration<'_>, found: &Compiled<'_>) {
        let configuration = configuration.with_loaded(found);
        let broken = configuration.check();
        let declares_more = broken.contains(Rule::CompiledStaticSharedMemory);
        let is_over = broken.contains(Rule::LoadedDynamicSharedMemory);
        let is_launch = self.grid.is_some();
        for rule in broken.iter().filter(|rule| rule.concerns_compiled_kernel()) {
            let breaks = |rule| self.rules.contains(&rule);
            let refuses = match rule {
                // One follows from the others, and refuses no launch; the launch breaks the other, or it is not set yet.
                Rule::CompiledBlocksPerSm | Rule::LoadedCluster => continue,
                // The opt-in is not set yet, or none was declared.
                Rule::LoadedDynamicSharedMemory if !is_launch || declares_more => continue,
                Rule::CompiledStaticSharedMemory => {
                    is_launch && is_over && !breaks(Rule::SharedMemory)
                }
                // The registers or the GPU leave no more threads.
                Rule::CompiledMaxBlock
                    if breaks(Rule::RegisterFile) || breaks(Rule::ThreadsPerBlock) =>
                {
                    continue;
                }
                Rule::CompiledMaxBlock | Rule::LoadedDynamicSharedMemory => is_launch,
                _ => false,
            };
            self.add(&configuration, rule, refuses);
        }
    }

    /// Adds a broken rule, and whether the driver refuses the launch by it.
    fn add(&mut self, configuration: &Configuration<'_>, rule: Rule, refuses: bool) {
        self.rules.extend(refuses.then_some(rule));
        self.message += "\n\n";
        self.message += configuration.message(rule).as_str();
    }

    /// Adds that a cooperative grid has more blocks than the GPU holds at once.
    fn add_resident(&mut self, blocks: u64, resident: Option<u64>) {
        if let Some(resident) = resident.filter(|resident| blocks > *resident) {
            let (blocks, resident) = (grouped(blocks), grouped(resident));
            let _ = write!(
                self.message,
                "\n\nthe GPU does not hold the {blocks} blocks of a cooperative grid at once: at most {resident}\n\n    \
                 help: a grid of {resident} blocks is resident; let each block work on more"
            );
        }
    }

    fn asked(&self) -> String {
        let kernel = &self.kernel;
        let cluster = kernel.cluster_dim;
        let cluster = cluster.map(|cluster| format!(" in clusters of {cluster:?}"));
        let cluster = cluster.unwrap_or_default();
        let grid = self.grid.map(GridDim::dims);
        let grid = grid.map(|grid| format!("a grid of {grid:?} blocks{cluster}, "));
        let (grid, block) = (grid.unwrap_or_default(), kernel.block_dim);
        let bytes = grouped(kernel.dynamic_shared_memory.into());
        format!(
            "\n\n    asked     {grid}{block:?} threads and {bytes} bytes of dynamic shared memory per block"
        )
    }

    fn found(&self) -> String {
        let Some(found) = &self.found else {
            return "\n    found     nothing: the driver no longer answers".to_owned();
        };
        let (major, minor) = found.compute_capability;
        let mut gpu = format!("\n    GPU       compute capability {major}.{minor}");
        if let Some(sm_count) = found.sm_count {
            let s = if sm_count == 1 { "" } else { "s" };
            let _ = write!(gpu, ", {sm_count} SM{s}");
        }
        let most_threads = found.max_block.map(|(threads, ..)| threads);
        let (registers, bytes) = (found.registers, found.static_shared_memory);
        let most_bytes = found.max_dynamic_shared_memory;
        let mut separator = "\n    function  ";
        for (bound, value, what) in [
            ("", registers, "registers per thread"),
            ("", bytes, "bytes of static shared memory per block"),
            ("at most ", most_threads, "threads per block"),
            (
                "at most ",
                most_bytes,
                "bytes of dynamic shared memory per block",
            ),
        ] {
            if let Some(value) = value {
                let _ = write!(gpu, "{separator}{bound}{} {what}", grouped(value.into()));
                separator = ",\n              ";
            }
        }
        gpu
    }
}

/// What the driver answered to what. `answer` is the name of an answer that refuses a configuration.
fn headline(attempt: Attempt, name: &str, number: u32, answer: Option<&str>) -> String {
    let what = match attempt {
        Attempt::Set(_) => "preparation",
        Attempt::Launch(_) => "launch",
        Attempt::LaunchCooperatively(_) => "cooperative launch",
    };
    let of = match name {
        "" => "the function".to_owned(),
        name => format!("`{name}`"),
    };
    match answer {
        Some(answer) => format!("the driver refuses the {what} of {of} with {answer} ({number})"),
        None => format!("the driver answers the {what} of {of} with error {number}"),
    }
}

impl<E> fmt::Display for LaunchError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.refusal.message)
    }
}

impl<E: Error + 'static> Error for LaunchError<E> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.driver().map(|error| error as _)
    }
}
