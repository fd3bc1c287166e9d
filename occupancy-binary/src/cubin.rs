//! What kernels use, out of their machine code: cubins, and fat binaries that are not compressed.
//!
//! The binary of a kernel states what it needs: registers, static shared memory, the stack, named
//! barriers, and what it was compiled for: launch bounds, clusters, a cap on registers. It does not
//! state the `minBlocksPerMultiprocessor` of `__launch_bounds__` itself. [`usage`] reads that in a `const fn`, so that a build can be held to it:
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
//! The bytes are read when the code compiles, and do not land in the program. At run time
//! [`Image::kernels`] lists all kernels of a cubin, such as one that NVRTC has just made.
//!
//! What is compressed, or inside of a library or an object file, is for the crate `occupancy-binary`.
//!
//! # The format
//!
//! It is not documented. What is read here was found by comparison with NVIDIA's `cuobjdump` and
//! `ptxas -v` of CUDA 11.8 to 13.5: ELF files of ABI 7 and 8. What belongs to a later ABI is an
//! error and not a guess; attributes that are not known are skipped, as their length is. Bytes that
//! are no whole binary are an error, whatever they are: nothing panics, and the time is bounded.
//!
//! The figures were also compared with those of the GPU code that others ship: 3,017,418 figures of 142,937
//! kernels in 25,034 images, of CUDA 11.8 to 13, equal those that cuobjdump 13.5 prints. The
//! packages are `nvidia-nccl-cu12` 2.32.3, `flashinfer-cubin` 0.6.13, `nvidia-cublas` 13.10.0.20,
//! `xgboost` 3.2.0, `cupy-cuda13x` 14.2.0, `faiss-gpu-cu12` 1.14.1.post1, `xformers` 0.0.35,
//! `nvidia-curand` 10.4.5.25 and `bitsandbytes` 0.50.2; `tests/crates/cubin` of the repository has the
//! program, and what it printed.

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

use occupancy_core::Compiled;

use self::machine_code::MachineCodes;

pub use self::chosen::usage_for;
pub use self::error::{CubinError, Fault, ImageList, Malformed};
pub use self::fatbin::{
    Compression, FatbinEntries, FatbinEntry, FatbinKind, FatbinPart, FatbinParts,
};
pub use self::image::{Abi, Image};
pub use self::kernels::Kernels;
pub use self::unknown::UnknownKernel;

/// What a kernel of a cubin uses, or of a fat binary with one cubin.
///
/// `kernel` is the name of its symbol, of C++ the mangled one; or its name in the source, with or
/// without namespaces, where only one kernel is called so: `dot` and `blas::dot` are both
/// `_ZN4blas3dotEiPKfS1_Pf`.
///
/// # Errors
///
/// [`CubinError`] if the bytes are no such file, or not a whole one; if there is no such
/// kernel, or what is said of it does not hold together; if a fat binary has several cubins, for
/// which there is [`usage_on`], or a compressed one.
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
        images = images.with(code.compute_capability);
        several |= found.is_some();
        found = Some(code);
    }
    match found {
        Some(_) if several => Err(CubinError::SeveralImages(images)),
        Some(code) => match code.image() {
            Ok(image) => image.usage(kernel),
            Err(error) => Err(error),
        },
        None => Err(CubinError::NoImage(images)),
    }
}

/// What a kernel of a cubin or of a fat binary uses on a GPU of exactly this compute capability,
/// major and minor.
///
/// The images for other GPUs are left alone, compressed or not. `kernel` is as for [`usage`].
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
/// assert!(other.to_string().contains("there is for compute capability 8.0"));
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
            Err(CubinError::NoImage(images.with(of_image)))
        };
    }
    let mut found = None;
    let mut missing = None;
    let mut several = false;
    let mut codes = MachineCodes::new(file);
    loop {
        let code = match codes.next() {
            Ok(Some(code)) => code,
            Ok(None) => break,
            Err(error) => return Err(error),
        };
        let of_code = code.compute_capability;
        images = images.with(of_code);
        if of_code.0 != major || of_code.1 != minor {
            continue;
        }
        let usage = match code.image() {
            Ok(image) => image.usage(kernel),
            Err(error) => return Err(error),
        };
        match usage {
            Ok(usage) => {
                several |= found.is_some();
                found = Some(usage);
            }
            Err(CubinError::UnknownKernel(unknown)) => missing = Some(unknown),
            Err(error) => return Err(error),
        }
    }
    match (found, missing) {
        (Some(_), _) if several => Err(CubinError::SeveralImages(images)),
        (Some(usage), _) => Ok(usage),
        (None, Some(unknown)) => Err(CubinError::UnknownKernel(unknown)),
        (None, None) => Err(CubinError::NoImage(images)),
    }
}
