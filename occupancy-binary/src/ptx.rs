//! Reads the launch bounds of an entry from PTX text, and writes those of a [`Configuration`] into it.
//!
//! The code that rustc and Rust-CUDA generate states no launch bounds, so ptxas and the driver assume
//! blocks of any size and any number of registers. PTX is text, and the directives that bound an entry
//! are between its name and its body:
//!
//! ```text
//! .visible .entry saxpy(
//!     .param .u64 saxpy_param_0
//! )
//! .maxntid 256, 1, 1
//! .minnctapersm 4
//! .maxnreg 64
//! {
//! ```
//!
//! [`Bounds::rewrite`] writes them there, and leaves every other byte as it was:
//!
//! ```
//! use occupancy_binary::ptx::{Bounds, Entry, Existing};
//! use occupancy_core::{Arch, Configuration, Kernel};
//!
//! let archs = [Arch::find("h100")?];
//! let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
//! let bounds = Bounds::of(&configuration);
//!
//! let ptx = ".version 8.0\n.target sm_80\n.visible .entry saxpy()\n{\n\tret;\n}\n";
//! let bounded = bounds.rewrite(ptx, "saxpy", Existing::Reject)?;
//! assert!(bounded.contains("saxpy()\n.maxntid 256, 1, 1\n.minnctapersm 4\n.maxnreg 64\n{"));
//!
//! // Once is enough.
//! assert_eq!(bounds.rewrite(&bounded, "saxpy", Existing::Reject)?, bounded);
//! let stated = Entry::find(&bounded, "saxpy")?.bounds()?;
//! assert_eq!((stated.min_blocks, stated.max_registers), (Some(4), Some(64)));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # In a build script
//!
//! `build.rs` reads the PTX of the kernels' crate, and writes the bounded text into `OUT_DIR`, where the
//! host includes it with `include_str!`. For a text with several entries, call `rewrite` once for each.
//!
//! ```
//! # use std::{env, error::Error, fs, path::Path};
//! # use occupancy_binary::ptx::{Bounds, Existing};
//! # use occupancy_core::{Arch, Configuration, Kernel};
//! fn bound(ptx: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
//!     let archs = [Arch::find("h100")?];
//!     let saxpy = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
//!     let text = fs::read_to_string(ptx)?;
//!     let bounded = Bounds::of(&saxpy).rewrite(&text, "saxpy", Existing::Reject)?;
//!     fs::write(out.join("kernels.ptx"), bounded)?;
//!     Ok(())
//! }
//! # let out = env::temp_dir().join(format!("occupancy-ptx-{}", std::process::id()));
//! # fs::create_dir_all(&out)?;
//! # fs::write(out.join("in.ptx"), ".version 8.0\n.target sm_80\n.entry saxpy { ret; }\n")?;
//! # bound(&out.join("in.ptx"), &out)?;
//! # assert!(fs::read_to_string(out.join("kernels.ptx"))?.contains(".maxnreg 64"));
//! # fs::remove_dir_all(&out)?;
//! # Ok::<(), Box<dyn Error>>(())
//! ```
//!
//! # When the module is loaded
//!
//! The driver takes the text as well. With Rust-CUDA and a launch type of the attribute:
//!
//! ```text
//! let text = SaxpyLaunch::ptx_bounds().rewrite(PTX, "saxpy", Existing::Reject)?;
//! let module = Module::from_ptx(text, &[])?;
//! ```
//!
//! With cudarc, it is `context.load_module(Ptx::from_src(text))`.
//!
//! # What is read
//!
//! [`Module`] reads all entries of a module, and [`Entry::find`] one of them, with the module's version
//! and target and its own directives. Comments, strings, nested blocks, functions and declarations of the same name
//! mislead neither. The grammar is that of the PTX ISA 9.1; where the ISA is silent, it is what ptxas 12.9 and 13.5
//! accept.
//!
//! [`usage`] reads everything that an entry states: its bounds, static shared memory and barriers. It refuses directives
//! that ptxas refuses. Of those that ptxas ignores, a configuration warns.
//!
//! | the text | is read as |
//! |---|---|
//! | `.version` | the directives that it can have |
//! | `.target` | `compute_capability`, `suffix` |
//! | `.maxntid` | `max_block` |
//! | `.reqntid` | `required_block` |
//! | `.minnctapersm` | `min_blocks` |
//! | `.maxnreg` | `register_cap` |
//! | `.reqnctapercluster` | `cluster_dim` |
//! | `.maxclusterrank` | `max_cluster_rank` |
//! | `.explicitcluster` | `is_cluster_explicit` |
//! | `.blocksareclusters` | `are_blocks_clusters` |
//! | `.shared` | `static_shared_memory` |
//! | `bar`, `barrier` | `barriers` |
//! | `setmaxnreg` | `setmaxnreg` |
//! | `.noreturn`, `.maxnctapersm` | an error: ptxas refuses them here |
//! | `.pragma` | nothing: it bounds nothing |
//!
//! [`Compiled`](occupancy_core::Compiled) names the rules that read each of them.
//!
//! [`Configuration`]: occupancy_core::Configuration

