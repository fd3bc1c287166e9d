//! The error of a launch that the driver refuses: the request, the limits of the GPU and the function, and the rule
//! that explains it.

use alloc::borrow::ToOwned as _;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt::{self, Write as _};

use occupancy_core::rules::Style;
use occupancy_core::{Arch, Compiled, Configuration, Grid, GridDim, Kernel, Rule, text::grouped};

use super::function::function_attribute::{
    MAX_DYNAMIC_SHARED_SIZE_BYTES, NON_PORTABLE_CLUSTER_SIZE_ALLOWED,
};
use super::verified::style;
use super::{DriverFunction, loaded};
use crate::launch_parameters::LaunchParameters;

/// The error of a launch, or of a setting that it relies on. `E` is the error of the crate that calls the driver.
///
/// The driver refused the launch, or was not asked: because the launch is of another variant than the function is
/// prepared for, or because the GPU is not declared.
///
/// The message has your request, and the figures of the GPU and the function. If a rule explains the refusal, the
/// message also has its code, the numbers that decide and values that pass. The rules are checked against the figures
/// that the driver reports, not against your declaration. [`source`](Error::source) is the driver's own error.
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

/// The refused request, and the figures of the function and its GPU.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Refusal {
    grid: Option<GridDim>,
    /// The requested block, with the cluster that a launch would run in.
    kernel: Kernel,
    /// The figures that the driver reports; `None` if it no longer answers, or was not asked.
    loaded: Option<Compiled<'static>>,
    /// The style of the messages of rules.
    style: Style,
    /// The rules by which the driver refuses the request.
    rules: Vec<Rule>,
    message: String,
}

/// The call of the driver that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attempt {
    /// It sets an attribute of the function, by its number in the driver API, or reads one of the GPU before.
    Set(i32),
    Launch(GridDim),
    LaunchCooperatively(GridDim),
}

/// The answers with which the driver refuses a configuration. Any other answer may be about earlier work, so that no
/// rule is named for it.
///
/// Source: `cudaError_enum` of CUDA 13.5; `tests/crates/gpu` takes these for refusals, at the edge of each limit.
const REFUSALS: [(u32, &str); 4] = [
    (1, "CUDA_ERROR_INVALID_VALUE"),
    (701, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"),
    (720, "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE"),
    (912, "CUDA_ERROR_INVALID_CLUSTER_SIZE"),
];

/// The rules by which a driver refuses a launch.
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
    /// Explains the error of a launch, for code that launches the function itself.
    ///
    /// It asks the driver for the figures of the function and the GPU.
    pub fn of_launch<F, L>(function: &F, launch: &L, error: E) -> Self
    where
        F: DriverFunction<Error = E>,
        L: LaunchParameters,
    {
        Self::launching(Attempt::Launch, function, launch, Ok(error))
    }

    /// Explains the error of a cooperative launch, as [`of_launch`](Self::of_launch) does.
    pub fn of_cooperative_launch<F, L>(function: &F, launch: &L, error: E) -> Self
    where
        F: DriverFunction<Error = E>,
        L: LaunchParameters,
    {
        Self::launching(Attempt::LaunchCooperatively, function, launch, Ok(error))
    }

    /// Explains the error of a launch that was attempted in this way; or says why the driver was not asked.
    pub(super) fn launching<F: DriverFunction<Error = E>, L: LaunchParameters>(
        attempt: fn(GridDim) -> Attempt,
        function: &F,
        launch: &L,
        driver: Result<E, String>,
    ) -> Self {
        let (attempt, configuration) = (attempt(launch.grid()), launch.configuration());
        Self::new(attempt, L::NAME, &configuration, function, driver)
    }

    /// Explains the error of an attempt for the launch type `name`, which is empty if there is none; or says why the
    /// driver was not asked.
    pub(super) fn new<F: DriverFunction<Error = E>>(
        attempt: Attempt,
        name: &'static str,
        configuration: &Configuration<'_>,
        function: &F,
        driver: Result<E, String>,
    ) -> Self {
        // An error of these calls is ignored: the first error is the one to report.
        let answered = driver.as_ref().ok();
        let loaded = answered.and_then(|_| loaded(&configuration.kernel, function).ok());
        let mut kernel = configuration.kernel;
        if attempt != Attempt::Set(NON_PORTABLE_CLUSTER_SIZE_ALLOWED) && !F::LAUNCHES_IN_CLUSTERS {
            kernel.cluster_dim = None;
        }
        let compiled_cluster = loaded.and_then(|loaded| loaded.cluster_dim);
        if let Some(cluster) = compiled_cluster.filter(|cluster| *cluster != (1, 1, 1)) {
            kernel.cluster_dim = Some(cluster);
        }
        let mut refusal = Box::new(Refusal {
            grid: match attempt {
                Attempt::Set(_) => None,
                Attempt::Launch(grid) | Attempt::LaunchCooperatively(grid) => Some(grid),
            },
            kernel,
            loaded,
            style: style(name),
            rules: Vec::new(),
            message: String::new(),
        });
        let driver = driver.map_err(|why| refusal.message = why).ok();
        if let Some(error) = &driver {
            let number = F::error_number(error);
            let mut known = REFUSALS.into_iter();
            let answer = known.find_map(|(known, name)| (known == number).then_some(name));
            if let (Some(_), Some(loaded)) = (answer, loaded) {
                refusal.add_violations(attempt, &loaded);
                refusal.add_mismatches(configuration, &loaded);
                if let Attempt::LaunchCooperatively(grid) = attempt {
                    refusal.add_resident(function, grid);
                }
            }
            if refusal.message.is_empty() {
                refusal.message += UNEXPLAINED;
            }
            let head = headline(attempt, name, number, answer);
            refusal.message = head + &refusal.figures() + &refusal.message;
        }
        Self { driver, refusal }
    }

    /// Returns the driver's error; `None` if the driver was not asked, because the launch is of another variant than
    /// the function is prepared for, or because the GPU is not declared.
    pub fn driver(&self) -> Option<&E> {
        self.driver.as_ref()
    }

    /// Returns the block of your request. Its cluster is the one that a launch runs in.
    pub const fn kernel(&self) -> &Kernel {
        &self.refusal.kernel
    }

    /// Returns the grid of your request; `None` if the error is from preparing the function.
    pub const fn grid(&self) -> Option<GridDim> {
        self.refusal.grid
    }

    /// Returns the figures of the function and its GPU that the driver reports; `None` if it no longer answers, or was
    /// not asked.
    pub const fn found(&self) -> Option<&Compiled<'static>> {
        self.refusal.loaded.as_ref()
    }

    /// Returns the rules that explain the refusal: those that the launch breaks, given the figures that the driver
    /// reports.
    ///
    /// There are none if the driver's answer is not about the configuration, or if the GPU is not in the tables.
    pub fn rules(&self) -> impl Iterator<Item = Rule> {
        self.refusal.rules.iter().copied()
    }
}

