//! The GPU of this machine, or why there is none to test on.

use std::io::Write as _;
use std::sync::Arc;
use std::{env, fmt, io, thread};

use cudarc::driver::sys::{self, CUdevice_attribute as DeviceAttribute, CUresult};
use cudarc::driver::{CudaContext, CudaStream, DriverError};
use cudarc::nvrtc::Ptx;
use occupancy::{Arch, Multiprocessor};

use crate::Source;
use crate::kernels::try_compile;

/// The first GPU of this machine.
#[derive(Debug)]
pub struct Gpu {
    /// Its primary context, bound to the thread that opened it.
    pub context: Arc<CudaContext>,
    /// The default stream.
    pub stream: Arc<CudaStream>,
    /// The name that the driver gives.
    pub name: String,
    /// The CUDA version of the driver: `13.0`.
    pub driver: String,
    /// Its compute capability.
    pub compute_capability: &'static Multiprocessor,
    /// Its SMs.
    pub sm_count: u32,
}

/// Prints a line with the name of the test, also of one that passes: what `eprintln` prints of
/// those is not shown.
pub fn say(what: fmt::Arguments<'_>) {
    let thread = thread::current();
    let test = thread.name().unwrap_or("a test");
    // If printing fails, nobody reads it.
    let _ = writeln!(io::stderr(), "{test}: {what}");
}

impl Gpu {
    /// The GPU, or `None` after a line that says why there is none.
    ///
    /// # Panics
    ///
    /// If the driver fails, or if there is no GPU although `OCCUPANCY_REQUIRE_GPU` is set.
    pub fn or_skip() -> Option<Self> {
        match Self::open() {
            Ok(gpu) => {
                say(format_args!(
                    "on {}, compute capability {}, {} SMs, CUDA driver {}",
                    gpu.name,
                    gpu.compute_capability.name(),
                    gpu.sm_count,
                    gpu.driver
                ));
                Some(gpu)
            }
            Err(unavailable) => {
                assert!(
                    env::var_os("OCCUPANCY_REQUIRE_GPU").is_none(),
                    "OCCUPANCY_REQUIRE_GPU is set: {unavailable}"
                );
                say(format_args!("skipped: {unavailable}"));
                None
            }
        }
    }

    /// The first GPU.
    ///
    /// # Errors
    ///
    /// Why there is nothing to test on: no GPU, nothing to drive it or to compile for it, or one that the tables lack.
    ///
    /// # Panics
    ///
    /// If there is a GPU and the driver fails, which is no reason to skip.
    pub fn open() -> Result<Self, String> {
        // cudarc panics on its first call into a library that is not there, so ask before calling.
        // SAFETY: this loads NVIDIA's libraries, whose initialisers have no preconditions.
        if !unsafe { sys::is_culib_present() } {
            return Err("no CUDA driver library (libcuda) on this machine".to_owned());
        }
        // SAFETY: as above.
        if !unsafe { cudarc::nvrtc::sys::is_culib_present() } {
            return Err(
                "no CUDA compiler library (libnvrtc) on this machine; `pip install \
                 nvidia-cuda-nvrtc` has it, for LD_LIBRARY_PATH"
                    .to_owned(),
            );
        }
        match CudaContext::device_count() {
            Ok(1..) => {}
            Ok(_) | Err(DriverError(CUresult::CUDA_ERROR_NO_DEVICE)) => {
                return Err("no CUDA device on this machine".to_owned());
            }
            Err(error) => panic!("counting the devices: {error}"),
        }
        let context = CudaContext::new(0).expect("the device opens");
        let name = context.name().expect("the device has a name");
        let (major, minor) = context
            .compute_capability()
            .expect("the device has a compute capability");
        let (major, minor) = (major.unsigned_abs(), minor.unsigned_abs());
        let Some(compute_capability) = Multiprocessor::of(major, minor) else {
            return Err(format!(
                "{name} has compute capability {major}.{minor}, of which the tables say nothing"
            ));
        };
        let mut driver = 0;
        // SAFETY: the driver writes one number through the pointer.
        unsafe { sys::cuDriverGetVersion(&raw mut driver) }
            .result()
            .expect("the driver has a version");
        let driver = format!("{}.{}", driver / 1000, driver % 1000 / 10);
        let target = compute_capability.targets()[0];
        let ptx = try_compile(Source::Plain, target)
            .map_err(|log| format!("NVRTC does not compile for {target}: {}", log.trim()))?;
        match context.load_module(Ptx::from_src(ptx)) {
            Ok(_) => {}
            Err(DriverError(CUresult::CUDA_ERROR_UNSUPPORTED_PTX_VERSION)) => {
                return Err(format!(
                    "NVRTC is newer than the driver, which does not take its PTX: one of CUDA \
                     {driver} or before fits"
                ));
            }
            Err(error) => panic!("loading an empty kernel: {error}"),
        }
        let sm_count = context
            .attribute(DeviceAttribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)
            .expect("the device has SMs")
            .unsigned_abs();
        Ok(Self {
            stream: context.default_stream(),
            context,
            name,
            driver,
            compute_capability,
            sm_count,
        })
    }

    /// The compute capability, for a configuration.
    pub fn archs(&self) -> [Arch; 1] {
        [Arch::Multiprocessor(self.compute_capability)]
    }
}
