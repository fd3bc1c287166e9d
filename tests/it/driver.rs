//! A launch type asks a driver, and explains its answers. A mock stands in for the driver.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::error::Error as _;
use std::fmt;
use std::sync::Arc;

use occupancy::driver::{DriverDevice, DriverFunction, LaunchError, VerifyError, loaded};
use occupancy::{Checked, Configuration, GridDim, Kernel, Rule, launch_config};
use static_assertions::assert_impl_all;

/// A function and its GPU, as attributes by number, and the attributes that were set.
#[derive(Debug, Default)]
struct Function {
    attributes: RefCell<BTreeMap<i32, i32>>,
    device: BTreeMap<i32, i32>,
    name: Option<&'static str>,
    blocks_per_sm: u32,
    clusters: Option<u32>,
    /// The driver's answer to `set_attribute`: a `CUresult`.
    answer: u32,
    set: RefCell<Vec<(i32, i32)>>,
}

/// A `CUresult`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct DriverError(u32);

impl fmt::Display for DriverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CUresult {}", self.0)
    }
}

impl std::error::Error for DriverError {}

assert_impl_all!(LaunchError<DriverError>: std::error::Error, Clone, PartialEq, Eq, Send, Sync, Unpin);
assert_impl_all!(VerifyError<DriverError>: std::error::Error, Clone, PartialEq, Eq, Send, Sync, Unpin);

const INVALID_VALUE: DriverError = DriverError(1);
const ILLEGAL_ADDRESS: DriverError = DriverError(700);
const OUT_OF_RESOURCES: DriverError = DriverError(701);
const COOPERATIVE_TOO_LARGE: DriverError = DriverError(720);
const INVALID_CLUSTER_SIZE: DriverError = DriverError(912);

impl DriverDevice for Function {
    type Error = DriverError;

    fn device_attribute(&self, attribute: i32) -> Result<i32, DriverError> {
        self.device.get(&attribute).copied().ok_or(INVALID_VALUE)
    }

    fn device_name(&self) -> Result<Option<String>, DriverError> {
        Ok(self.name.map(str::to_owned))
    }
}

impl DriverFunction for Function {
    const LAUNCHES_IN_CLUSTERS: bool = true;

    fn attribute(&self, attribute: i32) -> Result<i32, DriverError> {
        let attributes = self.attributes.borrow();
        attributes.get(&attribute).copied().ok_or(INVALID_VALUE)
    }

    fn set_attribute(&self, attribute: i32, value: i32) -> Result<(), DriverError> {
        if self.answer != 0 {
            return Err(DriverError(self.answer));
        }
        self.set.borrow_mut().push((attribute, value));
        self.attributes.borrow_mut().insert(attribute, value);
        Ok(())
    }

    fn blocks_per_sm(&self, threads: u32, _bytes: u32) -> Result<u32, DriverError> {
        let most = self.attribute(MAX_THREADS_PER_BLOCK)?;
        assert!(
            i32::try_from(threads).unwrap() <= most,
            "no such block can launch"
        );
        Ok(self.blocks_per_sm)
    }

    fn resident_clusters(&self, _: GridDim, _: &Kernel) -> Result<Option<u32>, DriverError> {
        Ok(self.clusters)
    }

    fn error_number(error: &DriverError) -> u32 {
        error.0
    }
}

// Numbers of the CUDA driver API 13.0.
const MAX_THREADS_PER_BLOCK: i32 = 0;
const SHARED_SIZE_BYTES: i32 = 1;
const NUM_REGS: i32 = 4;
const MAX_DYNAMIC_SHARED_SIZE_BYTES: i32 = 8;
const PREFERRED_SHARED_MEMORY_CARVEOUT: i32 = 9;
const REQUIRED_CLUSTER_WIDTH: i32 = 11;
const NON_PORTABLE_CLUSTER_SIZE_ALLOWED: i32 = 14;

