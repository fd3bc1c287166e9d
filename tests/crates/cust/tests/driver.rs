//! What the adapter asks of the driver and makes of its answers, with a driver that stands in for
//! libcuda: it has the functions that are called here, answers as the GPU and the function of a test
//! would, and keeps what it was told.
#![allow(
    unsafe_code,
    non_snake_case,
    reason = "the functions of the driver are called so"
)]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::error::Error as _;
use std::ffi::{c_char, c_int, c_uint, c_void};
use std::fs;
use std::ptr::{self, NonNull};
use std::slice;

use cust::error::CudaError;
use cust::module::Module;
use cust::stream::{Stream, StreamFlags};
use occupancy::cust::{LaunchError, VerifyError};
use occupancy::driver::loaded;
use occupancy::{Rule, launch_config};
use occupancy_cust::{AttentionLaunch, SaxpyLaunch, attention, load};

/// The GPU and the function that the driver knows, and what it was told.
#[derive(Clone, Debug, Default)]
struct Driver {
    /// Attributes of the device, by number.
    device: BTreeMap<c_int, c_int>,
    /// Attributes of the function, by number.
    function: BTreeMap<c_int, c_int>,
    /// What it answers a question for resident blocks.
    blocks_per_sm: c_int,
    /// What it answers where an attribute is set.
    set_result: c_uint,
    /// What it answers a launch.
    launch_result: c_uint,
    /// Options of the module that was loaded.
    options: Vec<(c_uint, usize)>,
    /// Attributes that were set.
    set: Vec<(c_int, c_int)>,
    /// Questions for attributes of the function.
    asked: Vec<c_int>,
    /// Questions for resident blocks: threads and bytes.
    occupancy: Vec<(c_int, usize)>,
    /// Launches: the grid, the block, bytes.
    launches: Vec<([c_uint; 6], c_uint)>,
}

thread_local! {
    static DRIVER: RefCell<Driver> = RefCell::default();
}

fn driver<T>(with: impl FnOnce(&mut Driver) -> T) -> T {
    DRIVER.with_borrow_mut(with)
}

const SUCCESS: c_uint = 0;
const INVALID_VALUE: c_uint = 1;
/// Some handle.
const HANDLE: *mut c_void = NonNull::dangling().as_ptr();

