//! Checks code that was compiled at run time against a configuration, before it is loaded.
//!
//! NVRTC has a cubin (`nvrtcGetCUBIN`) if it compiles for a GPU, not for a virtual architecture:
//! `--gpu-architecture=sm_90`. After the driver loads it, a launch that needs too much fails, or runs
//! with fewer blocks than expected. [`check`] reports it before the load:
//!
//! ```
//! use occupancy_core::{Arch, Configuration, Kernel};
//! use occupancy_binary::compiled;
//!
//! let archs = [Arch::find("h100")?];
//! let saxpy = Configuration::new(&archs, Kernel::new((256, 1, 1), 32)).with_min_blocks(8);
//!
//! # let cubin: &[u8] = include_bytes!("../../fixtures/sm_90.cubin");
//! # /*
//! let cubin: Vec<u8> = nvrtc_get_cubin(program)?;
//! # */
//! compiled::check(&saxpy, &cubin, "saxpy")?;
//!
//! let narrow = saxpy.with_kernel(Kernel::new((512, 1, 1), 8));
//! let error = compiled::check(&narrow, &cubin, "dot").unwrap_err();
//! assert!(error.to_string().contains("uses 12 registers per thread, more than the 8 declared"));
//! assert!(error.to_string().contains("a block of 512 threads cannot launch"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! hipRTC has a code object (`hiprtcGetCode`), and a build script the output of hipcc or clang:
//!
//! ```
//! use occupancy_core::{Arch, Configuration, Kernel};
//! use occupancy_binary::compiled;
//!
//! let archs = [Arch::find("mi300x")?, Arch::find("rx7900xtx")?];
//! let kernel = Kernel::new((256, 1, 1), 0).with_vgprs(64).with_sgprs(22);
//! let outer = Configuration::new(&archs, kernel);
//!
//! # let bundle: &[u8] = include_bytes!("../../../tests/kernels/kernels.hipfb");
//! # /*
//! let bundle = std::fs::read("kernels.hipfb")?;
//! # */
//! let error = compiled::check(&outer, &bundle, "outer").unwrap_err();
//! assert!(error.to_string().contains("`outer` (gfx942) uses 78 VGPRs per thread, more than the 64 declared"));
//! assert!(error.to_string().contains("`outer` (gfx1100) uses 98 VGPRs per thread, more than the 64 declared"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
// cudarc is only where these doctests run: in `tests/crates/nvrtc`.
#![cfg_attr(not(doctest), doc = "")]
#![cfg_attr(not(doctest), doc = include_str!("compiled/nvrtc.md"))]

use occupancy_core::{Compiled, Configuration, Lint, Multiprocessor, Occupancy, Rule};

use super::{Decoder, EntryKind, File, no_image, usage_on};
use crate::error::{Error, ErrorKind};