/// A function of 64 registers on a GPU, compiled for any block and for no cluster.
fn function_on(compute_capability: (i32, i32), sm_count: i32) -> Function {
    let (major, minor) = compute_capability;
    Function {
        attributes: RefCell::new(BTreeMap::from([
            (MAX_THREADS_PER_BLOCK, 1024),
            (SHARED_SIZE_BYTES, 0),
            (NUM_REGS, 64),
            (MAX_DYNAMIC_SHARED_SIZE_BYTES, 48 * 1024),
            (PREFERRED_SHARED_MEMORY_CARVEOUT, -1),
            (REQUIRED_CLUSTER_WIDTH, 0),
            (12, 0),
            (13, 0),
            (NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 0),
        ])),
        // The number of SMs and the compute capability.
        device: BTreeMap::from([(16, sm_count), (75, major), (76, minor)]),
        blocks_per_sm: 1,
        ..Function::default()
    }
}

impl Function {
    fn with(self, attribute: i32, value: i32) -> Self {
        self.attributes.borrow_mut().insert(attribute, value);
        self
    }
}

fn h100() -> Function {
    function_on((9, 0), 132)
}

#[launch_config(arch = "h100", threads = 1024, regs = 64)]
mod wide {}

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = 96 * 1024)]
mod gemm {}

#[launch_config(arch = "h100", threads = 256, regs = 64, smem = 40 * 1024)]
mod tile {}

#[launch_config(arch = "h100", threads = 256, regs = 64, cluster = 2)]
mod pairs {}

#[launch_config(
    arch = "h100",
    threads = 256,
    regs = 64,
    smem = 1024,
    carveout = 50,
    cluster = 16,
    allow(nonportable_cluster)
)]
mod large {}

#[launch_config(
    arch = ["h100", "b200"],
    threads = 256,
    regs = 64,
    smem = 96 * 1024,
    on("b200", smem = 128 * 1024),
)]
mod attention {}

#[launch_config(arch = ["h100", "b200"], threads = any(64, 256), regs = 64)]
mod reduce {}

#[test]
fn attributes_that_a_launch_needs_are_set_once() {
    let function = h100();
    let prepared = GemmLaunch::prepare(&function).unwrap();
    assert!(std::ptr::eq(prepared.function(), &raw const function));
    GemmLaunch::prepare(&function).unwrap();
    let set = [(MAX_DYNAMIC_SHARED_SIZE_BYTES, 96 * 1024)];
    assert_eq!(*function.set.borrow(), set);

    // A carve-out replaces any other; a cluster of 16 is not portable.
    let function = h100().with(PREFERRED_SHARED_MEMORY_CARVEOUT, 100);
    LargeLaunch::prepare(&function).unwrap();
    let set = [
        (PREFERRED_SHARED_MEMORY_CARVEOUT, 50),
        (NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1),
    ];
    assert_eq!(*function.set.borrow(), set);
}

#[test]
fn a_launch_that_needs_no_attribute_asks_no_driver() {
    WideLaunch::prepare(&Function::default()).unwrap();
}

