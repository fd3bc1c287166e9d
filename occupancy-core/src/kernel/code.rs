//! The compiled code of a configuration, and which of it each GPU runs.

use core::slice;

use super::{Argument, Compiled, Configuration};
use crate::gpu::{Arch, CodeForm};

impl<'a> Configuration<'a> {
    /// Sets the figures of the compiled kernel; each GPU is checked against the code that it would run.
    ///
    /// Registers, static shared memory and barriers of the configuration are then promises that the code has to keep.
    ///
    /// ```
    /// use occupancy_core::{Arch, Compiled, Configuration, Kernel};
    ///
    /// let archs = [Arch::find("h100").unwrap()];
    /// let compiled = [Compiled::machine_code("saxpy", (9, 0)).with_registers(10)];
    /// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 8));
    /// let faults = configuration.with_compiled(&compiled).faults().unwrap().to_string();
    /// assert!(faults.contains("kernel `saxpy` (sm_90) uses 10 registers"));
    /// assert!(faults.contains("help: `regs = 10`"));
    /// ```
    pub const fn with_compiled(mut self, compiled: &'a [Compiled<'a>]) -> Self {
        self.compiled = compiled;
        self
    }

    /// Sets a loaded function, and keeps only the GPU that it is loaded on. A check then reports which figures of the
    /// function and of its GPU differ from the declared ones. A function that uses less than declared breaks no rule,
    /// and a figure that the driver does not report is not compared.
    ///
    /// The GPU that is kept is the first of the configuration with the function's compute capability, and with its
    /// number of SMs if one has it. If there is none,
    /// [`Rule::CompiledArchitecture`](crate::Rule::CompiledArchitecture) is broken.
    ///
    /// ```
    /// use occupancy_core::{Arch, Compiled, Configuration, Kernel};
    ///
    /// let archs = ["a100", "h100"].map(|name| Arch::find(name).unwrap());
    /// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
    /// let mut function = Compiled::loaded((9, 0)).with_registers(64);
    /// function.sm_count = Some(132);
    /// assert!(configuration.with_loaded(&function).check().is_empty());
    ///
    /// let other = Compiled::loaded((8, 9));
    /// let faults = configuration.with_loaded(&other).faults().unwrap().to_string();
    /// assert!(faults.starts_with("[OCC035] the configuration was not checked for the function's GPU"));
    /// ```
    pub const fn with_loaded<'b>(self, function: &'b Compiled<'b>) -> Configuration<'b>
    where
        'a: 'b,
    {
        let archs = match self.arch_at_hand(function) {
            Some(arch) => slice::from_ref(arch),
            // Any GPU breaks the rule.
            None => match self.archs.split_at_checked(1) {
                Some((first, _)) => first,
                None => &[],
            },
        };
        self.with_archs(archs)
            .with_compiled(slice::from_ref(function))
    }

    /// The GPU that a function is loaded on.
    const fn arch_at_hand(&self, function: &Compiled<'_>) -> Option<&'a Arch> {
        let mut at_hand = None;
        each!(self.archs, |arch| {
            if function.runs_on(arch.multiprocessor()) {
                match (arch.sm_count(), function.sm_count) {
                    (Some(named), Some(loaded)) if named != loaded => {}
                    _ => return Some(arch),
                }
                if at_hand.is_none() {
                    at_hand = Some(arch);
                }
            }
        });
        at_hand
    }

    /// The code that a GPU runs: of the images that it can run, the one for the latest compute capability, and the
    /// first of several for the same. `None` if it can run none.
    ///
    /// ```
    /// use occupancy_core::{Arch, Compiled, Configuration, Kernel};
    ///
    /// let archs = ["a10", "a100", "h100"].map(|name| Arch::find(name).unwrap());
    /// let images = [((8, 6), 32), ((8, 0), 40), ((8, 6), 48)];
    /// let images = images.map(|(cc, registers)| Compiled::machine_code("saxpy", cc).with_registers(registers));
    /// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64)).with_compiled(&images);
    /// let registers = archs.map(|arch| configuration.compiled_on(&arch).and_then(|image| image.registers));
    /// assert_eq!(registers, [Some(32), Some(40), None]);
    /// ```
    pub const fn compiled_on(&self, arch: &Arch) -> Option<&'a Compiled<'a>> {
        let mut latest: Option<&Compiled<'a>> = None;
        each!(self.compiled, |code| {
            if code.runs_on(arch.multiprocessor()) {
                latest = match latest {
                    Some(other) if !is_later(code, other) => Some(other),
                    _ => Some(code),
                };
            }
        });
        latest
    }

    /// The argument that names the code: the file, or the GPU of a loaded function.
    pub(crate) const fn compiled_argument(&self) -> Argument {
        match self.compiled {
            [code, ..] => match code.form {
                CodeForm::MachineCode => Argument::Cubin,
                CodeForm::Ptx => Argument::Ptx,
                CodeForm::CodeObject => Argument::Hsaco,
                CodeForm::Loaded => Argument::Arch,
            },
            [] => Argument::Cubin,
        }
    }
}

/// Returns `true` if `one` is for a later compute capability than `other`.
const fn is_later(one: &Compiled<'_>, other: &Compiled<'_>) -> bool {
    let (one, other) = (one.compute_capability, other.compute_capability);
    one.0 > other.0 || (one.0 == other.0 && one.1 > other.1)
}
