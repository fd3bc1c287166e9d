//! The options that select files, packages and kernels, and the parsers of their values.

use std::collections::HashSet;
use std::fmt::{self, Display};
use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueHint};
use occupancy_binary::cubin::of_triple;
use occupancy_core::gpu::{CodeForm, Suffix, Vendor};
use occupancy_core::{Arch, Compiled, Multiprocessor, compute_capabilities, targets};
use occupancy_report::calculator::{Dims, values};
use occupancy_report::escape::visible;
use serde::Serialize;

use crate::name::Name;

/// Files and packages, and which of their kernels to take.
#[derive(Args, Clone)]
#[command(group = ArgGroup::new("sources").required(true).multiple(true).args(["paths", "package", "workspace", "manifest_path"]))]
pub(crate) struct Sources {
    /// The files and folders; `-` is the standard input. Pipes and devices are read up to 1 GiB.
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
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
    /// source; else, `*` stands for any text. May be repeated.
    #[arg(short, long, value_name = "NAME", value_parser = name)]
    pub(crate) kernel: Vec<Name>,

    /// Only code for this GPU: `sm_90`, `9.0`, `h100`, or `mi300x`, `gfx942`; may be repeated. The rest is not even
    /// decompressed.
    #[arg(short, long, value_name = "ARCH", value_parser = Target::find)]
    pub(crate) arch: Vec<Target>,

    /// Threads per block, for kernels without launch bounds: `256`, or `16,16` in x, y and z.
    #[arg(short, long, value_name = "THREADS", value_parser = block)]
    pub(crate) threads: Option<Dims>,

    /// Bytes of dynamic shared memory per block, which no binary states.
    #[arg(short, long, value_name = "BYTES", default_value = "0", value_parser = shared_memory)]
    pub(crate) smem: u32,

    /// Also list unlinked kernels (-rdc=true) if the file has them linked as well.
    #[arg(long)]
    pub(crate) all: bool,

    #[arg(skip)]
    pub(crate) ptx: Ptx,

    /// Names as they are in the file.
    #[arg(skip)]
    pub(crate) is_mangled: bool,
}

impl Selection {
    /// Fills what is not stated with the options that a baseline was written with.
    pub(crate) fn complete(&mut self, written: &Self) {
        self.threads = self.threads.or(written.threads);
        if self.smem == 0 {
            self.smem = written.smem;
        }
        if self.arch.is_empty() {
            self.arch.clone_from(&written.arch);
        }
        if self.kernel.is_empty() {
            self.kernel.clone_from(&written.kernel);
        }
    }

    /// Says which of several GPUs and names select nothing: there is code for `targets`.
    pub(crate) fn without_effect(
        &self,
        targets: &HashSet<Target>,
        unmatched: &[&Name],
    ) -> Vec<String> {
        let archs = self.arch.iter().filter(|arch| !targets.contains(arch));
        let archs = archs.map(|arch| format!("`--arch {arch}` selects nothing"));
        let name = |name: &&Name| format!("`--kernel {}` selects nothing", visible(&name.text));
        let warnings = archs.chain(unmatched.iter().map(name));
        // If nothing is selected, an error says so.
        warnings.filter(|_| !targets.is_empty()).collect()
    }
}

/// Which PTX is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Ptx {
    #[default]
    Never,
    /// PTX of files without machine code.
    Alone,
    Always,
}

/// Packages, and how cargo builds them.
#[derive(Args, Clone, Debug, Default, PartialEq, Serialize)]
#[command(next_help_heading = "Packages")]
pub(crate) struct Packages {
    /// Kernels that `#[launch_config]` declares in this package, by its name; may be repeated.
    #[arg(short, long, value_name = "PACKAGE", value_delimiter = ',')]
    pub(crate) package: Vec<String>,

    /// Those of all packages of the workspace.
    #[arg(long, conflicts_with = "package")]
    pub(crate) workspace: bool,

    /// The package or workspace of this Cargo.toml, and not that of the current folder.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) manifest_path: Option<PathBuf>,

    #[command(flatten)]
    #[serde(skip)]
    pub(crate) targets: Targets,

    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) build: Build,
}

/// Which targets of the packages; without any, libraries, binaries and examples.
#[derive(Args, Clone, Debug, Default, PartialEq, Serialize)]
#[command(next_help_heading = "Targets of packages")]
pub(crate) struct Targets {
    /// Only the library, and other targets that are asked for. Without any of these options: the library, all
    /// binaries and all examples.
    #[arg(long)]
    pub(crate) lib: bool,

    /// Only this binary, and other targets that are asked for; may be repeated.
    #[arg(long, value_name = "NAME")]
    pub(crate) bin: Vec<String>,

