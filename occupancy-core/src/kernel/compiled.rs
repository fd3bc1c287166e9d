//! The figures of a compiled kernel, as far as its file or the driver states them.

#[macro_use]
mod table;

use super::Argument;
use super::name::name_in_source;
use crate::gpu::{CodeForm, Multiprocessor, Suffix, Vendor, runs, runs_on_target, targets};
use crate::numbers::or;
use crate::text::{Field, FromRecord, Text};

pub use crate::text::FigureValue;

defaults! {
    /// A row of the table: a figure, and all that differs between figures except the type of its field.
    #[doc(hidden)]
    #[non_exhaustive]
    pub struct Row {
        /// The name of its field in [`Compiled`].
        pub field: &'static str = "",
        /// Its name in JSON, in CSV and in a baseline; `None` if it is that of the field.
        key: Option<&'static str> = None,
        /// The vendor whose code alone can have it; `None` if that of both can.
        pub of: Option<Vendor> = None,
        /// The codes of the rules that read it.
        pub judged_by: &'static [&'static str] = &[],
        /// The driver reports it for a loaded function, and no file states it.
        pub is_of_loaded: bool = false,
        /// The header of its column in a table, and a description of the column; `None` if tables have none.
        pub column: Option<(&'static str, &'static str)> = None,
        /// The figure in words, and the direction that is better; `None` if baselines do not have it. Its key is the
        /// entry of a baseline.
        pub compared: Option<(&'static str, Better)> = None,
        /// The key of a budget for it: `max_registers`, or `min_…` for the least; `None` if no budget limits it.
        pub budget: Option<&'static str> = None,
        /// `occupancy inspect` lists it, if a file states it.
        pub is_listed: bool = true,
    }

    /// A figure that files state, and that nothing shows or compares.
    const USUAL;
}

/// The direction in which a figure is better.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    Less,
    More,
    /// Neither less nor more is better by itself.
    Neither,
    /// It is a launch bound, or a block or a cluster that is in force.
    Bound,
}

