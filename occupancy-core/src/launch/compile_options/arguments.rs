//! The command lines of CUDA's compilers.

use core::fmt;

use super::CompileOptions;
use crate::gpu::{Arch, ComputeCapability};
use crate::text::Text;

/// Arguments for one of CUDA's compilers, each complete in itself and without spaces. It is an iterator;
/// as text, it is the remaining arguments, separated by spaces.
///
/// From [`CompileOptions::nvcc`], [`ptxas`](CompileOptions::ptxas) and
/// [`ptxas_register_limit`](CompileOptions::ptxas_register_limit).
///
/// ```
/// use occupancy_core::{Arch, Configuration, Kernel, launch::CompileOptions};
///
/// let archs = [Arch::find("h100").unwrap()];
/// let options = CompileOptions::new(&Configuration::new(&archs, Kernel::new((256, 1, 1), 64)));
/// let arguments: Vec<String> = options.ptxas_register_limit().map(|argument| argument.to_string()).collect();
/// assert_eq!(arguments, ["--maxrregcount=64", "--override-directive-values"]);
/// assert_eq!(arguments.join(" "), options.ptxas_register_limit().to_string());
/// ```
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct CompilerArguments<'a> {
    options: CompileOptions<'a>,
    compiler: Compiler<'a>,
    next: usize,
}

#[derive(Clone, Copy, Debug)]
enum Compiler<'a> {
    Nvcc,
    Ptxas(&'a ComputeCapability),
    RegisterLimit,
}

impl<'a> CompilerArguments<'a> {
    const fn new(options: &CompileOptions<'a>, compiler: Compiler<'a>) -> Self {
        Self {
            options: *options,
            compiler,
            next: 0,
        }
    }

    fn get(&self, index: usize) -> Option<Text<80>> {
        match self.compiler {
            Compiler::Nvcc => {
                let cc = self.options.compute_capabilities().nth(index)?;
                let mut argument = Text::new();
                let out = argument.text("-gencode=arch=compute_");
                let out = self.options.target(out, cc).text(",code=sm_");
                Some(*self.options.target(out, cc))
            }
            Compiler::Ptxas(cc) => match index {
                0 => Some(*self.options.target(Text::new().text("--gpu-name=sm_"), cc)),
                1 => Some(*Text::new().text("--warn-on-spills")),
                2 => Some(*Text::new().text("--verbose")),
                _ => None,
            },
            Compiler::RegisterLimit => match index {
                0 => {
                    let registers = self.options.kernel.registers_per_thread;
                    Some(*Text::new().text("--maxrregcount=").number(registers.into()))
                }
                1 => Some(*Text::new().text("--override-directive-values")),
                _ => None,
            },
        }
    }
}

impl Iterator for CompilerArguments<'_> {
    type Item = Text<80>;

    fn next(&mut self) -> Option<Text<80>> {
        let argument = self.get(self.next)?;
        self.next += 1;
        Some(argument)
    }
}

impl core::iter::FusedIterator for CompilerArguments<'_> {}

impl fmt::Display for CompilerArguments<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, argument) in self.clone().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            f.write_str(argument.as_str())?;
        }
        Ok(())
    }
}