    /// All binaries.
    #[arg(long)]
    pub(crate) bins: bool,

    /// This example; may be repeated.
    #[arg(long, value_name = "NAME")]
    pub(crate) example: Vec<String>,

    /// All examples.
    #[arg(long)]
    pub(crate) examples: bool,

    /// This integration test; may be repeated.
    #[arg(long, value_name = "NAME")]
    pub(crate) test: Vec<String>,

    /// All integration tests, and the unit tests of the library and of binaries, as `cargo check` has them.
    #[arg(long)]
    pub(crate) tests: bool,
}

/// The options that are passed on to cargo; the fields have their names.
#[derive(Args, Clone, Debug, Default, PartialEq, Serialize)]
#[command(next_help_heading = "Compilation of packages")]
pub(crate) struct Build {
    /// Features to turn on.
    #[arg(short = 'F', long, value_name = "FEATURES")]
    pub(crate) features: Vec<String>,

    /// Turn on all features.
    #[arg(long)]
    pub(crate) all_features: bool,

    /// Leave the default features off.
    #[arg(long)]
    pub(crate) no_default_features: bool,

    /// Build for this target triple.
    #[arg(long, value_name = "TRIPLE")]
    pub(crate) target: Option<String>,

    /// The folder that cargo builds in.
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    #[serde(skip)]
    pub(crate) target_dir: Option<PathBuf>,

    /// Use Cargo.lock as it is.
    #[arg(long)]
    pub(crate) locked: bool,

    /// Use no network.
    #[arg(long)]
    pub(crate) offline: bool,

    /// `--locked` and `--offline`.
    #[arg(long)]
    pub(crate) frozen: bool,
}

impl Packages {
    /// Returns `true` if packages are given, or any option about them.
    pub(crate) fn are_given(&self) -> bool {
        *self != Self::default()
    }
}

/// The code that a GPU runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Target {
    /// The code of NVIDIA for a compute capability.
    Nvidia((u32, u32)),
    /// The code of AMD for a target, whatever its mode.
    Amd((u32, u32), Suffix),
}

impl Target {
    /// Reads a compute capability or a target of AMD, which may be unknown, or finds the code of a GPU by its name.
    pub(crate) fn find(text: &str) -> Result<Self, String> {
        if let Some((major, minor)) = text.split_once('.')
            && let (Ok(major), Ok(minor)) = (major.parse(), minor.parse())
        {
            return Ok(Self::Nvidia((major, minor)));
        }
        let name = text.strip_prefix("sm_").or(text.strip_prefix("compute_"));
        let number = name.unwrap_or(text).trim_end_matches(['a', 'f']);
        if (2..=3).contains(&number.len())
            && let Ok(number) = number.parse::<u32>()
        {
            return Ok(Self::Nvidia((number / 10, number % 10)));
        }
        if text.starts_with("gfx")
            && let Some((version, suffix)) = of_triple(&format!("-{text}"))
        {
            return Ok(Self::Amd(version, suffix));
        }
        let arch = Arch::find(text).map_err(|unknown| unknown.to_string())?;
        Ok(Self::of(arch.multiprocessor()))
    }

    /// The code that a GPU runs, whatever the mode that AMD's is compiled for.
    pub(crate) fn of(sm: &Multiprocessor) -> Self {
        if sm.vendor() == Vendor::Amd
            && let Some((version, suffix)) = of_triple(&format!("-{}", sm.targets()[0]))
        {
            return Self::Amd(version, suffix);
        }
        Self::Nvidia(sm.compute_capability())
    }
}

impl Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nvidia((major, minor)) => write!(f, "sm_{major}{minor}"),
            Self::Amd(version, suffix) => CodeForm::CodeObject.target(*version, *suffix).fmt(f),
        }
    }
}

/// The vendor of the code for a target, or of a GPU by its name.
pub(crate) fn vendor(target: &str) -> Vendor {
    match Target::find(target) {
        Ok(Target::Amd(..)) => Vendor::Amd,
        _ => Vendor::Nvidia,
    }
}

/// Code of a kernel for a target, of which nothing else is known.
pub(crate) fn code<'n>(kernel: &'n str, target: &str) -> Option<Compiled<'n>> {
    match Target::find(target).ok()? {
        Target::Nvidia(version) => {
            let mut suffixes = [Suffix::Architecture, Suffix::Family].into_iter();
            let suffix = suffixes.find(|suffix| target.ends_with(suffix.text()));
            let suffix = suffix.unwrap_or(Suffix::None);
            Some(Compiled::new(
                CodeForm::MachineCode,
                kernel,
                version,
                suffix,
            ))
        }
        Target::Amd(version, suffix) => {
            let mut code = Compiled::code_object(kernel, version, suffix);
            // Only RDNA has other modes.
            let mut targets = targets::ALL.iter();
            if targets.any(|sm| sm.is_wgp() && code.runs_on(sm)) {
                let is_wave64 = target.contains(":wave64");
                code.wavefront_size = Some(if is_wave64 { 64 } else { 32 });
                code.workgroup_processor_mode = Some(!target.contains(":cu"));
            }
            Some(code)
        }
    }
}

