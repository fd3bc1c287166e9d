//! Tests the calls of the adapter, and the meaning that it gives the answers, with a driver that stands in for libcuda:
//! it has the functions that are called here, answers as the GPU and the function of a test would, and keeps the calls.
#![allow(
    unsafe_code,
    non_snake_case,
    reason = "the functions of the driver are called so"
)]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::error::Error as _;
use std::ffi::{c_char, c_int, c_uint, c_void};
use std::ptr::{self, NonNull};
use std::{fs, mem, slice};

use cust::context::CurrentContext;
use cust::error::CudaError;
use cust::module::Module;
use cust::stream::{Stream, StreamFlags};
use occupancy::cust::{LaunchError, VerifyError};
use occupancy::{Rule, launch_config};
use occupancy_adapters::cust::{AttentionLaunch, attention, load};

/// The GPU and the function that the driver knows, and its calls.
#[derive(Default)]
struct Driver {
    /// Attributes of the device, by number.
    device: BTreeMap<c_int, c_int>,
    /// Attributes of the function, by number.
    function: BTreeMap<c_int, c_int>,
    /// The answer to setting an attribute.
    set_result: c_uint,
    /// The answer to a launch.
    launch_result: c_uint,
    /// The calls that set, read or launch, a line each.
    told: Vec<String>,
}

thread_local! {
    static DRIVER: RefCell<Driver> = RefCell::default();
}

fn driver<T>(with: impl FnOnce(&mut Driver) -> T) -> T {
    DRIVER.with_borrow_mut(with)
}

fn tell(what: String) {
    driver(|driver| driver.told.push(what));
}

/// The calls of the driver since the last time.
fn told() -> Vec<String> {
    driver(|driver| mem::take(&mut driver.told))
}

const SUCCESS: c_uint = 0;
const INVALID_VALUE: c_uint = 1;
/// A handle, which means nothing.
const HANDLE: *mut c_void = NonNull::dangling().as_ptr();

