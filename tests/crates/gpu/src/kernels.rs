//! Kernels for the GPU at hand, compiled by NVRTC.

use std::fmt::Write as _;

use cudarc::driver::CudaFunction;
use cudarc::nvrtc::{CompileError, CompileOptions, Ptx, compile_ptx_with_opts};
use occupancy::ptx::{Bounds, Existing};

use crate::Gpu;

/// A kernel of the tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Source {
    /// `plain()` does nothing.
    Plain,
    /// `declared()` has this much static shared memory, in bytes, and uses it.
    Declared(u32),
    /// `hungry(float *numbers)` keeps [`Source::LIVE`] numbers of each thread across a barrier, and
    /// has so much static shared memory. `numbers` has 1,024 for each of them.
    Hungry(u32),
    /// `barriers()` uses this number of named barriers.
    Barriers(u32),
    /// `clustered()` does nothing, in clusters of this size in x.
    Clustered(u32),
    /// `spin(unsigned long long nanoseconds, unsigned long long *runs)` runs for that long and
    /// writes the SM, the start and the end of each block.
    Spin,
}

impl Source {
    /// Numbers that `hungry` keeps: as many as registers a thread can have, and some more.
    pub const LIVE: u32 = 260;

    /// The name of the kernel.
    pub const fn entry(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Declared(_) => "declared",
            Self::Hungry(_) => "hungry",
            Self::Barriers(_) => "barriers",
            Self::Clustered(_) => "clustered",
            Self::Spin => "spin",
        }
    }

    /// CUDA C++.
    pub fn text(self) -> String {
        let entry = self.entry();
        match self {
            Self::Plain => format!("extern \"C\" __global__ void {entry}() {{}}\n"),
            Self::Clustered(blocks) => format!(
                "extern \"C\" __global__ void __cluster_dims__({blocks}, 1, 1) {entry}() {{}}\n"
            ),
            Self::Declared(bytes) => format!(
                "extern \"C\" __global__ void {entry}() {{\n{}}}\n",
                declaration(bytes)
            ),
            Self::Hungry(bytes) => format!(
                "extern \"C\" __global__ void {entry}(volatile float *numbers) {{\n{}    \
                 float kept[{live}];\n    \
                 #pragma unroll\n    \
                 for (int i = 0; i < {live}; ++i) kept[i] = numbers[1024 * i + threadIdx.x];\n    \
                 __syncthreads();\n    \
                 #pragma unroll\n    \
                 for (int i = 0; i < {live}; ++i)\n        \
                 numbers[1024 * i + threadIdx.x] = kept[i] * kept[(7 * i + 3) % {live}];\n}}\n",
                declaration(bytes),
                live = Self::LIVE,
            ),
            Self::Barriers(count) => {
                let mut body = String::new();
                for barrier in 0..count {
                    let _ = writeln!(body, "    asm volatile(\"bar.sync {barrier};\");");
                }
                format!("extern \"C\" __global__ void {entry}() {{\n{body}}}\n")
            }
            Self::Spin => SPIN.to_owned(),
        }
    }
}

/// Every thread spins, and the first one writes what it saw.
const SPIN: &str = r#"
__device__ unsigned long long now() {
    unsigned long long nanoseconds;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(nanoseconds));
    return nanoseconds;
}

extern "C" __global__ void spin(unsigned long long nanoseconds, unsigned long long *runs) {
    const unsigned long long start = now();
    unsigned long long end = start;
    while (end - start < nanoseconds) end = now();
    if (threadIdx.x == 0) {
        unsigned sm;
        asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
        runs[3ull * blockIdx.x] = sm;
        runs[3ull * blockIdx.x + 1] = start;
        runs[3ull * blockIdx.x + 2] = end;
    }
}
"#;

/// Static shared memory that the compiler cannot take for unused.
fn declaration(bytes: u32) -> String {
    if bytes == 0 {
        return String::new();
    }
    format!(
        "    __shared__ volatile unsigned char own[{bytes}];\n    \
         own[threadIdx.x % {bytes}] = 1;\n"
    )
}

/// PTX of the kernel for `target` (`sm_90`).
///
/// # Panics
///
/// Where NVRTC refuses it, which is a fault of the kernel.
pub fn compile(source: Source, target: &'static str) -> String {
    try_compile(source, target).unwrap_or_else(|log| panic!("{source:?} for {target}: {log}"))
}

/// The same, with what NVRTC says where it refuses.
pub(crate) fn try_compile(source: Source, target: &'static str) -> Result<String, String> {
    let options = CompileOptions {
        name: Some(format!("{}.cu", source.entry())),
        arch: Some(target),
        ..CompileOptions::default()
    };
    match compile_ptx_with_opts(source.text(), options) {
        Ok(ptx) => Ok(ptx.to_src()),
        Err(CompileError::CompileError { log, .. }) => Err(log.to_string_lossy().into_owned()),
        Err(error) => Err(format!("{error:?}")),
    }
}

/// The function of a PTX text, capped at this number of registers per thread.
///
/// # Panics
///
/// Where the driver does not load it.
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