macro_rules! table {
    ($($(#[$docs:meta])* $figure:ident $field:ident: $type:ty [$($code:ident)*] { $($key:ident: $value:expr),* $(,)? })+) => {
        /// A figure of compiled code: a field of [`Compiled`].
        ///
        /// ```
        /// use occupancy_core::kernel::{Figure, FigureValue};
        /// use occupancy_core::Compiled;
        ///
        /// let saxpy = Compiled::machine_code("saxpy", (9, 0)).with_registers(32);
        /// assert_eq!(saxpy.figure(Figure::Registers), FigureValue::Number(32));
        /// assert_eq!(saxpy.figure(Figure::Relocatable), FigureValue::Flag(false));
        /// assert_eq!(saxpy.figure(Figure::Barriers), FigureValue::Unknown);
        /// assert_eq!(Figure::SpillInstructions.key(), "spill_instructions");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Figure {
            $($(#[$docs])* $figure,)+
        }

        impl Figure {
            /// Every figure, in the order of the fields of [`Compiled`].
            pub const ALL: &[Self] = &[$(Self::$figure),+];

            #[doc(hidden)]
            pub const fn row(self) -> &'static Row {
                match self {
                    $(Self::$figure => const {
                        &Row {
                            field: stringify!($field),
                            judged_by: &[$(stringify!($code)),*],
                            $($key: $value,)*
                            ..Row::USUAL
                        }
                    },)+
                }
            }
        }

        /// The figures of a compiled kernel, from machine code, from PTX, or from a function that the driver has
        /// loaded. A figure that none of these states is `None`.
        ///
        /// `occupancy-binary` reads them from cubins, fat binaries, libraries and PTX, and the `driver` module of
        /// `occupancy` asks the driver. [`Configuration::with_compiled`] checks the figures of a file against a
        /// configuration, [`Configuration::with_loaded`] those that the driver reports.
        ///
        /// ```
        /// use occupancy_core::{Arch, Compiled, Configuration, Kernel, Rule};
        ///
        /// let archs = [Arch::find("h100").unwrap()];
        /// let compiled = [Compiled::machine_code("saxpy", (9, 0)).with_registers(72)];
        /// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
        /// assert!(configuration.check().is_empty());
        /// assert!(configuration.with_compiled(&compiled).check().contains(Rule::CompiledRegisters));
        /// ```
        ///
        /// [`Configuration::with_compiled`]: crate::Configuration::with_compiled
        /// [`Configuration::with_loaded`]: crate::Configuration::with_loaded
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[must_use]
        #[non_exhaustive]
        pub struct Compiled<'a> {
            /// The form of the code that the figures are from.
            pub form: CodeForm,
            /// The symbol, mangled for C++. Empty for a loaded function, because the driver does not report its name.
            pub name: &'a str,
            /// The compute capability that it was compiled for, major and minor; for a loaded function, that of
            /// its GPU.
            pub compute_capability: (u32, u32),
            /// The letter at the end of the target: `a` of `sm_90a`. PTX, the entries of a fat binary, and cubins of
            /// CUDA 12.8 and later state it. Older cubins state only `a`, and `f` exists since CUDA 12.9.
            pub suffix: Suffix,
            $(
                $(#[$docs])*
                #[doc = judged_by!($($code)*)]
                pub $field: $type,
            )+
        }

        impl<'a> Compiled<'a> {
            /// Makes compiled code with no figure known yet.
            #[doc(hidden)]
            pub const fn new(
                form: CodeForm,
                name: &'a str,
                compute_capability: (u32, u32),
                suffix: Suffix,
            ) -> Self {
                Self {
                    form,
                    name,
                    compute_capability,
                    suffix,
                    $($field: Field::<$type>::UNKNOWN,)+
                }
            }

            /// The value of a figure.
            pub const fn figure(&self, figure: Figure) -> FigureValue {
                match figure {
                    $(Figure::$figure => Field(self.$field).value(),)+
                }
            }

            /// Appends the figures to a record. The caller writes the name, the form and the letter.
            #[doc(hidden)]
            pub const fn write_record<const N: usize>(&self, out: &mut Text<N>) {
                out.value(Field(self.compute_capability).value());
                each!(Figure::ALL, |figure| {
                    if !figure.row().is_of_loaded {
                        out.value(self.figure(*figure));
                    }
                });
            }

            /// Reads the figures that [`write_record`](Self::write_record) wrote; `None` if one cannot be read.
            #[doc(hidden)]
            pub fn read_record(&mut self, words: &mut dyn Iterator<Item = &str>) -> Option<()> {
                self.compute_capability = FromRecord::from_record(words)?;
                $(if !Figure::$figure.row().is_of_loaded {
                    self.$field = FromRecord::from_record(words)?;
                })+
                Some(())
            }
        }
    };
}

macro_rules! judged_by {
    () => { "" };
    ($first:ident $($code:ident)*) => {
        concat!("\n\nJudged by ", stringify!($first) $(, ", ", stringify!($code))*, ".")
    };
}

figures! { table }

impl Figure {
    /// Returns `true` if code of a vendor can have it.
    #[doc(hidden)]
    pub fn is_of(self, vendor: Vendor) -> bool {
        self.row().of.is_none_or(|of| of == vendor)
    }

    /// Its name in JSON, in CSV and in a baseline.
    pub const fn key(self) -> &'static str {
        or(self.row().key, self.row().field)
    }
}

impl<'a> Compiled<'a> {
    /// Makes machine code for a compute capability, major and minor, with no figure known yet.
    ///
    /// ```
    /// use occupancy_core::Compiled;
    ///
    /// const SAXPY: Compiled<'_> = {
    ///     let mut saxpy = Compiled::machine_code("saxpy", (9, 0)).with_registers(32);
    ///     saxpy.max_block = Some((256, 1, 1));
    ///     saxpy
    /// };
    /// assert_eq!((SAXPY.registers, SAXPY.static_shared_memory), (Some(32), None));
    /// ```
    pub const fn machine_code(name: &'a str, compute_capability: (u32, u32)) -> Self {
        let form = CodeForm::MachineCode;
        Self::new(form, name, compute_capability, Suffix::None)
    }

    /// Makes PTX for a target, `sm_90a` as `(9, 0)` and [`Suffix::Architecture`], with no figure known yet.
    pub const fn ptx(name: &'a str, compute_capability: (u32, u32), suffix: Suffix) -> Self {
        Self::new(CodeForm::Ptx, name, compute_capability, suffix)
    }

    /// Makes a code object of AMD for a target, `gfx90a` as `(9, 0)` and [`Suffix::Stepping(10)`](Suffix::Stepping), with
    /// no figure known yet.
    ///
    /// ```
    /// use occupancy_core::gpu::Suffix;
    /// use occupancy_core::{Compiled, targets};
    ///
    /// let mut saxpy = Compiled::code_object("saxpy", (11, 0), Suffix::Stepping(0));
    /// assert!(saxpy.runs_on(&targets::GFX1100) && saxpy.runs_on(&targets::GFX1100_WAVE64));
    /// (saxpy.wavefront_size, saxpy.workgroup_processor_mode) = (Some(64), Some(true));
    /// assert!(!saxpy.runs_on(&targets::GFX1100));
    /// assert_eq!(saxpy.target().to_string(), "gfx1100:wave64");
    /// assert_eq!(saxpy.multiprocessor(), Some(&targets::GFX1100_WAVE64));
    /// ```
    pub const fn code_object(
        name: &'a str,
        compute_capability: (u32, u32),
        suffix: Suffix,
    ) -> Self {
        Self::new(CodeForm::CodeObject, name, compute_capability, suffix)
    }

    /// Makes a function that is loaded on a GPU of a compute capability, major and minor, with no figure known yet.
    ///
    /// ```
    /// use occupancy_core::{Arch, Compiled, Configuration, Kernel, Rule};
    ///
    /// let archs = [Arch::find("h100").unwrap()];
    /// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
    ///
    /// // From `cuFuncGetAttribute`, `cuDeviceGetAttribute` and
    /// // `cuOccupancyMaxActiveBlocksPerMultiprocessor`.
    /// let mut function = Compiled::loaded((9, 0)).with_registers(72);
    /// function.sm_count = Some(132);
    /// function.blocks_per_sm = Some(3);
    /// let violations = configuration.with_loaded(&function).check();
    /// assert!(violations.iter().eq([Rule::CompiledRegisters, Rule::CompiledBlocksPerSm]));
    /// ```
    pub const fn loaded(compute_capability: (u32, u32)) -> Self {
        Self::new(CodeForm::Loaded, "", compute_capability, Suffix::None)
    }

    setters! {
        /// Sets the registers per thread.
        with_registers(registers: u32 => Some);

        /// Sets the static shared memory, bytes per block.
        with_static_shared_memory(static_shared_memory: u32 => Some);
    }

    /// The name of the function in the source, without namespaces, template arguments and parameters.
    ///
    /// ```
    /// use occupancy_core::Compiled;
    ///
    /// let dot = Compiled::machine_code("_ZN4blas3dotEiPKfPf", (9, 0));
    /// assert_eq!(dot.name_in_source(), "dot");
    /// ```
    pub const fn name_in_source(&self) -> &'a str {
        name_in_source(self.name)
    }

    /// The block of the launch bounds that it was compiled with: the required one, or else the largest.
    #[doc(hidden)]
    pub const fn block_bound(&self) -> Option<(u32, u32, u32)> {
        match self.required_block {
            None => self.max_block,
            required => required,
        }
    }

    /// The figure that stands in for an [integer](Argument::is_integer) that is left out; `None` if the code does not
    /// state it, and for an argument that is not [`OF_COMPILED`](Argument::OF_COMPILED).
    ///
    /// ```
    /// use occupancy_core::{Compiled, kernel::Argument};
    ///
    /// let saxpy = Compiled::machine_code("saxpy", (9, 0)).with_registers(32);
    /// assert_eq!(saxpy.integer(Argument::Registers), Some(32));
    /// assert_eq!(saxpy.integer(Argument::Barriers), None);
    /// ```
    pub const fn integer(&self, argument: Argument) -> Option<u32> {
        match argument {
            Argument::Registers => self.registers,
            Argument::Vgprs => self.vgprs,
            Argument::Sgprs => self.sgprs,
            Argument::StaticSharedMemory => self.static_shared_memory,
            Argument::Barriers => self.barriers,
            _ => None,
        }
    }

    /// The target, as compilers name it, with the mode of AMD's code if it is not the usual one: `sm_90a`,
    /// `compute_90`, `gfx942`, `gfx1100:wave64:cu`.
    pub const fn target(&self) -> Text<32> {
        let mut target = self.form.target(self.compute_capability, self.suffix);
        // Before RDNA, there is only one mode.
        if let (Some(is_wgp), CodeForm::CodeObject) = (self.workgroup_processor_mode, self.form) {
            if matches!(self.wavefront_size, Some(64)) {
                target.text(":wave64");
            }
            if !is_wgp {
                target.text(":cu");
            }
        }
        target
    }

    /// The [`target`](Self::target), or that of the machine code that PTX becomes on its GPU.
    #[doc(hidden)]
    pub const fn target_of_machine_code(&self) -> Text<32> {
        match self.form {
            CodeForm::Ptx => CodeForm::MachineCode.target(self.compute_capability, self.suffix),
            _ => self.target(),
        }
    }

    /// The limits of an SM of its compute capability, or of AMD's target; `None` if the tables do not have them.
    pub const fn multiprocessor(&self) -> Option<&'static Multiprocessor> {
        let (major, minor) = self.compute_capability;
        match (self.form, self.suffix) {
            (CodeForm::CodeObject, Suffix::Generic) => None,
            (CodeForm::CodeObject, _) => {
                each!(targets::ALL, |sm| {
                    if self.runs_on(sm) {
                        return Some(sm);
                    }
                });
                None
            }
            _ => Multiprocessor::of(major, minor),
        }
    }

    /// Returns `true` if a GPU of this compute capability, or of AMD's target and mode, runs the code.
    ///
    /// Machine code runs on GPUs of its own major version with its minor version or a later one, and on a Tegra
    /// (Jetson) only if it was compiled for it. PTX for a plain target runs on its own compute capability and every
    /// later one. Machine code and PTX for `sm_90a` run only on 9.0, and for `sm_100f` on its family: see
    /// [`suffix`](Self::suffix). A loaded function runs on GPUs of the compute capability that it is loaded on.
    /// [`runs`](crate::gpu::runs) has the sources. Code of AMD runs on its target alone, and in the wavefronts and the mode
    /// that it was compiled for; that for a `generic` target on all that are counted among it.
    ///
    /// ```
    /// use occupancy_core::targets::{GFX90A, GFX942, GFX950, GFX1010, GFX1036, GFX1103, GFX1151, GFX1201, GFX1250};
    /// use occupancy_core::{Compiled, gpu::Suffix};
    ///
    /// let generic = |major, minor| Compiled::code_object("saxpy", (major, minor), Suffix::Generic);
    /// for (version, gpus) in [
    ///     ((9, 4), [GFX942, GFX950]),
    ///     ((10, 1), [GFX1010; 2]),
    ///     ((10, 3), [GFX1036; 2]),
    ///     ((11, 0), [GFX1103, GFX1151]),
    ///     ((12, 0), [GFX1201; 2]),
    ///     ((12, 5), [GFX1250; 2]),
    /// ] {
    ///     let code = generic(version.0, version.1);
    ///     assert!(gpus.iter().all(|gpu| code.runs_on(gpu)) && !code.runs_on(&GFX90A));
    /// }
    /// assert!(!generic(9, 0).runs_on(&GFX90A) && !generic(12, 0).runs_on(&GFX1250));
    /// ```
    pub const fn runs_on(&self, sm: &Multiprocessor) -> bool {
        match (self.form, sm.vendor) {
            (CodeForm::CodeObject, Vendor::Amd) => {
                let target = self.form.target(self.compute_capability, self.suffix);
                or(self.wavefront_size, sm.warp_size) == sm.warp_size
                    && or(self.workgroup_processor_mode, sm.is_wgp) == sm.is_wgp
                    && runs_on_target(target.as_str(), sm.plain_target())
            }
            (CodeForm::CodeObject, _) | (_, Vendor::Amd) => false,
            _ => {
                let gpu = sm.compute_capability();
                runs(self.form, self.compute_capability, self.suffix, gpu)
            }
        }
    }
}
