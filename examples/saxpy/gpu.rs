//! The GPU side of the saxpy example: compiles the kernel with NVRTC, runs it, and compares the
//! result with the CPU.
//!
//! A machine without a driver, a compiler library or a suitable GPU is an ordinary outcome here,
//! not a failure: [`run`] then returns a [`NotLaunched`] that says why.

use std::fmt;
use std::time::{Duration, Instant};

use cudarc::driver::sys::CUresult;
use cudarc::driver::{CudaContext, DriverError};
use cudarc::nvrtc::{CompileError, CompileOptions, Ptx, compile_ptx_with_opts};
use occupancy::cudarc::{LaunchError, VerifyError};

use crate::{SaxpyLaunch, saxpy};

/// The scale factor; not a round number in binary, so that every element really rounds.
const SCALE: f32 = 1.1;

/// The kernel. Block size, launch bounds and elements per thread are those of the launch type, given
/// as definitions.
///
/// It has no grid-stride loop on purpose: a grid that is too small then leaves elements untouched,
/// and the comparison notices.
///
/// The register budget is kept by launch bounds, which the PTX carries; a `--maxrregcount` given to
/// NVRTC leaves no trace there.
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

/// What a launch that took place looked like.
#[derive(Clone, Debug)]
pub struct Report {
    /// The name of the device, as the driver gives it.
    pub device: String,
    /// The compute capability of the device, `(major, minor)`.
    pub compute_capability: (i32, i32),
    /// Registers per thread of the function as it was loaded.
    pub registers: u32,
    /// The largest difference from the CPU result.
    ///
    /// Both sides use one fused multiply-add per element, so a correct launch gives exactly 0.
    pub max_error: f32,
    /// Time from the launch call until the device was idle again.
    pub elapsed: Duration,
}

/// Why the kernel was not launched; [`Display`](fmt::Display) gives one line, and more where the driver
/// refused the launch.
///
/// Driver errors are held as text: looking one up calls into the driver library, and a
/// `NotLaunched` must be printable on every machine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotLaunched {
    /// The driver library cannot be loaded.
    NoDriver,
    /// The runtime compiler library cannot be loaded.
    NoCompiler,
    /// The driver works and finds no GPU.
    NoDevice,
    /// NVRTC refused the kernel.
    Compile(String),
    /// The function or the device is not what was declared.
    Broken {
        /// The name of the device.
        device: String,
        /// What was declared, found, and what comes of it.
        message: String,
    },
    /// The driver refused the launch: what was asked for, what there is, and the rule that explains it.
    Refused(String),
    /// The driver refused a step.
    Driver {
        /// What was being done.
        step: &'static str,
        /// The driver's text for the error.
        reason: String,
    },
}

impl fmt::Display for NotLaunched {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDriver => {
                formatter.write_str("no CUDA driver library (libcuda) on this machine")
            }
            Self::NoCompiler => {
                formatter.write_str("no CUDA compiler library (libnvrtc) on this machine")
            }
            Self::NoDevice => formatter.write_str("no CUDA device on this machine"),
            Self::Compile(reason) => write!(formatter, "the kernel does not compile: {reason}"),
            Self::Broken { device, message } => write!(formatter, "{device}: {message}"),
            Self::Refused(reason) => formatter.write_str(reason),
            Self::Driver { step, reason } => write!(formatter, "{step} failed: {reason}"),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (major, minor) = self.compute_capability;
        write!(
            formatter,
            "launched on {} ({major}.{minor}): {} registers per thread, {:?}, largest difference \
             from the CPU {}",
            self.device, self.registers, self.elapsed, self.max_error,
        )
    }
}

impl std::error::Error for NotLaunched {}

