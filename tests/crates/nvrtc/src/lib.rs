//! NVRTC through cudarc, as the documentation of `occupancy_binary::compiled` shows it.
//!
//! It needs the library of NVIDIA, no GPU: that of `OCCUPANCY_NVRTC`, or else the one that the loader
//! finds. Without one the tests say so and pass; `.ci/run` installs one from NVIDIA's wheels and
//! requires it.
//!
//! ```sh
//! pip install nvidia-cuda-nvrtc
//! OCCUPANCY_NVRTC=…/libnvrtc.so.13 cargo test -- --nocapture
//! ```

use std::env;
use std::ffi::{CStr, CString};

use cudarc::nvrtc::{result, sys};
use libloading::Library;

/// The recipe of the documentation, compiled with what it names.
#[cfg(doctest)]
#[doc = include_str!("../../../../occupancy-binary/src/files/compiled/nvrtc.md")]
pub struct Recipe;

/// NVRTC: one that is loaded.
#[derive(Clone, Copy, Debug)]
pub struct Nvrtc(());

/// The code of a program that NVRTC has compiled.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// Machine code; nothing, for a virtual architecture.
    pub cubin: Vec<u8>,
    /// PTX, with the zero at its end.
    pub ptx: Vec<u8>,
}

impl Nvrtc {
    /// Loads it.
    ///
    /// # Errors
    ///
    /// Why there is none, in one line.
    pub fn find() -> Result<Self, String> {
        if let Some(path) = env::var_os("OCCUPANCY_NVRTC") {
            // SAFETY: the library of NVIDIA does nothing when it is loaded that is not sound.
            let loaded = unsafe { Library::new(&path) };
            let library = loaded
                .map_err(|error| format!("OCCUPANCY_NVRTC is {}: {error}", path.display()))?;
            // Once it is loaded, its name finds it, and cudarc asks by the name.
            std::mem::forget(library);
        }
        // SAFETY: the same.
        if !unsafe { sys::is_culib_present() } {
            return Err(
                "there is no libnvrtc, or under a name that cudarc does not ask for; OCCUPANCY_NVRTC says where \
                 one is, and `pip install nvidia-cuda-nvrtc` brings one"
                    .to_owned(),
            );
        }
        Ok(Self(()))
    }

    /// Compiles CUDA C for a target, with more options.
    ///
    /// # Errors
    ///
    /// The log of NVRTC, if it does not compile.
    ///
    /// # Panics
    ///
    /// If the source has a zero in it, or there is no target.
    pub fn compile(&self, source: &str, options: &[&str]) -> Result<Compiled, String> {
        let source = CString::new(source).expect("a source has no zero");
        let said = |error: result::NvrtcError| format!("{error:?}");
        let target = format!("--gpu-architecture={}", options[0]);
        let options = [&[&*target], &options[1..]].concat();
        let program = result::create_program(&source, None).map_err(said)?;
        // SAFETY: the program is one, and is destroyed afterwards, once.
        let compiled = unsafe { compile(program, &options) };
        // SAFETY: the same.
        unsafe { result::destroy_program(program) }.map_err(said)?;
        compiled
    }
}

/// # Safety
///
/// `program` must be one that is not destroyed yet.
unsafe fn compile(program: sys::nvrtcProgram, options: &[&str]) -> Result<Compiled, String> {
    let said = |error: result::NvrtcError| format!("{error:?}");
    // SAFETY: promised by the caller, here and below; each buffer is as long as NVRTC says.
    unsafe {
        if let Err(error) = result::compile_program(program, options) {
            let bytes = result::get_program_log(program).map_err(said)?;
            let log = CStr::from_ptr(bytes.as_ptr()).to_string_lossy();
            return Err(format!("{error:?}: {log}"));
        }
        let ptx = result::get_ptx(program).map_err(said)?;
        let mut size = 0;
        sys::nvrtcGetCUBINSize(program, &raw mut size)
            .result()
            .map_err(said)?;
        let mut cubin = vec![0_u8; size];
        sys::nvrtcGetCUBIN(program, cubin.as_mut_ptr().cast())
            .result()
            .map_err(said)?;
        Ok(Compiled {
            cubin,
            ptx: ptx.into_iter().map(|byte| byte.to_ne_bytes()[0]).collect(),
        })
    }
}
