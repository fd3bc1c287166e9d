//! Reads kernels from machine code: cubins and code objects of AMD, and fat binaries and offload bundles that are not
//! compressed.
//!
//! The binary of a kernel states what the kernel needs: registers, static shared memory, the stack, named barriers. It
//! also states what it was compiled for: launch bounds, clusters, a cap on registers. It does not state the `minBlocksPerMultiprocessor` of
//! `__launch_bounds__` itself.
//!
//! ```
//! use occupancy_binary::cubin::usage;
//!
//! # /*
//! let file = std::fs::read("kernels.cubin")?;
//! # */
//! # let file = include_bytes!(concat!(
//! #     env!("CARGO_MANIFEST_DIR"),
//! #     "/../tests/fixtures/cubins/saxpy-sm_90-13.cubin",
//! # )).to_vec();
//! let saxpy = usage(&file, "saxpy")?;
//! assert!(saxpy.registers.unwrap() <= 32);
//! assert_eq!(saxpy.compute_capability, (9, 0));
//! assert_eq!(saxpy.max_block, Some((256, 1, 1)));
//! # Ok::<(), occupancy_binary::Error>(())
//! ```
//!
//! [`Images`] reads a file once for many kernels and GPUs, and [`Image::kernels`] lists all kernels of a
//! cubin, such as one that NVRTC has just made.
//!
//! The crate `occupancy-binary` reads compressed code, and code inside of libraries and object files.
//!
//! # The format
//!
//! NVIDIA does not document the format. This reader was made by comparison with `cuobjdump` and `ptxas
//! -v` of CUDA 11.8 to 13.5: ELF files of ABI 7 and 8. A later ABI is an error, not a guess; unknown
//! attributes are skipped, because their length is known. Bytes that are not a whole binary are an
//! error. No input makes the reader panic, and its time is bounded.
//!
//! The figures were also compared on GPU code that others ship: 3,017,418 figures of 142,937 kernels in
//! 25,034 images, of CUDA 11.8 to 13, equal those that cuobjdump 13.5 prints. The packages are
//! `nvidia-nccl-cu12` 2.32.3, `flashinfer-cubin` 0.6.13, `nvidia-cublas` 13.10.0.20, `xgboost` 3.2.0,
//! `cupy-cuda13x` 14.2.0, `faiss-gpu-cu12` 1.14.1.post1, `xformers` 0.0.35, `nvidia-curand` 10.4.5.25 and
//! `bitsandbytes` 0.50.2; `tests/crates/compiler` of the repository has the program, and what it printed.
//!
//! # Code objects
//!
//! AMD's format is documented: code objects of version 3 to 6, linked or not, have metadata of their kernels, which
//! [`Compiled`](crate::Compiled) has, and a descriptor of each, which has to agree.
//!
//! ```
//! use occupancy_binary::cubin::Images;
//! use occupancy_core::targets::GFX942;
//!
//! # /*
//! let file = std::fs::read("kernels.hsaco")?;
//! # */
//! # let file = include_bytes!(concat!(
//! #     env!("CARGO_MANIFEST_DIR"),
//! #     "/../tests/kernels/gfx942.hsaco",
//! # )).to_vec();
//! let saxpy = Images::new(&file)?.usage_on(&GFX942, "saxpy")?;
//! assert_eq!((saxpy.vgprs, saxpy.sgprs), (Some(6), Some(14)));
//! assert_eq!(saxpy.target().to_string(), "gfx942");
//! # Ok::<(), occupancy_binary::Error>(())
//! ```
//!
//! The figures of 26,567 kernels in the packages `bitsandbytes` 0.50.2, `gafime-rocm` 0.4.7 and `cupy-rocm-4-0` 10.6.0,
//! which is of version 3, equal those that `llvm-readelf` prints, and each agrees with its descriptor.

pub(crate) mod bundle;
mod code_object;
mod demangle;
mod elf;
pub(crate) mod fatbin;
mod image;
mod images;
mod names;

#[doc(hidden)]
pub use self::code_object::of_triple;
pub(crate) use self::elf::{AMDGPU, CUDA, Target, machine, major_minor, target};
#[doc(hidden)]
pub use self::fatbin::{Compression, Entry, EntryKind};
pub use self::fatbin::{entries, is_fatbin};
pub use self::image::Image;
pub use self::images::{Images, usage};
pub(crate) use self::names::{Candidates, Query, only};
#[cfg(feature = "files")]
pub(crate) use self::{
    elf::{has_bytes, index, most_read, take},
    fatbin::{each_entry, of_entry},
    images::{Choice, loaded, with_suffix},
};
pub use crate::error::{Error, ErrorKind};

/// The faults of a cubin or a fat binary.
mod fault {
    pub(super) const TRUNCATED: &str = "what is referred to is outside of the file";
    pub(super) const SYMBOL: &str = "a symbol is not one of a cubin";
    pub(super) const SECTION: &str = "a section is missing or of another kind";
    pub(super) const NAME: &str = "a name is empty, does not end, or is not UTF-8";
    pub(super) const ATTRIBUTE: &str = "an attribute has an unknown form";
    pub(super) const CONTRADICTION: &str = "something is stated twice, and differently";
    pub(super) const SHARED_MEMORY: &str = "the shared memory of this kernel cannot be";
    pub(super) const REGISTERS: &str = "no registers are stated for this kernel";
    pub(super) const NO_METADATA: &str =
        "it has no metadata of kernels, which versions 3 and later have";
    pub(super) const METADATA: &str = "the metadata of the kernels has an unknown form";
    pub(super) const DESCRIPTOR: &str =
        "the descriptor of this kernel is not what the metadata states";
    pub(super) const BUNDLE: &str = "the offload bundle has an unknown form";
    pub(super) const FATBIN: &str = "the fat binary has an unknown form";
}

fn damaged(fault: &str, offset: usize) -> Error {
    let text = format!("the binary is damaged at byte {offset}: {fault}");
    if fault == fault::TRUNCATED {
        let help = "the file may be cut off: build it anew";
        return Error::new(ErrorKind::Truncated, text, help).at(offset);
    }
    let help = match fault {
        fault::REGISTERS => "compile it with ptxas or nvcc, which state them",
        _ => "build it anew; if `cuobjdump -elf` reads it, report it with the version of nvcc",
    };
    Error::new(ErrorKind::Damaged, text, help).at(offset)
}

pub(crate) fn not_cubin() -> Error {
    let fault = "neither a cubin nor a fat binary";
    let help = "`nvcc -cubin -arch=sm_90` makes a cubin, `nvcc -fatbin` a fat binary; PTX, libraries and object \
         files are other formats";
    Error::new(ErrorKind::UnknownFormat, fault, help)
}
