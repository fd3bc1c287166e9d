//! NVIDIA's header, compiled and loaded.

use std::ffi::{CStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use libloading::Library;
use occupancy_core::compute_capabilities::{SM_80, SM_103};
use occupancy_core::{ComputeCapability, Kernel};

/// Of the device only: the header does not look at the number of SMs anywhere else.
pub(crate) const SM_COUNT: u32 = 132;

/// `CUDA_OCC_ERROR_UNKNOWN_DEVICE`.
pub(crate) const UNKNOWN_DEVICE: i32 = 2;

/// `cuda_occupancy.h` behind a C interface; `driver.cpp` has the other side.
pub(crate) struct Header {
    /// The CUDA version that stands beside it, and the compiler.
    pub(crate) version: String,
    /// Whether it counts named barriers.
    pub(crate) has_barriers: bool,
    /// Whether it counts virtual resources.
    pub(crate) has_virtual_resources: bool,
    /// Whether it has two defects that CUDA 13.5 has no more.
    pub(crate) defects: Defects,
    library: Library,
}

/// What headers before CUDA 13.5 say otherwise; 13.0 has both, 11.8 and 12.4 the first.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Defects {
    /// What the driver reserves counts as available dynamic shared memory.
    pub(crate) reserved_is_available: bool,
    /// 64 barriers an SM on 10.3, where there are 32.
    pub(crate) barriers_of_10_3: bool,
}

/// What the header is asked.
///
/// # Safety
///
/// `driver.cpp` declares the function with these structs.
pub(crate) unsafe trait Question: Sized {
    type Answer: Clone + Default;
    const FUNCTION: &CStr;
}

type Ask<Q> = unsafe extern "C" fn(*const Device, *const Q, usize, *mut <Q as Question>::Answer);

// SAFETY: it does.
unsafe impl Question for Case {
    type Answer = Answer;
    const FUNCTION: &CStr = c"occupancies";
}

// SAFETY: it does.
unsafe impl Question for BlockSizeCase {
    type Answer = BlockSizeAnswer;
    const FUNCTION: &CStr = c"block_sizes";
}

// SAFETY: it does.
unsafe impl Question for AvailableCase {
    type Answer = AvailableAnswer;
    const FUNCTION: &CStr = c"available";
}

#[repr(C)]
struct Device {
    major: u32,
    minor: u32,
    warp_size: u32,
    max_threads_per_block: u32,
    max_threads_per_sm: u32,
    registers_per_block: u32,
    registers_per_sm: u32,
    shared_memory_per_block: u32,
    shared_memory_per_block_optin: u32,
    shared_memory_per_sm: u32,
    reserved_shared_memory_per_block: u32,
    sm_count: u32,
}

impl Device {
    /// What the driver reports of a device: the header has the rest by itself.
    fn of(cc: &ComputeCapability) -> Self {
        Self {
            major: cc.major(),
            minor: cc.minor(),
            warp_size: cc.warp_size(),
            max_threads_per_block: cc.max_threads_per_block(),
            max_threads_per_sm: cc.max_threads_per_sm(),
            registers_per_block: cc.registers_per_block(),
            registers_per_sm: cc.registers_per_sm(),
            shared_memory_per_block: cc.shared_memory_per_block(),
            shared_memory_per_block_optin: cc.shared_memory_per_block_optin(),
            shared_memory_per_sm: cc.shared_memory_per_sm(),
            reserved_shared_memory_per_block: cc.reserved_shared_memory_per_block(),
            sm_count: SM_COUNT,
        }
    }
}

/// One configuration, as both sides take it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Case {
    pub(crate) threads: u32,
    pub(crate) registers: u32,
    pub(crate) static_shared_memory: u32,
    pub(crate) dynamic_shared_memory: u32,
    /// 1 where the function opted in to more than 48 KiB.
    pub(crate) optin: u32,
    /// Percent; -1 for no preference.
    pub(crate) carveout: i32,
    pub(crate) barriers: u32,
    pub(crate) virtual_resources: u32,
}

