//! Kernels for the GPU at hand, compiled by NVRTC.

use cudarc::driver::CudaFunction;
use cudarc::nvrtc::{CompileError, CompileOptions, Ptx, compile_ptx_with_opts};
use occupancy::ptx::{Bounds, Existing};

use crate::Gpu;

/// A kernel of `kernels.cu`, with its figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Source {
    /// `plain()`.
    Plain,
    /// `declared()` with this much static shared memory, in bytes.
    Declared(u32),
    /// `hungry(float *numbers)` with [`Source::LIVE`] numbers and this much static shared memory.
    Hungry(u32),
    /// `barriers()`, with so many.
    Barriers(u32),
    /// `clustered()`, in clusters of this size in x.
    Clustered(u32),
    /// `spin(unsigned long long nanoseconds, unsigned long long *runs)`.
    Spin,
}

impl Source {
    /// Numbers that `hungry` keeps: as many as registers a thread can have, and some more.
    pub const LIVE: u32 = 260;

    /// The name of the kernel, and its figure.
    const fn parts(self) -> (&'static str, u32) {
        match self {
            Self::Plain => ("plain", 1),
            Self::Declared(bytes) => ("declared", bytes),
            Self::Hungry(bytes) => ("hungry", bytes),
            Self::Barriers(count) => ("barriers", count),
            Self::Clustered(blocks) => ("clustered", blocks),
            Self::Spin => ("spin", 1),
        }
    }

    /// The name of the kernel.
    pub const fn entry(self) -> &'static str {
        self.parts().0
    }
}

/// PTX of the kernel for `target` (`sm_90`).
///
/// # Panics
///
/// If NVRTC refuses it, which is a fault of the kernel.
pub fn compile(source: Source, target: &'static str) -> String {
    try_compile(source, target).unwrap_or_else(|log| panic!("{source:?} for {target}: {log}"))
}

/// The same, with what NVRTC says where it refuses.
pub(crate) fn try_compile(source: Source, target: &'static str) -> Result<String, String> {
    let (entry, figure) = source.parts();
    let options = CompileOptions {
        name: Some("kernels.cu".to_owned()),
        arch: Some(target),
        options: vec![
            format!("-D{}={figure}", entry.to_uppercase()),
            format!("-DLIVE={}", Source::LIVE),
        ],
        ..CompileOptions::default()
    };
    match compile_ptx_with_opts(include_str!("kernels.cu"), options) {
        Ok(ptx) => Ok(ptx.to_src()),
        Err(CompileError::CompileError { log, .. }) => Err(log.to_string_lossy().into_owned()),
        Err(error) => Err(format!("{error:?}")),
    }
}

/// The function of a PTX text, capped at this number of registers per thread.
///
/// # Panics
///
/// If the driver does not load it.
pub fn load(gpu: &Gpu, source: Source, ptx: &str, max_registers: Option<u32>) -> CudaFunction {
    let bounded = Bounds {
        max_registers,
        ..Bounds::default()
    }
    .rewrite(ptx, source.entry(), Existing::Reject)
    .unwrap_or_else(|error| panic!("{source:?}: {error}"));
    gpu.context
        .load_module(Ptx::from_src(bounded))
        .and_then(|module| module.load_function(source.entry()))
        .unwrap_or_else(|error| panic!("{source:?} under {max_registers:?} registers: {error}"))
}

impl Gpu {
    /// The kernel compiled for this GPU and loaded, capped at this number of registers per thread.
    ///
    /// # Panics
    ///
    /// Those of [`compile`] and [`load`].
    pub fn function(&self, source: Source, max_registers: Option<u32>) -> CudaFunction {
        let ptx = compile(source, self.compute_capability.targets()[0]);
        load(self, source, &ptx, max_registers)
    }
}

/// Registers per thread that the function has.
///
/// # Panics
///
/// If the driver does not answer.
pub fn registers(function: &CudaFunction) -> u32 {
    let registers = function.num_regs().expect("a function has registers");
    registers.unsigned_abs()
}
