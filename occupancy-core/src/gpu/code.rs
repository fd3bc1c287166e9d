//! Compiled code: its form, its target, and the rule which GPU runs it.

use crate::text::{Text, begins, same};

/// What follows the version in the name of a target. It says on which GPUs the code runs.
///
/// Sources: PTX ISA 9.1, 11.1.2 `.target`; LLVM, User Guide for AMDGPU Backend, Processors and Generic Processors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Suffix {
    /// `sm_90`: this compute capability and later ones.
    None,
    /// `sm_90a`: this compute capability only.
    Architecture,
    /// `sm_100f`: the family of this compute capability.
    Family,
    /// AMD's stepping, 0 to 15, a hexadecimal digit: 10 of `gfx90a`, 0 of `gfx1100`. The code runs on this target only.
    Stepping(u8),
    /// `gfx9-4-generic`: every target of AMD that LLVM counts among it.
    Generic,
}

impl Suffix {
    /// The text, empty if there is none.
    ///
    /// ```
    /// use occupancy_core::gpu::Suffix;
    ///
    /// assert_eq!(format!("sm_90{}", Suffix::Architecture.text()), "sm_90a");
    /// assert_eq!(format!("gfx90{}", Suffix::Stepping(10).text()), "gfx90a");
    /// ```
    pub const fn text(self) -> &'static str {
        const DIGITS: &str = "0123456789abcdef";
        match self {
            Self::None => "",
            Self::Architecture => "a",
            Self::Family => "f",
            Self::Stepping(digit) => match DIGITS.split_at_checked(digit as usize) {
                Some((_, digits)) if !digits.is_empty() => digits.split_at(1).0,
                _ => "?",
            },
            Self::Generic => "-generic",
        }
    }
}

/// The form of a compiled kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum CodeForm {
    /// Machine code of NVIDIA: a cubin.
    MachineCode,
    /// PTX, which ptxas or the driver compiles for the GPU. It has no registers yet.
    Ptx,
    /// A function that the driver has loaded, from machine code or from PTX. It runs on the GPU that it is loaded on.
    Loaded,
    /// Machine code of AMD: a code object, in a file that ends in `.hsaco`.
    CodeObject,
}

impl CodeForm {
    /// The name that compilers have for code of this form, for a compute capability, major and minor: `sm_90a` for
    /// machine code, `compute_90a` for PTX, `gfx90a` for a code object.
    ///
    /// ```
    /// use occupancy_core::gpu::{CodeForm, Suffix};
    ///
    /// assert_eq!(CodeForm::MachineCode.target((9, 0), Suffix::None).to_string(), "sm_90");
    /// assert_eq!(CodeForm::Ptx.target((10, 0), Suffix::Family).to_string(), "compute_100f");
    /// assert_eq!(CodeForm::CodeObject.target((11, 5), Suffix::Stepping(1)).to_string(), "gfx1151");
    /// assert_eq!(CodeForm::CodeObject.target((9, 4), Suffix::Generic).to_string(), "gfx9-4-generic");
    /// assert_eq!(CodeForm::CodeObject.target((11, 0), Suffix::Generic).to_string(), "gfx11-generic");
    /// ```
    pub const fn target(self, (major, minor): (u32, u32), suffix: Suffix) -> Text<32> {
        let kind = match self {
            Self::Ptx => "compute_",
            Self::MachineCode | Self::Loaded => "sm_",
            Self::CodeObject => "gfx",
        };
        let mut target = *Text::new().text(kind).number(major as u64);
        match (suffix, minor) {
            (Suffix::Generic, 0) => {}
            (Suffix::Generic, _) => _ = target.text("-").number(minor as u64),
            _ => _ = target.number(minor as u64),
        }
        *target.text(suffix.text())
    }
}

