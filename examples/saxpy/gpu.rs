//! Compiles the kernel of the saxpy example with NVRTC, runs it, and compares the result with the CPU's.
//!
//! It is no failure of the example if the machine has no driver, no compiler library or no suitable GPU.

use std::error::Error;
use std::time::Instant;

use cudarc::driver::CudaContext;
use cudarc::nvrtc::{CompileOptions, compile_ptx_with_opts};

use crate::{SaxpyLaunch, saxpy};

/// The scale factor. It is not a round number in binary, so that every element really rounds.
const SCALE: f32 = 1.1;

/// The kernel. Definitions of macros give it the block size, launch bounds and elements per thread of the launch type.
///
/// It has no grid-stride loop on purpose: a grid that is too small leaves elements untouched, and the comparison
/// notices.
///
/// Launch bounds keep the register budget, because PTX carries them. A `--maxrregcount` for NVRTC leaves no trace
/// there.
const SOURCE: &str = r#"
extern "C" __global__ void __launch_bounds__(THREADS_PER_BLOCK, MIN_BLOCKS_PER_SM)
saxpy(unsigned long long n, float a, const float *x, float *y)
{
    const size_t first = size_t(blockIdx.x) * THREADS_PER_BLOCK * ITEMS_PER_THREAD + threadIdx.x;
    #pragma unroll
    for (int item = 0; item < ITEMS_PER_THREAD; ++item) {
        const size_t i = first + size_t(item) * THREADS_PER_BLOCK;
        if (i < n)
            y[i] = __fmaf_rn(a, x[i], y[i]);
    }
}
"#;

/// Compiles the kernel, and runs it over `elements` elements on the first device. Returns the number of elements that
/// differ from the CPU's.
///
/// # Errors
///
/// The reason why the kernel cannot run, such as a machine without CUDA.
pub fn run(launch: SaxpyLaunch, elements: u32) -> Result<usize, Box<dyn Error>> {
    // cudarc panics on its first call into a library that is not there, so ask before calling.
    // SAFETY: this loads NVIDIA's libraries, whose initialisers have no preconditions.
    if !unsafe { cudarc::driver::sys::is_culib_present() } {
        return Err("no CUDA driver library (libcuda) on this machine".into());
    }
    // SAFETY: the same holds for this library.
    if !unsafe { cudarc::nvrtc::sys::is_culib_present() } {
        return Err("no CUDA compiler library (libnvrtc) on this machine".into());
    }

    let context = CudaContext::new(0)?;
    let options = CompileOptions {
        name: Some("saxpy.cu".to_owned()),
        ..SaxpyLaunch::nvrtc_options()
    };
    let module = context.load_module(compile_ptx_with_opts(SOURCE, options)?)?;
    let function = module.load_function("saxpy")?;
    SaxpyLaunch::verify(&function)?;
    let prepared = SaxpyLaunch::prepare(&function)?;

    // Values that saxpy has to round.
    let ramp = || (0..=u16::MAX).cycle().zip(0..elements);
    let x: Vec<f32> = ramp().map(|(value, _)| value.into()).collect();
    let y: Vec<f32> = ramp().map(|(value, _)| f32::from(value) / 3.0).collect();
    let stream = context.default_stream();
    let device_x = stream.clone_htod(&x)?;
    let mut device_y = stream.clone_htod(&y)?;
    stream.synchronize()?;

    let started = Instant::now();
    saxpy(launch, &stream, prepared, SCALE, &device_x, &mut device_y)?;
    stream.synchronize()?;
    // CUDA events would be more exact, but cudarc for CUDA 13 reads them through a symbol that drivers before CUDA 12.8
    // lack, and a missing symbol is a panic.
    let elapsed = started.elapsed();

    let out = stream.clone_dtoh(&device_y)?;
    // The copy is queued on the stream: only now is the vector filled.
    stream.synchronize()?;

    // Both sides use one fused multiply-add per element, so a correct launch gives the same bits.
    let expected = x.iter().zip(&y).map(|(x, y)| SCALE.mul_add(*x, *y));
    let same = expected
        .zip(&out)
        .filter(|(expected, out)| expected.to_bits() == out.to_bits());
    let differing = x.len() - same.count();
    println!(
        "launched on {}: {} registers per thread, {elapsed:?}, {differing} elements differ from the CPU's",
        context.name()?,
        function.num_regs()?,
    );
    Ok(differing)
}