/// Compiles the kernel, runs it over `elements` elements on the first device, and compares the
/// result with the CPU.
///
/// # Errors
///
/// Whatever keeps the kernel from running, a machine without CUDA first of all.
pub fn run(config: SaxpyLaunch, elements: u32) -> Result<Report, NotLaunched> {
    // cudarc panics on its first call into a library that is not there, so ask before calling.
    // SAFETY: this loads NVIDIA's libraries, whose initialisers have no preconditions.
    if !unsafe { cudarc::driver::sys::is_culib_present() } {
        return Err(NotLaunched::NoDriver);
    }
    // SAFETY: as above.
    if !unsafe { cudarc::nvrtc::sys::is_culib_present() } {
        return Err(NotLaunched::NoCompiler);
    }

    if CudaContext::device_count().map_err(during("counting the devices"))? < 1 {
        return Err(NotLaunched::NoDevice);
    }
    let context = CudaContext::new(0).map_err(during("opening the device"))?;
    let device = context.name().map_err(during("naming the device"))?;
    let compute_capability = context
        .compute_capability()
        .map_err(during("reading the compute capability"))?;
    let ptx = compile()?;
    let module = context
        .load_module(ptx)
        .map_err(during("loading the kernel"))?;
    let function = module
        .load_function("saxpy")
        .map_err(during("finding the kernel"))?;
    let registers = function
        .num_regs()
        .map_err(during("reading the register count"))?
        .unsigned_abs();
    SaxpyLaunch::verify(&function).map_err(|error| match error {
        VerifyError::Driver(error) => during("verifying the kernel")(error),
        VerifyError::Broken { message, .. } => NotLaunched::Broken {
            device: device.clone(),
            message,
        },
    })?;
    let function = SaxpyLaunch::prepare(&function).map_err(|error| refused(&error))?;

    let (x, y) = inputs(elements);
    let stream = context.default_stream();
    let copying = during("copying to the device");
    let device_x = stream.clone_htod(&x).map_err(copying)?;
    let mut device_y = stream.clone_htod(&y).map_err(copying)?;
    stream.synchronize().map_err(copying)?;

    let started = Instant::now();
    saxpy(config, &stream, function, SCALE, &device_x, &mut device_y)
        .map_err(|error| refused(&error))?;
    stream.synchronize().map_err(during("running the kernel"))?;
    // Not timed by CUDA events: cudarc reads those through a symbol that drivers before CUDA 12.8
    // lack when it is built for CUDA 13, and a missing symbol is a panic.
    let elapsed = started.elapsed();

    let out = stream
        .clone_dtoh(&device_y)
        .map_err(during("copying from the device"))?;
    // The copy is queued on the stream: before this the vector may not be filled.
    stream
        .synchronize()
        .map_err(during("copying from the device"))?;

    Ok(Report {
        device,
        compute_capability,
        registers,
        max_error: max_error(&x, &y, &out),
        elapsed,
    })
}

/// Compiles [`SOURCE`] to PTX with the options of the launch type.
fn compile() -> Result<Ptx, NotLaunched> {
    let options = CompileOptions {
        name: Some("saxpy.cu".to_owned()),
        ..SaxpyLaunch::nvrtc_options()
    };
    compile_ptx_with_opts(SOURCE, options).map_err(|error| {
        NotLaunched::Compile(match &error {
            CompileError::CompileError { nvrtc, log, .. } => {
                let log = log.to_string_lossy();
                // The log has many lines, the first error says enough.
                log.lines()
                    .find(|line| line.contains("error"))
                    .map_or_else(|| format!("{:?}", nvrtc.0), |line| line.trim().to_owned())
            }
            other => format!("{other:?}"),
        })
    })
}

fn refused(error: &LaunchError) -> NotLaunched {
    NotLaunched::Refused(error.to_string())
}

/// Turns a driver error met during `step` into its reason.
///
/// Only ever called with errors that the driver returned, so the library that knows their texts
/// is loaded.
fn during(step: &'static str) -> impl Fn(DriverError) -> NotLaunched + Copy {
    move |error| {
        if error.0 == CUresult::CUDA_ERROR_NO_DEVICE {
            return NotLaunched::NoDevice;
        }
        let reason = match error.error_string() {
            Ok(text) => text.to_string_lossy().into_owned(),
            Err(_) => format!("{:?}", error.0),
        };
        NotLaunched::Driver { step, reason }
    }
}

/// `x` and `y` of the given length, with values that saxpy has to round.
fn inputs(elements: u32) -> (Vec<f32>, Vec<f32>) {
    let ramp = || (0..=u16::MAX).cycle().zip(0..elements);
    let x = ramp().map(|(value, _)| f32::from(value)).collect();
    let y = ramp().map(|(value, _)| f32::from(value) / 3.0).collect();
    (x, y)
}

/// The largest difference between `out` and saxpy computed here; infinite where one is not a
/// number.
fn max_error(x: &[f32], y: &[f32], out: &[f32]) -> f32 {
    x.iter()
        .zip(y)
        .zip(out)
        .map(|((x, y), out)| (SCALE.mul_add(*x, *y) - out).abs())
        // `f32::max` would drop a NaN.
        .map(|error| if error.is_nan() { f32::INFINITY } else { error })
        .fold(0.0, f32::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_that_is_no_number_is_an_infinite_error() {
        let (x, y) = inputs(3);
        let mut out: Vec<f32> = x
            .iter()
            .zip(&y)
            .map(|(x, y)| SCALE.mul_add(*x, *y))
            .collect();
        assert_eq!(max_error(&x, &y, &out).to_bits(), 0.0_f32.to_bits());
        out[1] = f32::NAN;
        assert!(max_error(&x, &y, &out).is_infinite());
    }

    #[test]
    fn every_reason_is_one_line() {
        for reason in [
            NotLaunched::NoDriver,
            NotLaunched::NoCompiler,
            NotLaunched::Broken {
                device: "a GPU".to_owned(),
                message: "it has another compute capability".to_owned(),
            },
        ] {
            assert_eq!(reason.to_string().lines().count(), 1);
        }
    }
}