#[test]
fn the_gpu_decides_which_variant_is_prepared_and_verified() {
    let h100 = h100();
    let attention = AttentionLaunch::prepare(&h100).unwrap();
    let [hopper, blackwell] = AttentionLaunch::VARIANTS else {
        panic!("two GPUs");
    };
    assert_eq!(attention.variant(), hopper);
    assert_eq!(
        *h100.set.borrow(),
        [(MAX_DYNAMIC_SHARED_SIZE_BYTES, 96 * 1024)]
    );
    attention.accept(&hopper.for_elements(1).unwrap()).unwrap();
    attention
        .accept(&AttentionLaunch::for_elements(1).unwrap())
        .unwrap();

    let launch = blackwell.for_elements(1).unwrap();
    let error = attention.accept(&launch).unwrap_err();
    let words = "a launch of `AttentionLaunch` for B200 SXM 180GB, but the function is prepared for H100 SXM5 80GB

    help: launch what `prepared.variant()` gives";
    says(&error, words);
    assert_eq!((error.driver(), error.grid()), (None, Some(launch.grid())));
    assert!(error.source().is_none());

    let b200 = function_on((10, 0), 148);
    assert_eq!(
        AttentionLaunch::prepare(&b200).unwrap().variant(),
        blackwell
    );
    assert_eq!(
        *b200.set.borrow(),
        [(MAX_DYNAMIC_SHARED_SIZE_BYTES, 128 * 1024)]
    );
    assert_eq!(AttentionLaunch::verify(&b200), Ok(()));

    #[allow(
        clippy::arc_with_non_send_sync,
        reason = "the launch crates have contexts in one"
    )]
    let context = Arc::new(b200);
    assert_eq!(AttentionLaunch::for_context(&context), Ok(*blackwell));
    let sizes = ReduceLaunch::for_context(&context).unwrap();
    assert_eq!(sizes.with_threads(64).unwrap().arch(), blackwell.arch());

    let a100 = function_on((8, 0), 108);
    let error = AttentionLaunch::prepare(&a100).unwrap_err();
    let words = "the launch was not checked for compute capability 8.0, only for H100 SXM5 80GB (9.0), \
                 B200 SXM 180GB (10.0); add the GPU to `arch`";
    says(&error, words);
    assert_eq!((error.driver(), error.found()), (None, None));
    assert!(matches!(
        AttentionLaunch::verify(&a100),
        Err(VerifyError::Broken { .. })
    ));
    let error = AttentionLaunch::for_context(&a100).unwrap_err();
    assert!(matches!(error, VerifyError::Unchecked(_)));
    assert!(error.to_string().starts_with(words));

    let gone = Function::default();
    let error = AttentionLaunch::prepare(&gone).unwrap_err();
    assert_eq!(error.driver(), Some(&INVALID_VALUE));
    let error = AttentionLaunch::for_context(&gone).unwrap_err();
    assert_eq!(error, VerifyError::Driver(INVALID_VALUE));
}

#[launch_config(
    arch = ["mi300x", "h100"],
    threads = 256,
    regs = 64,
    vgprs = 96,
    smem = 56 * 1024
)]
mod of_both_vendors {}

/// Only a GPU of NVIDIA needs the opt-in, and CUDA reports no other.
#[test]
fn a_driver_of_cuda_finds_no_gpu_of_amd() {
    let mut function = h100();
    function.blocks_per_sm = 4;
    let prepared = OfBothVendorsLaunch::prepare(&function).unwrap();
    assert_eq!(prepared.variant().arch().name(), "H100 SXM5 80GB");
    let set = [(MAX_DYNAMIC_SHARED_SIZE_BYTES, 56 * 1024)];
    assert_eq!(*function.set.borrow(), set);
    let launch = OfBothVendorsLaunch::for_elements(1).unwrap();
    prepared.accept(&launch).unwrap();
    assert_eq!(OfBothVendorsLaunch::verify(&function), Ok(()));

    let a100 = function_on((8, 0), 108);
    let error = OfBothVendorsLaunch::prepare(&a100).unwrap_err();
    let words = "the launch was not checked for compute capability 8.0, only for Instinct MI300X (gfx942), \
                 H100 SXM5 80GB (9.0); add the GPU to `arch`";
    says(&error, words);
    let VerifyError::Broken { rules, message } = OfBothVendorsLaunch::verify(&a100).unwrap_err()
    else {
        panic!("the GPU is another");
    };
    assert_eq!(rules[0], Rule::CompiledArchitecture);
    assert!(message.contains("compute capability 8.0"), "{message}");
}

#[launch_config(
    arch = ["h100", "h200"],
    threads = 256,
    regs = 64,
    smem = 96 * 1024,
    on("h200", threads = 512),
)]
mod boards {}

#[test]
fn the_name_tells_boards_apart_that_have_as_many_sms() {
    let board = |name| Function { name, ..h100() };
    let h200 = board(Some("NVIDIA H200"));
    let prepared = BoardsLaunch::prepare(&h200).unwrap();
    assert_eq!(prepared.variant().block_dim(), (512, 1, 1));
    let error = BoardsLaunch::prepare(&board(None)).unwrap_err();
    let words = "the launch was not checked for compute capability 9.0 with this name and 132 SMs, only for \
                 H100 SXM5 80GB (9.0), H200 SXM 141GB (9.0); add the GPU to `arch`";
    says(&error, words);
}