/// Checks the configuration of a launch with every rule of the attribute, and its compiled kernel with those for
/// `cubin` and `hsaco`. `compiled` is a cubin, a code object, or any other file that [`File`] reads.
///
/// It checks the machine code that each GPU of the configuration loads; code for one of them is enough. A
/// kernel that uses less than declared breaks no rule. Barriers are compared if the configuration declares some;
/// otherwise they only count for the resident blocks. Tensor memory (`tcgen05`) is ignored, as no file has its columns.
///
/// # Errors
///
/// [`ErrorKind::BrokenRules`] with every rule that it breaks, [`ErrorKind::Relocatable`] if it breaks none and is
/// input for the linker, [`ErrorKind::OnlyPtx`], or another [`Error`] if it cannot be read.
pub fn check(
    configuration: &Configuration<'_>,
    compiled: &[u8],
    kernel: &str,
) -> Result<(), Error> {
    if compiled.is_empty() {
        return Err(only_ptx());
    }
    let file = File::new(compiled)?;
    let entries = file.entries().collect::<Result<Vec<_>, _>>()?;
    let code = entries.iter().filter(|entry| entry.is_machine_code());
    let mut code: Vec<_> = code.map(|entry| entry.code_of(kernel)).collect();
    if code.is_empty() && entries.iter().any(|it| it.kind == EntryKind::Ptx) {
        return Err(only_ptx());
    }
    // The violations of each GPU's code in turn. Several GPUs can load the same code.
    let (mut rules, mut messages, mut relocatable) = (Vec::new(), Vec::new(), None);
    let mut note_broken = |configuration: &Configuration<'_>, applies: fn(Rule) -> bool| {
        for rule in configuration.check().iter().filter(|rule| applies(*rule)) {
            let message = configuration.message(rule).to_string();
            if !rules.contains(&rule) {
                rules.push(rule);
            }
            if !messages.contains(&message) {
                messages.push(message);
            }
        }
    };
    note_broken(&configuration.with_compiled(&[]), |_| true);
    let mut decoder = Decoder::new();
    let mut is_any_loaded = false;
    let mut missing = no_image((0, 0), code.iter().map(|code| code.compute_capability));
    for arch in configuration.archs {
        let sm = arch.multiprocessor();
        let stored = match usage_on(&file, &mut decoder, sm, kernel) {
            Err(error) if error.kind() == ErrorKind::NoImage => {
                missing = error;
                continue;
            }
            stored => stored?,
        };
        is_any_loaded = true;
        let code = [as_loaded(configuration, sm, stored)];
        let archs = [*arch];
        let configuration = configuration.with_archs(&archs).with_compiled(&code);
        note_broken(&configuration, Rule::concerns_compiled_kernel);
        let advice = configuration.advise(Lint::Relocatable);
        relocatable = advice.map(|message| message.to_string()).or(relocatable);
    }
    // The rule that no GPU has code to load needs the targets alone.
    if !is_any_loaded {
        if code.is_empty() || configuration.archs.is_empty() {
            return Err(missing);
        }
        code.sort_by_key(|code| (code.compute_capability, code.suffix.text()));
        code.dedup();
        let configuration = configuration.with_compiled(&code);
        note_broken(&configuration, Rule::concerns_compiled_kernel);
    }
    let kind = match (&rules[..], &relocatable) {
        ([], None) => return Ok(()),
        ([], Some(_)) => ErrorKind::Relocatable,
        _ => ErrorKind::BrokenRules,
    };
    messages.extend(relocatable);
    let mut error = Error::new(kind, messages.join("\n\n"), "");
    error.0.rules = rules;
    Err(error)
}

fn only_ptx() -> Error {
    let fault = "only PTX, which has no registers yet";
    let help = "compile for the GPU, `--gpu-architecture=sm_90`, and take `nvrtcGetCUBIN` in place of `nvrtcGetPTX`";
    Error::new(ErrorKind::OnlyPtx, fault, help)
}

/// Returns the code with the figures that the driver would report after loading it on a GPU.
fn as_loaded<'a>(
    configuration: &Configuration<'_>,
    sm: &Multiprocessor,
    mut code: Compiled<'a>,
) -> Compiled<'a> {
    let declared = configuration.kernel;
    let shared = code.static_shared_memory;
    let used = declared
        .with_registers(code.registers.unwrap_or(declared.registers_per_thread))
        .with_vgprs(code.vgprs.unwrap_or(declared.vgprs))
        .with_sgprs(code.sgprs.unwrap_or(declared.sgprs))
        .with_static_shared_memory(shared.unwrap_or(declared.static_shared_memory))
        .with_barriers(code.barriers.unwrap_or(declared.barriers));
    let occupancy = Occupancy::new(sm, &used).ok();
    code.blocks_per_sm = occupancy.map(|occupancy| occupancy.blocks_per_sm);
    // Without declared barriers, there is no number to compare.
    if declared.barriers == 0 {
        code.barriers = None;
    }
    code
}