/// Writes the answer, if there is one.
unsafe fn answer<T>(out: *mut T, value: Option<T>) -> c_uint {
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
    unsafe { answer(words, Some(c"words of the driver".as_ptr())) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuModuleLoadDataEx(
    module: *mut *mut c_void,
    _image: *const c_void,
    count: c_uint,
    options: *const c_uint,
    values: *const *mut c_void,
) -> c_uint {
    let count = count as usize;
    // SAFETY: the caller has that many of both.
    let options = unsafe { slice::from_raw_parts(options, count) };
    // SAFETY: the same holds for the values.
    let values = unsafe { slice::from_raw_parts(values, count) };
    let numbers: Vec<_> = values.iter().map(|value| value.addr()).collect();
    tell(format!("load with {options:?} = {numbers:?}"));
    // SAFETY: the caller's pointer.
    unsafe { answer(module, Some(HANDLE)) }
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
    unsafe { answer(function, Some(HANDLE)) }
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
unsafe extern "C" fn cuDeviceGetName(name: *mut c_char, _length: c_int, _device: c_int) -> c_uint {
    let bytes = c"NVIDIA A100-SXM4-40GB";
    // SAFETY: cust gives more bytes than these.
    unsafe { name.copy_from_nonoverlapping(bytes.as_ptr(), bytes.count_bytes() + 1) };
    0
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuFuncGetAttribute(
    value: *mut c_int,
    attribute: c_int,
    _function: *mut c_void,
) -> c_uint {
    let found = driver(|driver| driver.function.get(&attribute).copied());
    // SAFETY: the caller's pointer.
    unsafe { answer(value, found) }
}

#[unsafe(no_mangle)]
extern "C" fn cuFuncSetAttribute(_function: *mut c_void, attribute: c_int, value: c_int) -> c_uint {
    tell(format!("set {attribute} to {value}"));
    driver(|driver| {
        driver.function.insert(attribute, value);
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
    tell(format!(
        "ask for blocks of {threads} threads and {bytes} bytes"
    ));
    // SAFETY: the caller's pointer.
    unsafe { answer(blocks, Some(1)) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuStreamCreateWithPriority(
    stream: *mut *mut c_void,
    _flags: c_uint,
    _priority: c_int,
) -> c_uint {
    // SAFETY: the caller's pointer.
    unsafe { answer(stream, Some(HANDLE)) }
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
    bytes: c_uint,
    _stream: *mut c_void,
    _arguments: *mut *mut c_void,
    _extra: *mut *mut c_void,
) -> c_uint {
    let (grid, block) = ([grid_x, grid_y, grid_z], [block_x, block_y, block_z]);
    tell(format!("launch {grid:?} of {block:?} with {bytes} bytes"));
    driver(|driver| driver.launch_result)
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

/// Returns an A100 with the function that [`AttentionLaunch`] declares, not prepared.
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
        ..Driver::default()
    }
}

/// Loads the module of a test, on its driver.
fn module(with: Driver) -> Module {
    driver(|driver| *driver = with);
    load("// no entries").unwrap()
}

#[test]
fn a_function_is_opted_in_then_verified_then_launched() {
    let module = module(a100());
    // CU_JIT_MAX_REGISTERS is 0.
    assert_eq!(told(), ["load with [0] = [32]"]);
    let function = module.get_function("attention").unwrap();
    let attention = attention(&function).unwrap();
    let opted_in = "set 8 to 102400";
    let asked = "ask for blocks of 128 threads and 102400 bytes";
    assert_eq!(told(), [opted_in, asked]);

    let stream = Stream::new(StreamFlags::NON_BLOCKING, None).unwrap();
    let launch = AttentionLaunch::for_elements(1000).unwrap();
    // SAFETY: the driver does not launch.
    unsafe { attention.launch(&stream, launch, &[]) }.unwrap();
    assert_eq!(
        told(),
        ["launch [8, 1, 1] of [128, 1, 1] with 102400 bytes"]
    );
    assert!(ptr::eq(attention.function(), &raw const function));

    driver(|driver| driver.function.remove(&NUM_REGS));
    let error = AttentionLaunch::verify(&function).unwrap_err();
    assert_eq!(error, VerifyError::Driver(CudaError::InvalidValue));
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
        assert_eq!(refused.driver(), Some(&error));
    }
}

#[launch_config(arch = "a100", threads = 1024, regs = 64)]
mod wide {}

#[test]
fn a_refused_launch_is_explained_by_what_the_function_has() {
    let mut with = a100();
    // 1024 threads of 72 registers do not fit the register file.
    with.function.insert(NUM_REGS, 72);
    with.launch_result = 701;
    let module = module(with);
    let function = module.get_function("wide").unwrap();
    let wide = WideLaunch::prepare(&function).unwrap();
    let stream = Stream::new(StreamFlags::NON_BLOCKING, None).unwrap();
    let launch = WideLaunch::for_elements(4096).unwrap();
    // SAFETY: the driver does not launch.
    let error: LaunchError = unsafe { wide.launch(&stream, launch, &[]) }.unwrap_err();
    assert_eq!(error.driver(), Some(&CudaError::LaunchOutOfResources));
    let source = error.source().unwrap().to_string();
    assert_eq!(source, "\"words of the driver\"");
    assert_eq!(error.rules().collect::<Vec<_>>(), [Rule::RegisterFile]);
    let words = error.to_string();
    for part in [
        "`WideLaunch`",
        "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES (701)",
        "compute capability 8.0, 108 SMs",
        "help: `regs = 64` fits",
    ] {
        assert!(words.contains(part), "{words}");
    }
}

// An A100 and an A30 have one compute capability.
#[launch_config(arch = ["a30", "a100"], threads = 128, regs = 64, on("a100", threads = 256))]
mod boards {}

#[test]
fn a_launch_of_another_variant_does_not_reach_the_driver() {
    let module = module(a100());
    let function = module.get_function("boards").unwrap();
    let boards = BoardsLaunch::prepare(&function).unwrap();
    let device = CurrentContext::get_device().unwrap();
    let variant = BoardsLaunch::for_context(&device).unwrap();
    assert_eq!(variant, *boards.variant());
    let stream = Stream::new(StreamFlags::NON_BLOCKING, None).unwrap();
    told();
    let launch = BoardsLaunch::for_elements(1024).unwrap();
    // SAFETY: the driver does not launch.
    let error = unsafe { boards.launch(&stream, launch, &[]) }.unwrap_err();
    assert_eq!(error.driver(), None);
    assert_eq!(told(), [""; 0]);
    let launch = boards.variant().for_elements(1024).unwrap();
    // SAFETY: the driver does not launch.
    unsafe { boards.launch(&stream, launch, &[]) }.unwrap();
    assert_eq!(told(), ["launch [4, 1, 1] of [256, 1, 1] with 0 bytes"]);
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