#[launch_config(arch = "h100", threads = 256, min_blocks = 4, regs = auto)]
fn bounded() {}

#[test]
fn a_function_is_verified_by_what_launch_bounds_leave() {
    bounded();
    let mut function = h100().with(NUM_REGS, 40);
    // Fewer registers hold more blocks.
    function.blocks_per_sm = 6;
    assert_eq!(BoundedLaunch::verify(&function), Ok(()));
    let error = BoundedLaunch::verify(&h100().with(NUM_REGS, 72)).unwrap_err();
    let words =
        "[OCC030] the loaded function uses 72 registers per thread, more than the 64 declared";
    assert!(error.to_string().starts_with(words), "{error}");
}

#[test]
fn a_function_is_verified_by_what_the_driver_reports() {
    let function = h100().with(NUM_REGS, 72);
    let error = WideLaunch::verify(&function).unwrap_err();
    let message =
        "[OCC030] the loaded function uses 72 registers per thread, more than the 64 declared

    help: compile the kernel with fewer registers, by the launch bounds of this configuration";
    let broken = VerifyError::Broken {
        rules: vec![Rule::CompiledRegisters],
        message: message.to_owned(),
    };
    assert_eq!(error, broken);
    assert_eq!(error.to_string(), message);
    assert!(error.source().is_none());

    let error = WideLaunch::verify(&Function::default()).unwrap_err();
    assert_eq!(error, VerifyError::Driver(INVALID_VALUE));
    assert!(error.source().unwrap().is::<DriverError>());
    assert_eq!(
        error.to_string(),
        "the driver did not answer a question about the function or its GPU"
    );
}

/// Asserts that no rule explains an error, and the start of its text.
#[track_caller]
fn says(error: &LaunchError<DriverError>, start: &str) {
    assert_eq!(error.rules().count(), 0, "{error}");
    assert!(error.to_string().starts_with(start), "{error}");
}

/// What a driver refuses, or answers of other work: the rules that explain it, the clusters, and the whole message.
#[test]
fn every_refusal_is_explained_as_written() {
    let grid_of = |blocks| (blocks, 1, 1);
    let wide = WideLaunch::for_grid(grid_of(4)).unwrap();
    let more_registers = || h100().with(NUM_REGS, 72);
    let mut smaller = function_on((7, 5), 40);
    smaller.answer = 1;
    // A loaded function has compiled, however much it declares: only the sum does not fit.
    let static_memory = h100()
        .with(SHARED_SIZE_BYTES, 220 * 1024)
        .with(MAX_DYNAMIC_SHARED_SIZE_BYTES, 7 * 1024);
    // The function does not allow its clusters yet.
    let large = LargeLaunch::for_grid(grid_of(16)).unwrap();
    // Compiled for clusters of 3, which 4 blocks do not fill.
    let of_three = h100()
        .with(REQUIRED_CLUSTER_WIDTH, 3)
        .with(12, 1)
        .with(13, 1);
    let mut of_sixty = h100();
    of_sixty.clusters = Some(60);
    let explained = [
        LaunchError::of_launch(
            &more_registers().with(MAX_THREADS_PER_BLOCK, 896),
            &wide,
            OUT_OF_RESOURCES,
        ),
        GemmLaunch::prepare(&smaller).unwrap_err(),
        LaunchError::of_launch(
            &static_memory,
            &TileLaunch::for_grid(grid_of(4)).unwrap(),
            INVALID_VALUE,
        ),
        LaunchError::of_launch(
            &function_on((8, 0), 108),
            &PairsLaunch::for_grid(grid_of(4)).unwrap(),
            INVALID_CLUSTER_SIZE,
        ),
        LaunchError::of_launch(&h100(), &large, INVALID_CLUSTER_SIZE),
        LaunchError::of_launch(&of_three, &wide, INVALID_CLUSTER_SIZE),
        LaunchError::of_cooperative_launch(
            &h100(),
            &WideLaunch::for_grid(grid_of(133)).unwrap(),
            COOPERATIVE_TOO_LARGE,
        ),
        LaunchError::of_cooperative_launch(
            &of_sixty,
            &PairsLaunch::for_grid(grid_of(122)).unwrap(),
            COOPERATIVE_TOO_LARGE,
        ),
        // The registers would explain a refusal, but the driver refuses nothing.
        LaunchError::of_launch(&more_registers(), &wide, ILLEGAL_ADDRESS),
        // The driver answers nothing, and then nothing is claimed.
        LaunchError::of_launch(&Function::default(), &wide, OUT_OF_RESOURCES),
        // The tables lack the GPU.
        LaunchError::of_launch(
            &function_on((99, 0), 132).with(NUM_REGS, 72),
            &wide,
            OUT_OF_RESOURCES,
        ),
    ];
    let text = explained.map(|error| {
        let rules: Vec<_> = error.rules().collect();
        let clusters = error.kernel().cluster_dim;
        format!("=== {rules:?}, {clusters:?}\n{error}\n")
    });
    assert_eq!(text.concat(), include_str!("driver.txt"));
}