/// Returns `true` if code of NVIDIA that was compiled for a compute capability, major and minor, runs on a GPU of another
/// one. It does only if NVIDIA says so. For code of AMD, see [`Compiled::runs_on`](crate::Compiled::runs_on).
///
/// | code | runs on |
/// |---|---|
/// | machine code, PTX for `sm_90a` | this compute capability |
/// | machine code for `sm_80`; machine code, PTX for `sm_100f` | the same major version, this minor version and later ones, but neither from nor to a Tegra |
/// | PTX for `sm_80` | this compute capability and every later one |
/// | a loaded function | the compute capability of its GPU |
///
/// Sources:
///
/// - CUDA C++ Programming Guide 13.0, Binary Compatibility: from one minor version to the next, not to
///   the one before, and not across major versions; "supported only for the desktop. It is not
///   supported for Tegra", nor "between desktop and Tegra". Measured on Jetson Orin (8.7): code for
///   `sm_80` is refused with "no kernel image is available", and PTX for `compute_80` runs
///   (github.com/jax-ml/jax, pull request 40492; the same in github.com/vllm-project/vllm, 19328).
/// - The same guide, PTX Compatibility: code of equal or greater compute capability.
/// - The same guide, Family-Specific Compatibility: `compute_100f` runs on 10.0 and 10.3,
///   `compute_103f` on 10.3, `compute_110f` on 11.0, `compute_120f` on 12.0 and 12.1, `compute_121f`
///   on 12.1.
/// - PTX ISA 9.1, 11.1.2 `.target`: PTX with `a` and `f` likewise; `sm_101a` and `sm_101f` are the names
///   that `sm_110a` and `sm_110f` had before 9.0. ptxas 13.5 takes and refuses the same, and takes PTX for `sm_100f`
///   and `sm_103f` for 10.7.
pub const fn runs(form: CodeForm, code: (u32, u32), suffix: Suffix, gpu: (u32, u32)) -> bool {
    let has_letter = matches!(suffix, Suffix::Architecture | Suffix::Family);
    if has_letter && matches!((form, code, gpu), (CodeForm::Ptx, (10, 1), (11, 0))) {
        return true;
    }
    let is_same = code.0 == gpu.0 && code.1 == gpu.1;
    let is_of_major = code.0 == gpu.0 && code.1 <= gpu.1;
    let is_desktop = !is_tegra(code) && !is_tegra(gpu);
    match (suffix, form) {
        (Suffix::Architecture, _) | (_, CodeForm::Loaded) => is_same,
        (Suffix::Family, _) | (Suffix::None, CodeForm::MachineCode) => {
            is_same || (is_of_major && is_desktop)
        }
        (Suffix::None, CodeForm::Ptx) => code.0 < gpu.0 || is_of_major,
        (_, CodeForm::CodeObject) | (Suffix::Stepping(_) | Suffix::Generic, _) => false,
    }
}

/// Returns `true` if code of AMD for one target, with or without `generic`, runs on a GPU of another one.
///
/// Sources: LLVM, User Guide for AMDGPU Backend, Generic Processors; the same table in hip-tests, `getGenericTarget`.
pub(crate) const fn runs_on_target(code: &str, gpu: &str) -> bool {
    // How the targets of a generic one begin.
    let (one, other) = match code.as_bytes() {
        b"gfx9-4-generic" => ("gfx94", "gfx95"),
        b"gfx10-1-generic" => ("gfx101", "gfx101"),
        b"gfx10-3-generic" => ("gfx103", "gfx103"),
        b"gfx11-generic" => ("gfx110", "gfx115"),
        b"gfx12-generic" => ("gfx120", "gfx120"),
        b"gfx12-5-generic" => ("gfx125", "gfx125"),
        code => return same(code, gpu.as_bytes()),
    };
    begins(gpu.as_bytes(), one.as_bytes()) || begins(gpu.as_bytes(), other.as_bytes())
}

/// Returns `true` if the GPUs of a compute capability are parts of a Tegra, as those of Jetson and DRIVE boards are.
///
/// Source: CUDA GPU Compute Capability, developer.nvidia.com/cuda-gpus: Jetson Nano and TX1 5.3, TX2
/// 6.2, Xavier 7.2, Orin 8.7, Thor 11.0, which CUDA 12 called 10.1. No source has 8.8 among them.
const fn is_tegra(code: (u32, u32)) -> bool {
    matches!(code, (5, 3) | (6 | 7, 2) | (8, 7) | (10, 1) | (11, 0))
}