/// Writes the answer where there is one.
unsafe fn answer(out: *mut c_int, value: Option<c_int>) -> c_uint {
    let Some(value) = value else {
        return INVALID_VALUE;
    };
    // SAFETY: the caller's pointer.
    unsafe { out.write(value) };
    SUCCESS
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuGetErrorString(_error: c_uint, words: *mut *const c_char) -> c_uint {
    // SAFETY: the caller's pointer.
    unsafe { words.write(c"words of the driver".as_ptr()) };
    SUCCESS
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuModuleLoadDataEx(
    module: *mut *mut c_void,
    _image: *const c_void,
    count: c_uint,
    options: *const c_uint,
    values: *const *mut c_void,
) -> c_uint {
    // SAFETY: the caller has that many of both.
    let (options, values) = unsafe {
        module.write(HANDLE);
        let count = count as usize;
        (
            slice::from_raw_parts(options, count),
            slice::from_raw_parts(values, count),
        )
    };
    let values = values.iter().map(|value| value.addr());
    driver(|driver| driver.options = options.iter().copied().zip(values).collect());
    SUCCESS
}

#[unsafe(no_mangle)]
extern "C" fn cuModuleUnload(_module: *mut c_void) -> c_uint {
    SUCCESS
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuModuleGetFunction(
    function: *mut *mut c_void,
    _module: *mut c_void,
    _name: *const c_char,
) -> c_uint {
    // SAFETY: the caller's pointer.
    unsafe { function.write(HANDLE) };
    SUCCESS
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuCtxGetDevice(device: *mut c_int) -> c_uint {
    // SAFETY: the caller's pointer.
    unsafe { answer(device, Some(0)) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuDeviceGetAttribute(
    value: *mut c_int,
    attribute: c_int,
    _device: c_int,
) -> c_uint {
    let found = driver(|driver| driver.device.get(&attribute).copied());
    // SAFETY: the caller's pointer.
    unsafe { answer(value, found) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuFuncGetAttribute(
    value: *mut c_int,
    attribute: c_int,
    _function: *mut c_void,
) -> c_uint {
    let found = driver(|driver| {
        driver.asked.push(attribute);
        driver.function.get(&attribute).copied()
    });
    // SAFETY: the caller's pointer.
    unsafe { answer(value, found) }
}

#[unsafe(no_mangle)]
extern "C" fn cuFuncSetAttribute(_function: *mut c_void, attribute: c_int, value: c_int) -> c_uint {
    driver(|driver| {
        if driver.set_result == SUCCESS {
            driver.set.push((attribute, value));
            driver.function.insert(attribute, value);
        }
        driver.set_result
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuOccupancyMaxActiveBlocksPerMultiprocessor(
    blocks: *mut c_int,
    _function: *mut c_void,
    threads: c_int,
    bytes: usize,
) -> c_uint {
    let found = driver(|driver| {
        driver.occupancy.push((threads, bytes));
        driver.blocks_per_sm
    });
    // SAFETY: the caller's pointer.
    unsafe { answer(blocks, Some(found)) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuStreamCreateWithPriority(
    stream: *mut *mut c_void,
    _flags: c_uint,
    _priority: c_int,
) -> c_uint {
    // SAFETY: the caller's pointer.
    unsafe { stream.write(HANDLE) };
    SUCCESS
}

#[unsafe(no_mangle)]
extern "C" fn cuStreamDestroy_v2(_stream: *mut c_void) -> c_uint {
    SUCCESS
}

#[unsafe(no_mangle)]
extern "C" fn cuLaunchKernel(
    _function: *mut c_void,
    grid_x: c_uint,
    grid_y: c_uint,
    grid_z: c_uint,
    block_x: c_uint,
    block_y: c_uint,
    block_z: c_uint,
    shared_memory: c_uint,
    _stream: *mut c_void,
    _arguments: *mut *mut c_void,
    _extra: *mut *mut c_void,
) -> c_uint {
    let dims = [grid_x, grid_y, grid_z, block_x, block_y, block_z];
    driver(|driver| {
        driver.launches.push((dims, shared_memory));
        driver.launch_result
    })
}

// Numbers of the CUDA driver API 13.0.
const MAX_THREADS_PER_BLOCK: c_int = 0;
const SHARED_SIZE_BYTES: c_int = 1;
const NUM_REGS: c_int = 4;
const MAX_DYNAMIC_SHARED_SIZE_BYTES: c_int = 8;
const PREFERRED_SHARED_MEMORY_CARVEOUT: c_int = 9;
const NON_PORTABLE_CLUSTER_SIZE_ALLOWED: c_int = 14;
const MULTIPROCESSOR_COUNT: c_int = 16;
const COMPUTE_CAPABILITY_MAJOR: c_int = 75;
const COMPUTE_CAPABILITY_MINOR: c_int = 76;

/// An A100 with the function as it is declared for [`AttentionLaunch`], not prepared.
fn a100() -> Driver {
    Driver {
        device: [
            (COMPUTE_CAPABILITY_MAJOR, 8),
            (COMPUTE_CAPABILITY_MINOR, 0),
            (MULTIPROCESSOR_COUNT, 108),
        ]
        .into(),
        function: [
            (MAX_THREADS_PER_BLOCK, 1024),
            (SHARED_SIZE_BYTES, 0),
            (NUM_REGS, 128),
            (MAX_DYNAMIC_SHARED_SIZE_BYTES, 48 * 1024),
            (PREFERRED_SHARED_MEMORY_CARVEOUT, -1),
            (NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 0),
        ]
        .into(),
        blocks_per_sm: 1,
        ..Driver::default()
    }
}

/// The module of a test, on its driver.
fn module(with: Driver) -> Module {
    driver(|driver| *driver = with);
    load("// no entries").unwrap()
}

fn told<T>(what: impl FnOnce(&Driver) -> T) -> T {
    driver(|driver| what(driver))
}

#[test]
fn a_module_is_loaded_with_the_budget() {
    let _module = module(a100());
    // CU_JIT_MAX_REGISTERS is 0.
    assert_eq!(told(|driver| driver.options.clone()), [(0, 32)]);
}

#[test]
fn a_function_is_opted_in_then_verified_then_launched() {
    let module = module(a100());
    let function = module.get_function("attention").unwrap();
    let attention = attention(&function).unwrap();
    let opted_in = [(MAX_DYNAMIC_SHARED_SIZE_BYTES, 100 * 1024)];
    assert_eq!(told(|driver| driver.set.clone()), opted_in);
    assert_eq!(told(|driver| driver.occupancy.clone()), [(128, 100 * 1024)]);

    let stream = Stream::new(StreamFlags::NON_BLOCKING, None).unwrap();
    let launch = AttentionLaunch::for_elements(1000).unwrap();
    // SAFETY: the driver does not launch.
    unsafe { attention.launch(&stream, launch, &[]) }.unwrap();
    let launches = [([8, 1, 1, 128, 1, 1], 100 * 1024)];
    assert_eq!(told(|driver| driver.launches.clone()), launches);
    assert!(ptr::eq(attention.function(), &raw const function));
}

#[test]
fn what_is_allowed_already_is_not_set_again() {
    let mut with = a100();
    with.function
        .insert(MAX_DYNAMIC_SHARED_SIZE_BYTES, 128 * 1024);
    let module = module(with);
    let function = module.get_function("attention").unwrap();
    AttentionLaunch::prepare(&function).unwrap();
    assert!(told(|driver| driver.set.is_empty()));
}

#[test]
fn where_nothing_is_relied_on_the_driver_is_not_asked() {
    let module = module(a100());
    let function = module.get_function("saxpy").unwrap();
    SaxpyLaunch::prepare(&function).unwrap();
    assert!(told(|driver| driver.set.is_empty()));
    assert!(told(|driver| driver.asked.is_empty()));
}

#[launch_config(arch = "a100", threads = 1024, regs = 64)]
mod wide {}

/// A carve-out is preferred whatever it was, and a cluster of 16 is not portable.
#[launch_config(
    arch = "h100",
    threads = 256,
    regs = 64,
    smem = 1024,
    carveout = 50,
    cluster = 16,
    allow(nonportable_cluster)
)]
mod gemm {}

#[test]
fn carveouts_and_clusters_are_prepared() {
    let mut with = a100();
    with.function.insert(PREFERRED_SHARED_MEMORY_CARVEOUT, 100);
    let module = module(with);
    let function = module.get_function("gemm").unwrap();
    GemmLaunch::prepare(&function).unwrap();
    let set = [
        (PREFERRED_SHARED_MEMORY_CARVEOUT, 50),
        (NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1),
    ];
    assert_eq!(told(|driver| driver.set.clone()), set);
}

#[test]
fn a_refused_attribute_is_an_error() {
    for (number, error) in [
        (1, CudaError::InvalidValue),
        (3, CudaError::NotInitialized),
        (4, CudaError::Deinitialized),
        (201, CudaError::InvalidContext),
        (400, CudaError::InvalidHandle),
        // CUDA_ERROR_INVALID_CLUSTER_SIZE, which cust 0.3 has no name for.
        (912, CudaError::UnknownError),
    ] {
        let mut with = a100();
        with.set_result = number;
        let module = module(with);
        let function = module.get_function("attention").unwrap();
        let refused = AttentionLaunch::prepare(&function).unwrap_err();
        assert_eq!(*refused.driver(), error);
        let Err(prepared) = attention(&function) else {
            panic!("{number} is no error")
        };
        assert_eq!(prepared.downcast_ref(), Some(&refused));
    }
}

#[test]
fn a_refused_launch_is_explained_by_what_the_function_has() {
    let mut with = a100();
    // 1024 threads of 72 registers do not fit the register file.
    with.function.insert(NUM_REGS, 72);
    with.function.insert(MAX_THREADS_PER_BLOCK, 896);
    with.launch_result = 701;
    let module = module(with);
    let function = module.get_function("wide").unwrap();
    let wide = WideLaunch::prepare(&function).unwrap();
    let stream = Stream::new(StreamFlags::NON_BLOCKING, None).unwrap();
    let launch = WideLaunch::for_elements(4096).unwrap();
    // SAFETY: the driver does not launch.
    let error: LaunchError = unsafe { wide.launch(&stream, launch, &[]) }.unwrap_err();
    assert_eq!(*error.driver(), CudaError::LaunchOutOfResources);
    let source = error.source().unwrap().to_string();
    assert_eq!(source, "\"words of the driver\"");
    assert_eq!(error.rules().collect::<Vec<_>>(), [Rule::RegisterFile]);
    let words = error.to_string();
    assert!(words.contains("`WideLaunch`"), "{words}");
    assert!(
        words.contains("CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES (701)"),
        "{words}"
    );
    assert!(words.contains("compute capability 8.0, 108 SMs"), "{words}");
    assert!(words.contains("help: `regs = 64` fits"), "{words}");
}

/// What the launch's answer says of earlier work is no refusal of this one.
#[test]
fn an_error_of_earlier_work_is_explained_by_no_rule() {
    let mut with = a100();
    with.function.insert(NUM_REGS, 72);
    with.launch_result = 700;
    let module = module(with);
    let function = module.get_function("wide").unwrap();
    let wide = WideLaunch::prepare(&function).unwrap();
    let stream = Stream::new(StreamFlags::NON_BLOCKING, None).unwrap();
    let launch = WideLaunch::for_elements(4096).unwrap();
    // SAFETY: the driver does not launch.
    let error = unsafe { wide.launch(&stream, launch, &[]) }.unwrap_err();
    assert_eq!(*error.driver(), CudaError::IllegalAddress);
    assert_eq!(error.rules().next(), None);
}

#[test]
fn every_broken_rule_is_reported() {
    let mut with = a100();
    with.device.insert(MULTIPROCESSOR_COUNT, 124);
    with.function.insert(NUM_REGS, 168);
    with.function.insert(SHARED_SIZE_BYTES, 512);
    with.blocks_per_sm = 0;
    let module = module(with);
    let function = module.get_function("attention").unwrap();
    AttentionLaunch::prepare(&function).unwrap();
    let Err(VerifyError::Broken { rules, .. }) = AttentionLaunch::verify(&function) else {
        panic!("verified")
    };
    assert_eq!(
        rules,
        [
            Rule::LoadedSmCount,
            Rule::CompiledRegisters,
            Rule::CompiledStaticSharedMemory,
            Rule::CompiledBlocksPerSm,
        ]
    );
}

#[test]
fn a_block_that_the_function_cannot_have_is_not_asked_for() {
    let mut with = a100();
    with.function.insert(MAX_THREADS_PER_BLOCK, 64);
    let module = module(with);
    let function = module.get_function("attention").unwrap();
    let found = loaded(&AttentionLaunch::CONFIGURATION.kernel, &function).unwrap();
    assert_eq!(found.max_block, Some((64, 1, 1)));
    assert_eq!(found.max_dynamic_shared_memory, Some(48 * 1024));
    assert_eq!(found.blocks_per_sm, None);
    assert!(told(|driver| driver.occupancy.is_empty()));
}

#[test]
fn what_the_driver_does_not_answer_is_its_error() {
    let mut with = a100();
    with.function.remove(&NUM_REGS);
    let module = module(with);
    let function = module.get_function("attention").unwrap();
    let error = AttentionLaunch::verify(&function).unwrap_err();
    assert_eq!(error, VerifyError::Driver(CudaError::InvalidValue));
}

/// The bindings below cust are `cust::sys` on crates.io, and a crate of their own in its repository: the adapter
/// compiles with both if it names neither.
#[test]
fn the_adapter_does_not_name_the_bindings() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../src/adapters");
    let mut files = vec![format!("{root}/cust.rs").into()];
    let folder = fs::read_dir(format!("{root}/cust")).unwrap();
    files.extend(folder.map(|file| file.unwrap().path()));
    assert!(files.len() > 2);
    for file in files {
        let source = fs::read_to_string(&file).unwrap();
        for bindings in ["cust::sys", "cust_raw", "driver_sys"] {
            assert!(!source.contains(bindings), "{}: {bindings}", file.display());
        }
    }
}