#[test]
fn a_function_that_is_prepared_is_allowed_its_clusters() {
    let mut function = h100();
    function.blocks_per_sm = 4;
    let refused = LargeLaunch::verify(&function).unwrap_err();
    assert!(refused.to_string().contains("[OCC065]"), "{refused}");
    LargeLaunch::prepare(&function).unwrap();
    assert_eq!(LargeLaunch::verify(&function), Ok(()));
}

/// A negative number of the driver is unknown.
#[test]
fn a_figure_that_the_driver_does_not_know_is_not_compared() {
    let function = function_on((9, 0), -1)
        .with(NUM_REGS, -1)
        .with(SHARED_SIZE_BYTES, -1);
    let found = loaded(&WideLaunch::CONFIGURATION.kernel, &function).unwrap();
    assert_eq!((found.sm_count, found.registers), (None, None));
    assert_eq!(found.static_shared_memory, None);
    assert_eq!(WideLaunch::verify(&function), Ok(()));
    let nowhere = function_on((-1, -1), 132);
    let error = WideLaunch::verify(&nowhere).unwrap_err();
    assert!(
        matches!(&error, VerifyError::Broken { rules, .. } if *rules == [Rule::CompiledArchitecture]),
        "{error}"
    );
}

#[test]
fn an_error_of_other_work_has_the_driver_as_its_source() {
    let launch = WideLaunch::for_grid((4, 1, 1)).unwrap();
    let function = h100().with(NUM_REGS, 72);
    let error = LaunchError::of_launch(&function, &launch, ILLEGAL_ADDRESS);
    assert_eq!(error.found().unwrap().registers, Some(72));
    let source = error.source().unwrap().downcast_ref::<DriverError>();
    assert_eq!(source, Some(&ILLEGAL_ADDRESS));
    assert_eq!(error.driver(), Some(&ILLEGAL_ADDRESS));
    let gone = LaunchError::of_launch(&Function::default(), &launch, OUT_OF_RESOURCES);
    assert_eq!(gone.found(), None);
}

