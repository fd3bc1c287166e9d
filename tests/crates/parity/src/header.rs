//! NVIDIA's header, compiled and loaded.

use std::ffi::{CStr, OsString};
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use libloading::Library;
use occupancy_core::{Kernel, Multiprocessor};

/// A number for the device alone: the header looks at the number of SMs nowhere else.
pub(crate) const SM_COUNT: u32 = 132;

/// `cuda_occupancy.h` behind a C interface; `driver.cpp` has the other side.
pub(crate) struct Header(Library);

/// A question that the header answers with one of its functions.
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
    /// The properties that the driver reports of a device. The header has the rest by itself.
    fn of(sm: &Multiprocessor) -> Self {
        Self {
            major: sm.major(),
            minor: sm.minor(),
            warp_size: sm.warp_size(),
            max_threads_per_block: sm.max_threads_per_block(),
            max_threads_per_sm: sm.max_threads_per_sm(),
            registers_per_block: sm.registers_per_block(),
            registers_per_sm: sm.registers_per_sm(),
            shared_memory_per_block: sm.shared_memory_per_block(),
            shared_memory_per_block_optin: sm.shared_memory_per_block_optin(),
            shared_memory_per_sm: sm.shared_memory_per_sm(),
            reserved_shared_memory_per_block: sm.reserved_shared_memory_per_block(),
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
    /// Compiles `driver.cpp` against the header in `folder`.
    ///
    /// # Errors
    ///
    /// Why it cannot be asked, in a line or with what the compiler printed.
    pub(crate) fn load(folder: &Path) -> Result<Self, String> {
        let compiler = env::var_os("CXX").unwrap_or_else(|| OsString::from("c++"));
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        let output = package.join("../../../target/parity");
        fs::create_dir_all(&output).map_err(|error| error.to_string())?;
        let library = output.join(format!("driver-{}.so", std::process::id()));
        let built = Command::new(&compiler)
            .args(["-std=c++11", "-O2", "-shared", "-fPIC"])
            .arg(package.join("driver.cpp"))
            .args(["-I".as_ref(), folder, "-o".as_ref(), library.as_path()])
            .output()
            .map_err(|error| format!("no C++ compiler ({}): {error}", compiler.display()))?;
        if !built.status.success() {
            return Err(String::from_utf8_lossy(&built.stderr).into_owned());
        }
        // SAFETY: the library is the one just built; loading it runs no code of its own.
        let loaded = unsafe { Library::new(&library) };
        // Loaded or not, the file has done its part.
        let _ = fs::remove_file(&library);
        loaded.map(Self).map_err(|error| error.to_string())
    }

    /// The answer of the header to each case.
    pub(crate) fn ask<Q: Question>(&self, sm: &Multiprocessor, cases: &[Q]) -> Vec<Q::Answer> {
        let mut answers = vec![Q::Answer::default(); cases.len()];
        let device = Device::of(sm);
        // SAFETY: as the trait says; it reads and writes as many as it is told.
        unsafe {
            let function = self.0.get::<Ask<Q>>(Q::FUNCTION);
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
