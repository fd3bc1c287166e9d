//! One kernel, and its figures.

use occupancy_core::kernel::Argument;
use occupancy_core::text::grouped;
use serde::Serialize;

use crate::dims::Dims;
use crate::name::{names, normalised};
use crate::reported::Reported;
use crate::row::Row;

/// What one kernel uses. An unknown value is `None`; the fields mean the same as those of `occupancy
/// inspect`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Kernel {
    /// The name in the source, spelled the same for all compilers.
    pub(crate) name: String,
    /// `sm_90`; for a declared kernel, the GPU: `h100`.
    pub(crate) target: String,
    /// The file, without its folder; for a declared kernel, the package.
    pub(crate) library: String,
    /// The symbol in the file; a baseline does not state it.
    #[serde(skip)]
    pub(crate) symbol: Option<String>,
    /// The toolkit that compiled it; a baseline does not state it.
    #[serde(skip)]
    pub(crate) toolkit: Option<String>,
    pub(crate) registers: Option<u32>,
    pub(crate) spill_instructions: Option<u32>,
    pub(crate) stack: Option<u32>,
    pub(crate) static_shared_memory: Option<u32>,
    pub(crate) barriers: Option<u32>,
    pub(crate) code_bytes: Option<u64>,
    pub(crate) max_block: Option<Dims>,
    pub(crate) required_block: Option<Dims>,
    pub(crate) cluster: Option<Dims>,
    /// The block of the occupancy.
    pub(crate) block: Option<Dims>,
    pub(crate) blocks_per_sm: Option<u32>,
    pub(crate) occupancy_percent: Option<f64>,
}

impl Kernel {
    pub(crate) fn of(row: &Row, library: String) -> Self {
        Self {
            name: normalised(&row.symbol),
            target: row.target.clone(),
            library,
            symbol: Some(row.symbol.clone()),
            toolkit: row.toolkit.clone(),
            registers: row.registers,
            spill_instructions: row.spill_instructions,
            stack: row.stack,
            static_shared_memory: row.static_shared_memory,
            barriers: row.barriers,
            code_bytes: row.code_bytes,
            max_block: row.max_block,
            required_block: row.required_block,
            cluster: row.cluster,
            block: row.block,
            blocks_per_sm: row.blocks_per_sm,
            occupancy_percent: row.occupancy_percent,
        }
    }

    /// A kernel that an attribute declares, on one GPU. Spills, stack and code are those of the binary that it
    /// names.
    pub(crate) fn declared(reported: &Reported) -> Self {
        let (calculated, compiled) = (&reported.calculated, reported.compiled.as_ref());
        let asked = &calculated.asked;
        let figure = |argument| u32::try_from(asked.integer(argument)?).ok();
        Self {
            name: reported.path(),
            target: calculated.arch.clone(),
            library: reported.library(),
            symbol: compiled.map(|compiled| compiled.symbol.clone()),
            toolkit: compiled.and_then(|compiled| compiled.toolkit.clone()),
            registers: figure(Argument::Registers),
            spill_instructions: compiled.and_then(|compiled| compiled.spill_instructions),
            stack: compiled.and_then(|compiled| compiled.stack),
            static_shared_memory: figure(Argument::StaticSharedMemory),
            barriers: figure(Argument::Barriers),
            code_bytes: compiled.and_then(|compiled| compiled.code_bytes),
            max_block: None,
            required_block: None,
            cluster: asked.extent(Argument::Cluster).map(|cluster| cluster.0),
            block: asked.extent(Argument::Threads).map(|block| block.0),
            blocks_per_sm: Some(calculated.blocks_per_sm),
            occupancy_percent: Some(calculated.occupancy_percent),
        }
    }

    /// The sort key of a baseline.
    pub(crate) fn key(&self) -> (&str, &str, &str) {
        (&self.name, &self.target, &self.library)
    }

    /// All names that it is selected by.
    pub(super) fn names(&self) -> Vec<String> {
        let mut all = vec![self.name.clone()];
        all.extend(self.symbol.iter().flat_map(|symbol| names(symbol)));
        all
    }

    /// The launch bounds and the cluster, with the block in force.
    pub(crate) fn bounds(&self) -> [(&'static str, Option<Dims>); 4] {
        [
            ("max_block", self.max_block),
            ("required_block", self.required_block),
            ("cluster", self.cluster),
            ("block", self.block),
        ]
    }

    /// Whether nothing but the name and the library differs.
    pub(crate) fn uses_the_same(&self, other: &Self) -> bool {
        self.figures() == other.figures() && self.bounds() == other.bounds()
    }

    /// All figures, to find equal kernels by.
    pub(crate) fn figures(&self) -> [Option<u64>; Figure::ALL.len()] {
        Figure::ALL.map(|figure| figure.of(self))
    }
}

/// A figure that is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Figure {
    Registers,
    Spills,
    Stack,
    StaticSharedMemory,
    Barriers,
    CodeBytes,
    BlocksPerSm,
    /// In tenths of a percent.
    Occupancy,
}