#[test]
fn a_loaded_function_is_checked_for_a_block() {
    let h100 = Function {
        name: Some("NVIDIA H100 80GB HBM3"),
        blocks_per_sm: 2,
        ..h100()
    };
    let checked = Checked::of_function(&h100, (32, 8, 1), 96 * 1024).unwrap();
    assert_eq!(checked.arch().name(), "H100 SXM5 80GB");
    assert_eq!(checked.kernel().registers_per_thread, 64);
    let prepared = checked.prepare(&h100).unwrap();
    assert_eq!(
        *h100.set.borrow(),
        [(MAX_DYNAMIC_SHARED_SIZE_BYTES, 96 * 1024)]
    );
    assert_eq!(checked.verify(&h100), Ok(()));
    let launch = checked.for_extent((100, 100, 1)).unwrap();
    prepared.accept(&launch).unwrap();
    let less = checked.with_dynamic_shared_memory(0).unwrap();
    prepared.accept(&less.for_elements(1).unwrap()).unwrap();

    let other = Checked::of_function(&h100, (100, 1, 1), 0).unwrap();
    let error = prepared
        .accept(&other.for_elements(1).unwrap())
        .unwrap_err();
    let words = "a launch for blocks of (100, 1, 1) threads, but the function is prepared for blocks of (32, 8, 1) \
                 threads";
    says(&error, words);
    let of = |items, cluster| {
        let kernel = Kernel::new((32, 8, 1), 64).with_cluster_dim(cluster);
        let mut configuration = Configuration::new(checked.archs(), kernel);
        configuration.items_per_thread = items;
        Checked::new(&configuration).unwrap()
    };
    let prepared = of(1, None).prepare(&h100).unwrap();
    for (other, words) in [
        (
            of(1, Some((2, 1, 1))),
            "a launch for clusters of (2, 1, 1) blocks, but",
        ),
        (
            of(2, None),
            "a launch for another configuration, but the function",
        ),
    ] {
        let launch = other.for_elements(1 << 10).unwrap();
        says(&prepared.accept(&launch).unwrap_err(), words);
    }
    let error = LaunchError::of_launch(&h100, &launch, OUT_OF_RESOURCES);
    assert!(
        error
            .to_string()
            .starts_with("the driver refuses the launch of the function with")
    );

    let refused = |function: &Function, block| {
        Checked::of_function(function, block, 0)
            .unwrap_err()
            .to_string()
    };
    let heavy = function_on((9, 0), 132).with(NUM_REGS, 72);
    let message = refused(&heavy, (1024, 1, 1));
    assert!(
        message.starts_with("[OCC006] not one block of 1,024 threads with 72 registers"),
        "{message}"
    );
    assert!(
        message.contains("`with_block_dim((896, 1, 1))` fits"),
        "{message}"
    );
    assert!(refused(&heavy, (0, 1, 1)).starts_with("[OCC001]"));
    let small = function_on((9, 0), 132).with(MAX_THREADS_PER_BLOCK, 128);
    assert!(refused(&small, (256, 1, 1)).starts_with("[OCC033]"));
    let unknown = function_on((42, 0), 132);
    assert_eq!(
        refused(&unknown, (32, 1, 1)),
        "compute capability 42.0 is unknown: its limits are never guessed"
    );
    assert_eq!(
        Checked::of_function(&Function::default(), (32, 1, 1), 0),
        Err(VerifyError::Driver(INVALID_VALUE))
    );
}

#[launch_config(arch = ["h100", "b200"], threads = 100, regs = 64, allow(partial_warp), on("b200", regs = 32))]
mod ragged {}

#[test]
fn a_variant_keeps_what_is_allowed() {
    let variant = RaggedLaunch::for_compute_capability(9, 0).unwrap();
    let function = Function {
        blocks_per_sm: 8,
        ..h100()
    };
    assert_eq!(variant.verify(&function), Ok(()));
}

#[test]
fn a_prepared_function_launches_with_less_shared_memory() {
    let function = h100();
    let prepared = GemmLaunch::prepare(&function).unwrap();
    let less = GemmLaunch::with_dynamic_shared_memory(1024).unwrap();
    prepared.accept(&less.for_elements(1).unwrap()).unwrap();
    let few = less.prepare(&function).unwrap();
    let error = few
        .accept(&GemmLaunch::for_elements(1).unwrap())
        .unwrap_err();
    let words = "a launch of `GemmLaunch` for 98,304 bytes of dynamic shared memory, but the function is prepared for \
                 1,024 bytes of dynamic shared memory";
    says(&error, words);
}

#[test]
fn a_configuration_without_an_attribute_is_told_of_methods() {
    let gpus = [occupancy::Arch::find("a100").unwrap()];
    let configuration = occupancy::Configuration::new(&gpus, Kernel::new((256, 1, 1), 64));
    let error = occupancy::driver::verify(&configuration, &h100()).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("help: add the GPU to `with_archs`"),
        "{error}"
    );
}
