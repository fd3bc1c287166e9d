//! What to read from files: the arguments that the commands on files share.

mod packages;
mod values;

use std::path::PathBuf;

use clap::{Args, ValueHint};

pub(crate) use self::packages::{Packages, Targets};
pub(crate) use self::values::{compute_capability, name};
use crate::name::Name;
use occupancy_report::calculator::Dims;

/// Files and packages, and which of their kernels to take.
#[derive(Args, Clone)]
pub(crate) struct Sources {
    /// The files and folders; `-` is the standard input. Pipes and devices are read up to 1 GiB.
    #[arg(required_unless_present_any = ["package", "workspace", "manifest_path"], value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) selection: Selection,

    #[command(flatten)]
    pub(crate) packages: Packages,
}

/// Which kernels of the files to take, and what they are launched with.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Kernels")]
pub(crate) struct Selection {
    /// Only kernels with this name; if there are none, those with this in their symbol or in their name in the
    /// source. May be repeated.
    #[arg(short, long, value_name = "NAME", value_parser = values::name)]
    pub(crate) kernel: Vec<Name>,

    /// Only code for this GPU: `sm_90`, `9.0`, `h100`; may be repeated. The rest is not even
    /// decompressed.
    #[arg(short, long, value_name = "ARCH", value_parser = values::compute_capability)]
    pub(crate) arch: Vec<(u32, u32)>,

    /// Threads per block, for kernels without launch bounds: `256`, or `16,16` in x, y and z.
    #[arg(short, long, value_name = "THREADS", value_parser = values::block)]
    pub(crate) threads: Option<Dims>,

    /// Bytes of dynamic shared memory per block, which no binary states.
    #[arg(short, long, value_name = "BYTES", default_value = "0", value_parser = values::shared_memory)]
    pub(crate) smem: u32,

    /// Also list unlinked kernels (-rdc=true) if the file has them linked as well.
    #[arg(long)]
    pub(crate) all: bool,
}

impl Selection {
    /// Fills what is not stated with the values that a baseline was written with.
    pub(crate) fn complete(&mut self, threads: Option<Dims>, smem: u32) {
        self.threads = self.threads.or(threads);
        if self.smem == 0 {
            self.smem = smem;
        }
    }
}

/// Which PTX is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ptx {
    Always,
    /// PTX of files without machine code.
    Alone,
    Never,
}

/// What is read.
pub(crate) struct Reading<'a> {
    /// Files and folders.
    pub(crate) paths: &'a [PathBuf],
    pub(crate) selection: &'a Selection,
    pub(crate) ptx: Ptx,
    /// Names as they are in the file.
    pub(crate) is_mangled: bool,
}
