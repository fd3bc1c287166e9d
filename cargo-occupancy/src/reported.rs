//! What `occupancy report` shows of one kernel on one GPU.

use occupancy_core::Compiled;
use occupancy_report::calculator::{Calculated, NamedArch};
use serde::Serialize;

use crate::demangle::demangle;
use crate::packages::Declaration;

/// Where the kernel is declared; the configuration and its occupancy, under the names of `occupancy
/// calculate`; and the figures of the compiled kernel.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Reported {
    pub(crate) package: String,
    /// `lib`, `bin`, `example` or `test`.
    pub(crate) crate_kind: &'static str,
    pub(crate) crate_name: String,
    pub(crate) module: String,
    pub(crate) name: String,
    pub(crate) launch_type: String,
    pub(crate) file: String,
    pub(crate) line: u32,
    #[serde(flatten)]
    pub(crate) calculated: Calculated,
    /// The target that the attribute names: `sm_90a`.
    pub(crate) target: Option<String>,
    /// `None` if the attribute names no binary and no PTX.
    pub(crate) compiled: Option<Figures>,
}

/// What a kernel was compiled to, under the names of `occupancy inspect`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Figures {
    pub(crate) symbol: String,
    pub(crate) name: String,
    /// `sm_90`, or `compute_90` for PTX.
    pub(crate) target: String,
    pub(crate) toolkit: Option<String>,
    pub(crate) registers: Option<u32>,
    pub(crate) static_shared_memory: Option<u32>,
    pub(crate) stack: Option<u32>,
    pub(crate) spill_instructions: Option<u32>,
    pub(crate) barriers: Option<u32>,
    pub(crate) code_bytes: Option<u64>,
}

impl Reported {
    pub(crate) fn new(declaration: &Declaration) -> Self {
        let configuration = declaration.configuration();
        let name = declaration.arch.short_name().to_owned();
        let named = NamedArch::new(name, declaration.arch);
        let mut calculated = Calculated::new(&configuration, declaration.intent(), &named);
        let violations = configuration.check();
        calculated
            .errors
            .extend(violations.iter().map(|violation| violation.rule.code()));
        calculated.warnings = declaration.warnings();
        let (target, origin) = (&declaration.target, &declaration.origin);
        Self {
            package: target.package.clone(),
            crate_kind: target.kind.name(),
            crate_name: target.name.clone(),
            module: origin.module.clone(),
            name: origin.kernel.clone(),
            launch_type: origin.launch_type.clone(),
            file: origin.file.clone(),
            line: origin.line,
            calculated,
            target: declaration.stated_target().map(str::to_owned),
            compiled: declaration.compiled().map(Figures::new),
        }
    }

    /// `gemm::kernels::saxpy`
    pub(crate) fn path(&self) -> String {
        format!("{}::{}", self.module, self.name)
    }

    /// `src/kernels.rs:12`
    pub(crate) fn place(&self) -> String {
        format!("{}:{}", self.file, self.line)
    }

    /// `gemm`, or `gemm example sweep`: what it is compiled into.
    pub(crate) fn library(&self) -> String {
        match self.crate_kind {
            "lib" => self.package.clone(),
            kind => format!("{} {kind} {}", self.package, self.crate_name),
        }
    }
}

impl Figures {
    fn new(compiled: &Compiled<'_>) -> Self {
        let target = compiled
            .form
            .target(compiled.compute_capability, compiled.suffix);
        Self {
            symbol: compiled.name.to_owned(),
            name: demangle(compiled.name),
            target: target.to_string(),
            toolkit: compiled
                .toolkit
                .map(|(major, minor)| format!("{major}.{minor}")),
            registers: compiled.registers,
            static_shared_memory: compiled.static_shared_memory,
            stack: compiled.stack,
            spill_instructions: compiled.spill_instructions,
            barriers: compiled.barriers,
            code_bytes: compiled.code_bytes,
        }
    }
}