impl Refusal {
    /// Adds the rules that the launch breaks, with the registers and shared memory of the loaded function and the
    /// limits of its GPU.
    fn add_violations(&mut self, attempt: Attempt, loaded: &Compiled<'_>) {
        let rules = match attempt {
            Attempt::Set(MAX_DYNAMIC_SHARED_SIZE_BYTES) => &[Rule::SharedMemory],
            Attempt::Set(NON_PORTABLE_CLUSTER_SIZE_ALLOWED) => &[Rule::ClusterUnsupported],
            Attempt::Set(_) => [].as_slice(),
            Attempt::Launch(_) | Attempt::LaunchCooperatively(_) => OF_LAUNCHES,
        };
        let Some(sm) = loaded.multiprocessor() else {
            return;
        };
        let (mut kernel, mut code) = (self.kernel, Compiled::loaded(loaded.compute_capability));
        if let Some(registers) = loaded.registers {
            kernel.registers_per_thread = registers;
        }
        if let Some(bytes) = loaded.static_shared_memory {
            kernel.static_shared_memory = bytes;
        }
        // Only limits of launches count: a loaded function has compiled.
        code.nonportable_cluster_allowed = loaded.nonportable_cluster_allowed;
        code.static_shared_memory = loaded.static_shared_memory;
        let (archs, compiled) = ([Arch::Multiprocessor(sm)], [code]);
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

    /// Adds the rules about compiled code that the function and its GPU break.
    fn add_mismatches(&mut self, configuration: &Configuration<'_>, loaded: &Compiled<'_>) {
        let configuration = configuration.with_loaded(loaded);
        let broken = configuration.check();
        let declares_more = broken.contains(Rule::CompiledStaticSharedMemory);
        let is_over = broken.contains(Rule::LoadedDynamicSharedMemory);
        let is_launch = self.grid.is_some();
        for rule in broken.iter().filter(|rule| rule.concerns_compiled_kernel()) {
            let breaks = |rule| self.rules.contains(&rule);
            let is_too_large = breaks(Rule::RegisterFile) || breaks(Rule::ThreadsPerBlock);
            let refuses = match rule {
                // The first follows from others and refuses no launch; the second is among the rules of launches, or
                // the cluster is not set yet.
                Rule::CompiledBlocksPerSm | Rule::LoadedCluster => continue,
                // The opt-in is not set yet, or none was declared.
                Rule::LoadedDynamicSharedMemory if !is_launch || declares_more => continue,
                Rule::CompiledStaticSharedMemory => {
                    is_launch && is_over && !breaks(Rule::SharedMemory)
                }
                // The registers or the GPU leave no more threads, and their own rule says so.
                Rule::CompiledMaxBlock if is_too_large => continue,
                Rule::CompiledMaxBlock | Rule::LoadedDynamicSharedMemory => is_launch,
                _ => false,
            };
            self.add(&configuration, rule, refuses);
        }
    }

    /// Adds the message of a broken rule, and the rule itself if the driver refuses the launch by it.
    fn add(&mut self, configuration: &Configuration<'_>, rule: Rule, refuses: bool) {
        self.rules.extend(refuses.then_some(rule));
        self.message += "\n\n";
        self.message += configuration.message_in(self.style, rule).as_str();
    }

    /// Adds that a cooperative grid has more blocks than the GPU holds at once. If the crate cannot ask for clusters,
    /// the GPU may hold fewer than the message says.
    fn add_resident(&mut self, function: &impl DriverFunction, grid: GridDim) {
        let kernel = &self.kernel;
        let ask = |_| function.resident_clusters(grid, kernel).ok()?;
        let resident = match (kernel.cluster_dim.and_then(ask), &self.loaded) {
            (Some(clusters), _) => Some((kernel.blocks_per_cluster(), clusters)),
            (None, Some(loaded)) => loaded.sm_count.map(u64::from).zip(loaded.blocks_per_sm),
            _ => None,
        };
        let most = resident.map(|(count, each)| count.saturating_mul(each.into()));
        if let Some(most) = most.filter(|most| grid.blocks() > *most) {
            let (blocks, resident) = (grouped(grid.blocks()), grouped(most));
            let _ = write!(
                self.message,
                "\n\n[{}] the GPU does not hold the {blocks} blocks of a cooperative grid at once: at most {resident}\n\n    \
                 help: a grid of {resident} blocks is resident; let each block work on more",
                Rule::CooperativeGrid.code()
            );
            self.rules.push(Rule::CooperativeGrid);
        }
    }

    /// Writes the request, and the figures of the GPU and the function.
    fn figures(&self) -> String {
        let mut out = "\n\n    asked     ".to_owned();
        if let Some(grid) = self.grid {
            let _ = write!(out, "a grid of {:?} blocks", grid.dims());
            if let Some(cluster) = self.kernel.cluster_dim {
                let _ = write!(out, " in clusters of {cluster:?}");
            }
            out += ", ";
        }
        let block = self.kernel.block_dim;
        let bytes = grouped(self.kernel.dynamic_shared_memory.into());
        let memory = "bytes of dynamic shared memory per block";
        let _ = write!(out, "{block:?} threads and {bytes} {memory}");
        let Some(loaded) = &self.loaded else {
            return out + "\n    found     nothing: the driver no longer answers";
        };
        let (major, minor) = loaded.compute_capability;
        let _ = write!(out, "\n    GPU       compute capability {major}.{minor}");
        if let Some(sm_count) = loaded.sm_count {
            let s = if sm_count == 1 { "" } else { "s" };
            let _ = write!(out, ", {sm_count} SM{s}");
        }
        let mut separator = "\n    function  ";
        let mut add = |bound, value: Option<u32>, unit| {
            if let Some(value) = value {
                let number = grouped(value.into());
                let _ = write!(out, "{separator}{bound}{number} {unit}");
                separator = ",\n              ";
            }
        };
        add("", loaded.registers, "registers per thread");
        let of_static = loaded.static_shared_memory;
        add("", of_static, "bytes of static shared memory per block");
        let most_threads = loaded.max_block.map(|(threads, ..)| threads);
        add("at most ", most_threads, "threads per block");
        let most = loaded.max_dynamic_shared_memory;
        add("at most ", most, memory);
        out
    }
}

/// Writes which call failed, and with which answer. `answer` is its name if it refuses a configuration.
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
