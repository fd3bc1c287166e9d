//! The error of a launch that the driver refuses: what you asked for, what the GPU and the function have,
//! and the rule that explains it.

use alloc::boxed::Box;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

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
    /// The driver's error, or why the driver was not asked.
    driver: Result<E, String>,
    refusal: Box<Refusal>,
}

/// What was refused, and what there is.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Refusal {
    /// The driver's error, as a `CUresult`; 0 if it was not asked.
    number: u32,
    attempt: Attempt,
    /// The launch type; empty if there is none.
    name: &'static str,
    /// The block that was asked for, with the cluster that a launch would run in.
    kernel: Kernel,
    /// `None` if the driver no longer answers, or was not asked.
    found: Option<Compiled<'static>>,
    /// What the launch breaks, given what the driver reports.
    explained: Vec<Explanation>,
    /// The blocks of a cooperative grid, and the most of them that the GPU holds at once, if they are fewer.
    not_resident: Option<(u64, u64)>,
}

/// A rule that is broken.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Explanation {
    rule: Rule,
    message: String,
    /// Whether the driver refuses the launch by it.
    refuses: bool,
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
            number: asked.map_or(0, F::error_number),
            attempt,
            name,
            kernel,
            found,
            explained: Vec::new(),
            not_resident: None,
        };
        if let (Some(_), Some(found)) = (refusal.answer(), found) {
            refusal.explained = refusal.violations(&found);
            let mismatches = refusal.mismatches(configuration, &found);
            refusal.explained.extend(mismatches);
            if let Attempt::LaunchCooperatively(grid) = attempt {
                let resident = resident_blocks(function, grid, &kernel, &found);
                let not_resident = resident.map(|resident| (grid.blocks(), resident));
                refusal.not_resident = not_resident.filter(|(blocks, resident)| blocks > resident);
            }
        }
        Self {
            refusal: Box::new(refusal),
            driver,
        }
    }

    /// The driver's error; `None` if the driver was not asked, because the launch is of another variant than the function
    /// is prepared for, or the GPU is not declared.
    pub fn driver(&self) -> Option<&E> {
        self.driver.as_ref().ok()
    }

    /// The block that you asked for. Its cluster is the one that a launch runs in.
    pub const fn kernel(&self) -> &Kernel {
        &self.refusal.kernel
    }

    /// The grid that you asked for; `None` if the error is from preparing the function.
    pub const fn grid(&self) -> Option<GridDim> {
        self.refusal.attempt.grid()
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
        let explained = self.refusal.explained.iter();
        explained.filter_map(|one| one.refuses.then_some(one.rule))
    }
}

/// The rules that a configuration breaks, of some of them.
fn broken(configuration: &Configuration<'_>, counts: impl Fn(Rule) -> bool) -> Vec<Explanation> {
    let violations = configuration.check();
    let counted = violations.iter().filter(|rule| counts(*rule));
    let explained = counted.map(|rule| Explanation {
        rule,
        message: configuration.message(rule).to_string(),
        refuses: true,
    });
    explained.collect()
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
    /// The name of the driver's answer, if it refuses a configuration.
    fn answer(&self) -> Option<&'static str> {
        let mut known = REFUSALS.into_iter();
        known.find_map(|(number, name)| (number == self.number).then_some(name))
    }

    /// The rules that the launch breaks, with the registers and shared memory of the loaded function and the limits of
    /// its GPU.
    fn violations(&self, found: &Compiled<'_>) -> Vec<Explanation> {
        let rules = match self.attempt {
            Attempt::Set(MAX_DYNAMIC_SHARED_SIZE_BYTES) => &[Rule::SharedMemory],
            Attempt::Set(NON_PORTABLE_CLUSTER_SIZE_ALLOWED) => &[Rule::ClusterUnsupported],
            Attempt::Set(_) => [].as_slice(),
            Attempt::Launch(_) | Attempt::LaunchCooperatively(_) => OF_LAUNCHES,
        };
        let Some(compute_capability) = found.multiprocessor() else {
            return Vec::new();
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
        let archs = [Arch::Multiprocessor(compute_capability)];
        let configuration = Configuration::new(&archs, kernel)
            .with_compiled(&compiled)
            .with_grid(self.attempt.grid().map(|grid| Grid::Blocks(grid.dims())))
            .with_partial_warp_allowed(true);
        broken(&configuration, |rule| rules.contains(&rule))
    }

    /// The rules about compiled code that the function and its GPU break, beside those that the launch breaks.
    fn mismatches(
        &self,
        configuration: &Configuration<'_>,
        found: &Compiled<'_>,
    ) -> Vec<Explanation> {
        let configuration = configuration.with_loaded(found);
        let mut all = broken(&configuration, Rule::concerns_compiled_kernel);
        let breaks = |rule| self.explained.iter().any(|one| one.rule == rule);
        let differs = |rule| all.iter().any(|one| one.rule == rule);
        let declares_more = differs(Rule::CompiledStaticSharedMemory);
        let is_over = differs(Rule::LoadedDynamicSharedMemory);
        let is_launch = !matches!(self.attempt, Attempt::Set(_));
        all.retain_mut(|one| {
            one.refuses = match one.rule {
                // One follows from the others, and refuses no launch; the launch breaks the other, or it is not set yet.
                Rule::CompiledBlocksPerSm | Rule::LoadedCluster => return false,
                // The opt-in is not set yet, or none was declared.
                Rule::LoadedDynamicSharedMemory if !is_launch || declares_more => return false,
                Rule::CompiledStaticSharedMemory => {
                    is_launch && is_over && !breaks(Rule::SharedMemory)
                }
                // The registers or the GPU leave no more threads.
                Rule::CompiledMaxBlock
                    if breaks(Rule::RegisterFile) || breaks(Rule::ThreadsPerBlock) =>
                {
                    return false;
                }
                Rule::CompiledMaxBlock | Rule::LoadedDynamicSharedMemory => is_launch,
                _ => false,
            };
            true
        });
        all
    }
}