impl Case {
    pub(crate) fn kernel(&self) -> Kernel {
        Kernel::new((self.threads, 1, 1), self.registers)
            .with_static_shared_memory(self.static_shared_memory)
            .with_dynamic_shared_memory(self.dynamic_shared_memory)
            .with_shared_memory_optin(self.optin != 0)
            .with_carveout(u32::try_from(self.carveout).ok())
            .with_barriers(self.barriers)
            .with_virtual_resources(self.virtual_resources)
    }
}

/// Everything that the header says of one configuration.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Answer {
    /// 0 where it accepted the input.
    pub(crate) status: i32,
    pub(crate) blocks: i32,
    /// In the order of `Resource::ALL`; `i32::MAX` where there is none.
    pub(crate) limits: [i32; 6],
    pub(crate) limiting_factors: u32,
    pub(crate) registers_per_block: i32,
    pub(crate) shared_memory_per_block: u64,
    /// 0: off.
    pub(crate) partitioned_caching: i32,
}

/// A search for the block size.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockSizeCase {
    pub(crate) kernel: Case,
    pub(crate) dynamic_shared_memory_per_thread: u32,
    pub(crate) max_threads: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BlockSizeAnswer {
    pub(crate) status: i32,
    pub(crate) threads: i32,
    pub(crate) min_grid_size: i32,
}

/// A question for the dynamic shared memory that is left.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct AvailableCase {
    pub(crate) kernel: Case,
    pub(crate) blocks: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct AvailableAnswer {
    pub(crate) status: i32,
    pub(crate) bytes: u64,
}

impl Header {
    /// Compiles `driver.cpp` against the header in `folder`; the library goes into `output`.
    ///
    /// # Errors
    ///
    /// Why it cannot be asked, in a line or with what the compiler printed.
    pub(crate) fn load(folder: &Path, output: &Path) -> Result<Self, String> {
        let text = fs::read(folder.join("cuda_occupancy.h"))
            .map_err(|error| format!("no cuda_occupancy.h in {}: {error}", folder.display()))?;
        let compiler = env::var_os("CXX").unwrap_or_else(|| OsString::from("c++"));
        let said = |arguments: &[OsString]| {
            let output = Command::new(&compiler)
                .args(arguments)
                .output()
                .map_err(|error| format!("no C++ compiler ({}): {error}", compiler.display()))?;
            if output.status.success() {
                Ok(String::from_utf8_lossy(&output.stdout).into_owned())
            } else {
                Err(String::from_utf8_lossy(&output.stderr).into_owned())
            }
        };
        let compiler_version = said(&["--version".into()])?;
        fs::create_dir_all(output).map_err(|error| error.to_string())?;
        let library = output.join(format!("driver-{}.so", std::process::id()));
        let driver = concat!(env!("CARGO_MANIFEST_DIR"), "/driver.cpp");
        let options = ["-std=c++11", "-O2", "-shared", "-fPIC", driver, "-I"];
        let mut arguments: Vec<OsString> = options.map(OsString::from).into();
        arguments.extend([folder.into(), "-o".into(), library.clone().into()]);
        said(&arguments)?;
        // SAFETY: the library is the one just compiled; loading it runs no code of its own.
        let loaded = unsafe { Library::new(&library) }.map_err(|error| error.to_string());
        // Loaded or not, the file has done its part.
        let _ = fs::remove_file(&library);
        let cuda = cuda_version(folder);
        let named = cuda.map_or_else(
            || "CUDA of unknown version".to_owned(),
            |(major, minor)| format!("CUDA {major}.{minor}"),
        );
        let mut header = Self {
            version: format!(
                "{}, {} bytes, FNV-1a {:016x}, compiled with {}",
                named,
                text.len(),
                fnv_1a(&text),
                compiler_version.lines().next().unwrap_or("unknown"),
            ),
            has_barriers: false,
            has_virtual_resources: false,
            defects: Defects::default(),
            library: loaded?,
        };
        let mut features = [0_u32; 2];
        // SAFETY: `driver.cpp` declares it so, and writes two.
        unsafe {
            let ask = header
                .library
                .get::<unsafe extern "C" fn(*mut u32)>(c"features")
                .map_err(|error| error.to_string())?;
            ask(features.as_mut_ptr());
        }
        header.has_barriers = features[0] != 0;
        header.has_virtual_resources = features[1] != 0;
        // Of a newer header they would be differences like any other.
        if cuda.is_some_and(|cuda| cuda < (13, 5)) {
            header.defects = header.find_defects();
        }
        Ok(header)
    }