/// The GPU of a target, or one by its name; for a `generic` target, the first that runs it.
pub(crate) fn arch(target: &str) -> Option<Arch> {
    let code = code("", target)?;
    let first = || targets::ALL.iter().find(|sm| code.runs_on(sm));
    let sm = code.multiprocessor().or_else(first);
    sm.map(Arch::Multiprocessor)
}

/// Reads a name, or a part of one.
pub(crate) fn name(text: &str) -> Result<Name, &'static str> {
    let named = (!text.is_empty()).then(|| Name::new(text));
    named.ok_or("every name has an empty text in it; leave it out to list all kernels")
}

/// Reads a block of one to three dimensions that some GPU can launch.
pub(crate) fn block(text: &str) -> Result<(u32, u32, u32), String> {
    let number = |dim: &str| dim.trim().parse().ok().filter(|&dim| dim > 0);
    let dims: Option<Vec<u32>> = text.split([',', 'x']).map(number).collect();
    let (x, y, z) = match dims.as_deref() {
        Some(&[x]) => (x, 1, 1),
        Some(&[x, y]) => (x, y, 1),
        Some(&[x, y, z]) => (x, y, z),
        Some(_) => return Err("a block has x, y and z".to_owned()),
        None => return Err("it is `256`, `16,16` or `8,8,4`".to_owned()),
    };
    let threads = largest(Multiprocessor::max_threads_per_block);
    let product = u128::from(x) * u128::from(y) * u128::from(z);
    if product > threads.into() {
        return Err(format!(
            "{product} threads are more than the {threads} that a block has at most"
        ));
    }
    let deepest = largest(|sm| sm.max_block_dim().2);
    if z > deepest {
        return Err(format!("z is {z}, and at most {deepest}"));
    }
    Ok((x, y, z))
}

/// The largest value of all compute capabilities.
fn largest(limit: fn(&Multiprocessor) -> u32) -> u32 {
    let all = compute_capabilities::ALL.iter().map(limit);
    all.max().unwrap_or(u32::MAX)
}

/// Reads bytes of shared memory that some GPU gives a block.
pub(crate) fn shared_memory(text: &str) -> Result<u32, String> {
    let most = largest(Multiprocessor::shared_memory_per_block_optin);
    let bytes = u32::try_from(values::number(text)?).ok();
    let too_many = || format!("no GPU gives a block more than {most} bytes");
    bytes.filter(|bytes| *bytes <= most).ok_or_else(too_many)
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;
    use occupancy_core::gpu::Suffix;
    use occupancy_core::targets;

    use super::{Target, arch, code};

    #[test]
    fn archs() {
        for text in ["sm_90", "sm_90a", "compute_90", "9.0", "90", "H100"] {
            assert_eq!(Target::find(text), Ok(Target::Nvidia((9, 0))), "{text}");
        }
        assert_eq!(Target::find("sm_107"), Ok(Target::Nvidia((10, 7))));
        assert_eq!(Target::find("sm_100f"), Ok(Target::Nvidia((10, 0))));
        let amd = Target::Amd((9, 4), Suffix::Stepping(2));
        assert_eq!(Target::find("mi300x:cpx"), Ok(amd));
        for text in " sm_ 9. sm_9 gfx gfx9 gfx94 gfx9-x-generic".split(' ') {
            assert!(Target::find(text).is_err(), "{text}");
        }
        // In the order of their numbers.
        let targets = "gfx906 gfx90a gfx942 gfx9-4-generic gfx1030 gfx11-generic";
        let found = targets.split(' ').map(|text| Target::find(text).unwrap());
        assert!(found.clone().is_sorted());
        assert_eq!(found.map(|target| target.to_string()).join(" "), targets);
        for sm in targets::ALL {
            let code = code("saxpy", sm.name()).unwrap();
            assert_eq!(code.target().as_str(), sm.name());
            assert_eq!(code.multiprocessor(), Some(sm));
            assert_eq!(arch(sm.name()).unwrap().multiprocessor(), sm);
        }
        for text in ["gfx11-generic:wave64:cu", "rx7900xtx:wave64:cu"] {
            let sm = arch(text).unwrap().multiprocessor();
            assert_eq!(sm, &targets::GFX1100_WAVE64_CU);
        }
    }
}
