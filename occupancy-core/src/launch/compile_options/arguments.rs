//! The command lines of CUDA's compilers.

use super::CompileOptions;
use crate::gpu::{Arch, ComputeCapability};
use crate::text::Text;

impl CompileOptions<'_> {
    /// Arguments for nvcc: machine code for each compute capability of the configuration, with spaces between them.
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
    /// nvcc.args(options.nvcc().as_str().split(' '));
    /// let arguments: Vec<_> = nvcc.get_args().collect();
    /// assert_eq!(
    ///     arguments,
    ///     ["-gencode=arch=compute_80,code=sm_80", "-gencode=arch=compute_90,code=sm_90"]
    /// );
    /// # Ok::<(), occupancy_core::UnknownArch>(())
    /// ```
    pub fn nvcc(&self) -> Text<2048> {
        let mut out = Text::new();
        for (at, arch) in self.archs.iter().enumerate() {
            let cc = arch.compute_capability();
            let mut earlier = self.archs.iter().take(at).map(Arch::compute_capability);
            if earlier.any(|other| number(other) == number(cc)) {
                continue;
            }
            if at > 0 {
                out.text(" ");
            }
            let target = self.target(cc);
            out.text("-gencode=arch=compute_").text(target.as_str());
            out.text(",code=sm_").text(target.as_str());
        }
        out
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
    pub fn ptxas(&self, arch: &Arch) -> Option<Text<80>> {
        let asked = number(arch.compute_capability());
        let mut all = self.archs.iter().map(Arch::compute_capability);
        let cc = all.find(|cc| number(cc) == asked)?;
        let mut out = Text::new();
        out.text("--gpu-name=sm_").text(self.target(cc).as_str());
        Some(*out.text(" --warn-on-spills --verbose"))
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
    pub fn ptxas_register_limit(&self) -> Text<80> {
        let registers = self.kernel.registers_per_thread;
        let mut out = Text::new();
        out.text("--maxrregcount=").number(registers.into());
        *out.text(" --override-directive-values")
    }

    /// What the compiler calls the target of one of the GPUs, behind `sm_`.
    fn target(&self, cc: &ComputeCapability) -> Text<32> {
        let mut out = Text::new();
        match self.target {
            Some(target) if cc.targets.contains(&target) => {
                out.text(target.strip_prefix("sm_").unwrap_or(target));
            }
            _ => {
                out.number(cc.major.into()).number(cc.minor.into());
            }
        }
        out
    }
}

const fn number(cc: &ComputeCapability) -> (u32, u32) {
    (cc.major, cc.minor)
}