    fn find_defects(&self) -> Defects {
        let one_warp = Case {
            threads: 32,
            registers: 32,
            optin: 1,
            carveout: -1,
            barriers: 1,
            ..Case::default()
        };
        let whole = AvailableCase {
            kernel: one_warp,
            blocks: 1,
        };
        let available = self.ask(&SM_80, &[whole]);
        let occupancies = self.ask(&SM_103, &[one_warp]);
        let most = SM_80.shared_memory_per_block_optin() + SM_80.reserved_shared_memory_per_block();
        Defects {
            reserved_is_available: available[0].bytes == u64::from(most),
            barriers_of_10_3: occupancies[0].status == 0 && occupancies[0].limits[4] == 64,
        }
    }

    /// Whether it counts the named barriers of this compute capability as the hardware does.
    pub(crate) fn counts_barriers(&self, cc: &ComputeCapability) -> bool {
        self.has_barriers && !(self.defects.barriers_of_10_3 && *cc == SM_103)
    }

    /// What the header says of each case.
    pub(crate) fn ask<Q: Question>(&self, cc: &ComputeCapability, cases: &[Q]) -> Vec<Q::Answer> {
        let mut answers = vec![Q::Answer::default(); cases.len()];
        let device = Device::of(cc);
        // SAFETY: as the trait says; it reads and writes as many as it is told.
        unsafe {
            let function = self.library.get::<Ask<Q>>(Q::FUNCTION);
            let ask = function.expect("driver.cpp has it");
            ask(
                &raw const device,
                cases.as_ptr(),
                cases.len(),
                answers.as_mut_ptr(),
            );
        }
        answers
    }
}

/// The folder that is named, by an argument or else by the environment, or that of the toolkit.
pub(crate) fn find(named: Option<PathBuf>) -> Result<PathBuf, String> {
    if let Some(folder) = named.or_else(|| env::var_os("OCCUPANCY_CUDA_INCLUDE").map(PathBuf::from))
    {
        return Ok(folder);
    }
    let toolkits = ["CUDA_HOME", "CUDA_PATH"]
        .into_iter()
        .filter_map(env::var_os)
        .map(PathBuf::from)
        .chain([PathBuf::from("/usr/local/cuda")]);
    toolkits
        .map(|toolkit| toolkit.join("include"))
        .find(|folder| folder.join("cuda_occupancy.h").is_file())
        .ok_or_else(|| {
            "no cuda_occupancy.h: name its folder, or install CUDA or the wheel \
             nvidia-cuda-runtime, which has it"
                .to_owned()
        })
}

/// The version in `cuda_runtime_api.h`, which stands beside the header; it has none of its own.
fn cuda_version(folder: &Path) -> Option<(u32, u32)> {
    let text = fs::read_to_string(folder.join("cuda_runtime_api.h")).ok()?;
    let number = text
        .lines()
        .find_map(|line| line.strip_prefix("#define CUDART_VERSION"))?;
    let number: u32 = number.trim().parse().ok()?;
    Some((number / 1000, number % 1000 / 10))
}

/// Tells two headers of one version apart.
fn fnv_1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
