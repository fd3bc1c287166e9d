//! Reads what kernels use from their machine code: cubins, and fat binaries that are not compressed.
//!
//! The binary of a kernel states what it needs: registers, static shared memory, the stack, named barriers, and what it
//! was compiled for: launch bounds, clusters, a cap on registers. It does not state the `minBlocksPerMultiprocessor` of
//! `__launch_bounds__` itself. [`usage`] reads it in a `const fn`, so that a build can check it:
//!
//! ```
//! use occupancy_binary::cubin::usage;
//! use occupancy_core::Compiled;
//!
//! # /*
//! const BYTES: &[u8] = include_bytes!("kernels.cubin");
//! # */
//! # const BYTES: &[u8] = include_bytes!(concat!(
//! #     env!("CARGO_MANIFEST_DIR"),
//! #     "/../tests/fixtures/cubins/saxpy-sm_90-13.cubin",
//! # ));
//! const SAXPY: Compiled = match usage(BYTES, "saxpy") {
//!     Ok(usage) => usage,
//!     Err(_) => panic!("kernels.cubin has no saxpy"),
//! };
//! const _: () = assert!(SAXPY.registers.unwrap() <= 32);
//! assert_eq!(SAXPY.compute_capability, (9, 0));
//! assert_eq!(SAXPY.max_block, Some((256, 1, 1)));
//! ```
//!
//! The compiler reads the bytes, and the program does not contain them. At run time, [`Image::kernels`]
//! lists all kernels of a cubin, such as one that NVRTC has just made.
//!
//! The crate `occupancy-binary` reads compressed code, and code inside of libraries and object files.
//!
//! # The format
//!
//! NVIDIA does not document the format. This reader was made by comparison with `cuobjdump` and `ptxas
//! -v` of CUDA 11.8 to 13.5: ELF files of ABI 7 and 8. A later ABI is an error, not a guess; unknown
//! attributes are skipped, because their length is known. Bytes that are not a whole binary are an
//! error: nothing panics, and the time is bounded.
//!
//! The figures were also compared on GPU code that others ship: 3,017,418 figures of 142,937 kernels in
//! 25,034 images, of CUDA 11.8 to 13, equal those that cuobjdump 13.5 prints. The packages are
//! `nvidia-nccl-cu12` 2.32.3, `flashinfer-cubin` 0.6.13, `nvidia-cublas` 13.10.0.20, `xgboost` 3.2.0,
//! `cupy-cuda13x` 14.2.0, `faiss-gpu-cu12` 1.14.1.post1, `xformers` 0.0.35, `nvidia-curand` 10.4.5.25 and
//! `bitsandbytes` 0.50.2; `tests/crates/cubin` of the repository has the program, and what it printed.

mod attribute;
mod bytes;
mod chosen;
mod elf;
mod error;
mod fatbin;
mod image;
mod kernel_attributes;
mod kernels;
mod machine_code;
mod unknown;
mod work_budget;

use occupancy_core::__private::same;
use occupancy_core::Compiled;

use self::machine_code::MachineCodes;
pub(crate) use self::unknown::NamesAsked;

pub use self::chosen::usage_for;
#[cfg(feature = "std")]
pub(crate) use self::elf::has_bytes;
pub use self::error::{CubinError, Fault, ImageList, Malformed};
pub use self::fatbin::{
    Compression, FatbinEntries, FatbinEntry, FatbinKind, FatbinPart, FatbinParts,
};
pub use self::image::{Abi, Image};
pub use self::kernels::Kernels;
pub use self::unknown::UnknownKernel;

/// What a kernel uses in a cubin, or in a fat binary with one cubin.
///
/// `kernel` is the name of its symbol, mangled for C++; or its name in the source, with or without
/// namespaces, if only one kernel has it: `dot` and `blas::dot` are both `_ZN4blas3dotEiPKfS1_Pf`.
///
/// # Errors
///
/// [`CubinError`] if the bytes are not such a file, or not a whole one; if there is no such kernel, or
/// its attributes contradict each other; or if a fat binary has a compressed cubin, or several, for
/// which there is [`usage_on`].
///
/// ```
/// use occupancy_binary::cubin::{CubinError, usage};
///
/// assert_eq!(usage(b".version 8.0", "saxpy"), Err(CubinError::NotCubin));
/// ```
pub const fn usage<'a>(file: &'a [u8], kernel: &str) -> Result<Compiled<'a>, CubinError> {
    if !FatbinEntries::is_fatbin(file) {
        return match Image::new(file) {
            Ok(image) => image.usage(kernel),
            Err(error) => Err(error),
        };
    }
    let mut images = ImageList::new();
    let mut found = None;
    let mut several = false;
    let mut codes = MachineCodes::new(file);
    loop {
        let code = match codes.next() {
            Ok(Some(code)) => code,
            Ok(None) => break,
            Err(error) => return Err(error),
        };
        images = images.with(code.compute_capability, code.suffix);
        several |= found.is_some();
        found = Some(code);
    }
    match found {
        Some(_) if several => Err(CubinError::SeveralImages(images)),
        Some(code) => match code.image() {
            Ok(image) => code.usage(&image, kernel),
            Err(error) => Err(error),
        },
        None => Err(CubinError::NoImage(images)),
    }
}