impl<E> fmt::Display for LaunchError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let refusal = &self.refusal;
        if let Err(why) = &self.driver {
            return f.write_str(why);
        }
        refusal.headline(f)?;
        f.write_str("\n")?;
        refusal.asked(f)?;
        refusal.found(f)?;
        for one in &refusal.explained {
            write!(f, "\n\n{}", one.message)?;
        }
        if let Some((blocks, resident)) = refusal.not_resident {
            write!(
                f,
                "\n\nthe GPU does not hold the {} blocks of a cooperative grid at once: at most {}\n\n    \
                 help: a grid of {} blocks is resident; let each block work on more",
                grouped(blocks),
                grouped(resident),
                grouped(resident),
            )?;
        }
        if refusal.explained.is_empty() && refusal.not_resident.is_none() {
            f.write_str(
                "\n\n    help: no rule explains it; compare the arguments with the kernel's parameters, and \
                 synchronize before the launch: the driver may report an error of earlier work",
            )?;
        }
        Ok(())
    }
}

impl Refusal {
    fn headline(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = if self.answer().is_some() {
            "refuses"
        } else {
            "answers"
        };
        let what = match self.attempt {
            Attempt::Set(_) => "preparation",
            Attempt::Launch(_) => "launch",
            Attempt::LaunchCooperatively(_) => "cooperative launch",
        };
        write!(f, "the driver {verb} the {what} of ")?;
        match self.name {
            "" => f.write_str("the function")?,
            name => write!(f, "`{name}`")?,
        }
        match self.answer() {
            Some(answer) => write!(f, " with {answer} ({})", self.number),
            None => write!(f, " with error {}", self.number),
        }
    }

    fn asked(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kernel = &self.kernel;
        f.write_str("\n    asked     ")?;
        if let Some(grid) = self.attempt.grid() {
            write!(f, "a grid of {:?} blocks", grid.dims())?;
            if let Some(cluster) = kernel.cluster_dim {
                write!(f, " in clusters of {cluster:?}")?;
            }
            f.write_str(", ")?;
        }
        write!(
            f,
            "{:?} threads and {} bytes of dynamic shared memory per block",
            kernel.block_dim,
            grouped(kernel.dynamic_shared_memory.into())
        )
    }

    fn found(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(found) = &self.found else {
            return f.write_str("\n    found     nothing: the driver no longer answers");
        };
        let (major, minor) = found.compute_capability;
        write!(f, "\n    GPU       compute capability {major}.{minor}")?;
        if let Some(sm_count) = found.sm_count {
            let s = if sm_count == 1 { "" } else { "s" };
            write!(f, ", {sm_count} SM{s}")?;
        }
        let most_threads = found.max_block.map(|(threads, ..)| threads);
        let function = [
            ("", found.registers, "registers per thread"),
            (
                "",
                found.static_shared_memory,
                "bytes of static shared memory per block",
            ),
            ("at most ", most_threads, "threads per block"),
            (
                "at most ",
                found.max_dynamic_shared_memory,
                "bytes of dynamic shared memory per block",
            ),
        ];
        let mut separator = "\n    function  ";
        for (bound, value, what) in function {
            if let Some(value) = value {
                write!(f, "{separator}{bound}{} {what}", grouped(value.into()))?;
                separator = ",\n              ";
            }
        }
        Ok(())
    }
}

impl<E: Error + 'static> Error for LaunchError<E> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.driver().map(|error| error as _)
    }
}