mod body;
mod bounds;
mod entry;
mod items;
mod lexer;
mod module;

use occupancy_core::kernel::Argument;

use crate::cubin::bundle::is_bundle;
use crate::cubin::{AMDGPU, CUDA, is_fatbin, machine};
use crate::prelude::*;

pub use self::bounds::{BlockBound, Bounds, Existing};
pub use self::entry::{Directive, Entry};
pub(crate) use self::lexer::Lexer;
pub use self::lexer::Span;
pub use self::module::{Module, usage};
pub use crate::error::{Error, ErrorKind};
pub use occupancy_core::gpu::Suffix;

/// Returns `true` if a file begins with `.version`, after blanks and comments.
///
/// Source: PTX ISA 9.1, 11.1.1: each module must begin with a `.version` directive.
pub(crate) fn is_ptx(bytes: &[u8]) -> bool {
    /// The most bytes of comments before it.
    const MOST: usize = 1 << 16;
    let text = String::from_utf8_lossy(bytes.get(..MOST).unwrap_or(bytes));
    let first = Lexer::new(&text).next();
    first.is_ok_and(|token| token.text.starts_with(".version"))
}

/// Checks that a file has the form that `cubin`, `ptx` or `hsaco` takes, as far as its beginning tells.
///
/// # Errors
///
/// [`Error`] if the other argument takes it, or if it is no text.
#[doc(hidden)]
pub fn fits(file: &[u8], argument: Argument) -> Result<(), Error> {
    let is_code = file.starts_with(b"\x7fELF") || is_fatbin(file);
    let is_of_amd = machine(file) == Some(AMDGPU) || is_bundle(file);
    let (fault, help) = match argument {
        Argument::Hsaco if machine(file) == Some(CUDA) || is_fatbin(file) => (
            "the file is machine code of NVIDIA",
            "`cubin` takes it; `hsaco` takes a code object or an offload bundle",
        ),
        Argument::Hsaco if is_ptx(file) => (
            "the file is PTX",
            "`ptx` takes it; `hsaco` takes a code object or an offload bundle",
        ),
        Argument::Hsaco if !is_of_amd => (
            "neither a code object nor an offload bundle",
            "`hipcc -c --offload-device-only --offload-arch=gfx942` makes one for gfx942; libraries, object files and texts are other formats",
        ),
        Argument::Hsaco => return Ok(()),
        _ if is_of_amd => (
            "the file is machine code of AMD",
            "`hsaco` takes a code object or an offload bundle",
        ),
        Argument::Cubin if is_ptx(file) => (
            "the file is PTX",
            "`ptx` takes it; `cubin` takes a cubin or a fat binary",
        ),
        Argument::Ptx if is_code => (
            "the file is machine code",
            "`cubin` takes a cubin or a fat binary; `ptx` takes text",
        ),
        Argument::Ptx if str::from_utf8(file).is_err() => (
            "the text is not UTF-8",
            "give the text that `nvcc -ptx` or rustc makes",
        ),
        _ => return Ok(()),
    };
    Err(Error::new(ErrorKind::UnknownFormat, fault, help))
}