impl<'a> CompileOptions<'a> {
    /// Arguments for nvcc: machine code for each compute capability of the configuration.
    ///
    /// nvcc compiles only for the checked GPUs, and keeps no PTX for later ones. Pass the numbers with a
    /// [`header`](Self::header), or with each of [`defines`](Self::defines) after `-D`. For warnings of
    /// spilled registers, add `--ptxas-options=--warn-on-spills,--verbose`.
    ///
    /// Source: NVIDIA CUDA Compiler Driver, `--generate-code` (`-gencode`), `nvcc --help` 13.5.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel, launch::CompileOptions};
    ///
    /// let archs = [Arch::find("a100")?, Arch::find("h100")?, Arch::find("h200")?];
    /// let options = CompileOptions::new(&Configuration::new(&archs, Kernel::new((256, 1, 1), 64)));
    /// let mut nvcc = std::process::Command::new("nvcc");
    /// for argument in options.nvcc() {
    ///     nvcc.arg(argument.as_str());
    /// }
    /// let arguments: Vec<_> = nvcc.get_args().collect();
    /// assert_eq!(
    ///     arguments,
    ///     ["-gencode=arch=compute_80,code=sm_80", "-gencode=arch=compute_90,code=sm_90"]
    /// );
    /// # Ok::<(), occupancy_core::UnknownArch>(())
    /// ```
    pub const fn nvcc(&self) -> CompilerArguments<'a> {
        CompilerArguments::new(self, Compiler::Nvcc)
    }

    /// Arguments for ptxas, which compiles for one GPU at a time: its target, a warning about spilled
    /// registers, and the report of what each kernel uses. `None` if the configuration names no GPU of
    /// that compute capability.
    ///
    /// Source: `ptxas --help` 13.5, `--gpu-name`, `--warn-on-spills` and `--verbose`.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel, launch::CompileOptions};
    ///
    /// let h100 = Arch::find("h100")?;
    /// let archs = [h100];
    /// let options = CompileOptions::new(&Configuration::new(&archs, Kernel::new((256, 1, 1), 64)));
    /// assert_eq!(
    ///     options.ptxas(&h100).unwrap().to_string(),
    ///     "--gpu-name=sm_90 --warn-on-spills --verbose"
    /// );
    /// assert!(options.ptxas(&Arch::find("a100")?).is_none());
    /// # Ok::<(), occupancy_core::UnknownArch>(())
    /// ```
    pub const fn ptxas(&self, arch: &Arch) -> Option<CompilerArguments<'a>> {
        let asked = arch.compute_capability();
        let mut i = 0;
        while i < self.archs.len() {
            let cc = self.archs[i].compute_capability();
            if cc.major == asked.major && cc.minor == asked.minor {
                return Some(CompilerArguments::new(self, Compiler::Ptxas(cc)));
            }
            i += 1;
        }
        None
    }

    /// Arguments for ptxas that limit every kernel of the file to the register budget, whatever its
    /// launch bounds allow. Beside launch bounds, `--maxrregcount` alone does nothing.
    ///
    /// They override the source for every kernel in the file: put a kernel with another budget into its
    /// own file. nvcc takes them after `--ptxas-options=`, joined by commas. Registers that the kernel
    /// needs beyond them spill to local memory.
    ///
    /// Source: `ptxas --help` 13.5, `--override-directive-values`; see the
    /// [table](Self#which-of-them-keeps-the-register-budget).
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel, launch::CompileOptions};
    ///
    /// let archs = [Arch::find("h100").unwrap()];
    /// let options = CompileOptions::new(&Configuration::new(&archs, Kernel::new((256, 1, 1), 72)));
    /// assert_eq!(
    ///     options.ptxas_register_limit().to_string(),
    ///     "--maxrregcount=72 --override-directive-values"
    /// );
    /// ```
    pub const fn ptxas_register_limit(&self) -> CompilerArguments<'a> {
        CompilerArguments::new(self, Compiler::RegisterLimit)
    }

    /// The compute capabilities of the archs, each once, in their order.
    fn compute_capabilities(&self) -> impl Iterator<Item = &'a ComputeCapability> + use<'a> {
        let archs = self.archs;
        archs.iter().enumerate().filter_map(move |(i, arch)| {
            let cc = arch.compute_capability();
            let is_first = !archs[..i]
                .iter()
                .any(|earlier| number(earlier.compute_capability()) == number(cc));
            is_first.then_some(cc)
        })
    }

    /// Appends `90`, or `90a` if that is the target of the compute capability.
    fn target<'m>(&self, out: &'m mut Text<80>, cc: &ComputeCapability) -> &'m mut Text<80> {
        match self.target {
            Some(target) if cc.targets.contains(&target) => {
                out.text(target.strip_prefix("sm_").unwrap_or(target))
            }
            _ => plain(out, cc),
        }
    }
}

const fn number(cc: &ComputeCapability) -> (u32, u32) {
    (cc.major, cc.minor)
}

fn plain<'m>(out: &'m mut Text<80>, cc: &ComputeCapability) -> &'m mut Text<80> {
    out.number(cc.major.into()).number(cc.minor.into())
}