/// What a kernel of a cubin or a fat binary uses on a GPU of exactly this compute capability, major and
/// minor.
///
/// The images for other GPUs are ignored, compressed or not. `kernel` is as for [`usage`].
///
/// ```
/// use occupancy_binary::cubin::{CubinError, usage_on};
///
/// # /*
/// let file = include_bytes!("kernels.fatbin");
/// # */
/// # let file = include_bytes!(concat!(
/// #     env!("CARGO_MANIFEST_DIR"),
/// #     "/../tests/fixtures/cubins/saxpy-13.fatbin",
/// # ));
/// assert_eq!(usage_on(file, (8, 0), "blas::reversed")?.static_shared_memory, Some(1024));
/// let other = usage_on(file, (9, 0), "saxpy").unwrap_err();
/// assert!(other.to_string().contains("there is for sm_80"));
/// # Ok::<(), CubinError>(())
/// ```
///
/// # Errors
///
/// As for [`usage`]; [`CubinError::NoImage`] if there is no machine code for the GPU, and
/// [`CubinError::SeveralImages`] if several images for it have the kernel.
pub const fn usage_on<'a>(
    file: &'a [u8],
    compute_capability: (u32, u32),
    kernel: &str,
) -> Result<Compiled<'a>, CubinError> {
    usage_in(file, compute_capability, compute_capability, kernel)
}

/// The same for the images that also run on `gpu`.
const fn usage_in<'a>(
    file: &'a [u8],
    compute_capability: (u32, u32),
    gpu: (u32, u32),
    kernel: &str,
) -> Result<Compiled<'a>, CubinError> {
    let (major, minor) = compute_capability;
    let mut images = ImageList::new();
    if !FatbinEntries::is_fatbin(file) {
        let image = match Image::new(file) {
            Ok(image) => image,
            Err(error) => return Err(error),
        };
        let of_image = image.compute_capability();
        return if of_image.0 == major && of_image.1 == minor {
            image.usage(kernel)
        } else {
            Err(CubinError::NoImage(images.with(of_image, image.suffix())))
        };
    }
    let mut found = None;
    let mut ambiguous = None;
    let mut missing = NamesAsked::new(kernel);
    let mut is_missing = false;
    let mut is_exact = false;
    let mut several = false;
    let mut codes = MachineCodes::new(file);
    loop {
        let code = match codes.next() {
            Ok(Some(code)) => code,
            Ok(None) => break,
            Err(error) => return Err(error),
        };
        let of_code = code.compute_capability;
        images = images.with(of_code, code.suffix);
        if of_code.0 != major || of_code.1 != minor || !code.runs_on(gpu) {
            continue;
        }
        let image = match code.image() {
            Ok(image) => image,
            Err(error) => return Err(error),
        };
        match code.usage(&image, kernel) {
            Ok(usage) => {
                // The symbol counts more than the name in the source, as in one image.
                let has_symbol = same(usage.name.as_bytes(), kernel.as_bytes());
                if has_symbol == is_exact {
                    several |= found.is_some();
                    found = Some(usage);
                } else if has_symbol {
                    is_exact = true;
                    several = false;
                    found = Some(usage);
                }
            }
            Err(CubinError::UnknownKernel(_)) => {
                is_missing = true;
                missing.look_in(&image);
            }
            Err(error @ CubinError::AmbiguousKernel(_)) => ambiguous = Some(error),
            Err(error) => return Err(error),
        }
    }
    match (found, ambiguous) {
        (Some(_), _) if several => Err(CubinError::SeveralImages(images)),
        (Some(usage), None) => Ok(usage),
        (Some(usage), Some(_)) if is_exact => Ok(usage),
        (_, Some(error)) => Err(error),
        (None, None) if is_missing => Err(CubinError::UnknownKernel(missing.finish())),
        (None, None) => Err(CubinError::NoImage(images)),
    }
}