/// Which direction of a figure is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Better {
    Less,
    More,
    /// Neither is better by itself.
    Neither,
}

impl Figure {
    pub(crate) const ALL: [Self; 8] = [
        Self::Registers,
        Self::Spills,
        Self::Stack,
        Self::StaticSharedMemory,
        Self::Barriers,
        Self::CodeBytes,
        Self::BlocksPerSm,
        Self::Occupancy,
    ];

    /// The name of the field, in JSON and in the baseline.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::Registers => "registers",
            Self::Spills => "spill_instructions",
            Self::Stack => "stack",
            Self::StaticSharedMemory => "static_shared_memory",
            Self::Barriers => "barriers",
            Self::CodeBytes => "code_bytes",
            Self::BlocksPerSm => "blocks_per_sm",
            Self::Occupancy => "occupancy_percent",
        }
    }

    /// The figure in words.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Registers => "registers",
            Self::Spills => "spill instructions",
            Self::Stack => "stack bytes",
            Self::StaticSharedMemory => "static shared memory",
            Self::Barriers => "barriers",
            Self::CodeBytes => "code bytes",
            Self::BlocksPerSm => "blocks per SM",
            Self::Occupancy => "occupancy",
        }
    }

    pub(crate) fn of(self, kernel: &Kernel) -> Option<u64> {
        match self {
            Self::Registers => kernel.registers.map(u64::from),
            Self::Spills => kernel.spill_instructions.map(u64::from),
            Self::Stack => kernel.stack.map(u64::from),
            Self::StaticSharedMemory => kernel.static_shared_memory.map(u64::from),
            Self::Barriers => kernel.barriers.map(u64::from),
            Self::CodeBytes => kernel.code_bytes,
            Self::BlocksPerSm => kernel.blocks_per_sm.map(u64::from),
            Self::Occupancy => kernel.occupancy_percent.map(tenths),
        }
    }

    /// Code size changes with every change of the code, and blocks of another size have another number:
    /// neither is better by itself. Occupancy judges the blocks per SM.
    pub(crate) fn better(self) -> Better {
        match self {
            Self::Registers
            | Self::Spills
            | Self::Stack
            | Self::StaticSharedMemory
            | Self::Barriers => Better::Less,
            Self::Occupancy => Better::More,
            Self::CodeBytes | Self::BlocksPerSm => Better::Neither,
        }
    }

    /// The value as it is shown; `?` if it is not known.
    pub(crate) fn shown(self, value: Option<u64>) -> String {
        match (self, value) {
            (_, None) => "?".to_owned(),
            (Self::Occupancy, Some(tenths)) => format!("{} %", in_percent(tenths)),
            (_, Some(value)) => grouped(value).to_string(),
        }
    }

    /// The value as JSON and the baseline have it.
    pub(crate) fn number(self, value: u64) -> serde_json::Number {
        match self {
            Self::Occupancy => serde_json::Number::from_f64(in_percent(value))
                .unwrap_or_else(|| serde_json::Number::from(value)),
            _ => value.into(),
        }
    }
}

/// Tenths of a percent; what is no percentage is none.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between 0 and 1000"
)]
pub(crate) fn tenths(percent: f64) -> u64 {
    (percent * 10.0).round().clamp(0.0, 1000.0) as u64
}

#[allow(clippy::cast_precision_loss, reason = "at most 1000")]
fn in_percent(tenths: u64) -> f64 {
    tenths as f64 / 10.0
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{Figure, Kernel};

    /// A kernel of 72 registers and blocks of 256 threads.
    pub(crate) fn kernel(name: &str) -> Kernel {
        Kernel {
            name: name.to_owned(),
            target: "sm_90".to_owned(),
            library: "lib.so".to_owned(),
            symbol: None,
            toolkit: None,
            registers: Some(72),
            spill_instructions: None,
            stack: Some(16),
            static_shared_memory: Some(0),
            barriers: Some(0),
            code_bytes: Some(1000),
            max_block: None,
            required_block: None,
            cluster: None,
            block: Some((256, 1, 1)),
            blocks_per_sm: Some(3),
            occupancy_percent: Some(37.5),
        }
    }

    #[test]
    fn figures_are_the_fields_of_their_names() {
        let kernel = kernel("saxpy");
        let json = serde_json::to_value(&kernel).unwrap();
        for figure in Figure::ALL {
            let number = figure.of(&kernel).map(|value| figure.number(value));
            let field = &json[figure.key()];
            assert_eq!(
                number.map(|number| number.as_f64()),
                field.as_f64().map(Some)
            );
        }
        assert_eq!(Figure::Occupancy.shown(Some(375)), "37.5 %");
        assert_eq!(Figure::CodeBytes.shown(Some(1000)), "1,000");
        assert_eq!(Figure::Spills.shown(None), "?");
    }
}
