//! The smallest change of each argument that makes one SM hold more blocks, or fewer.

use occupancy_core::{
    Occupancy,
    kernel::{Argument, Change},
    rules::{MARGINS, Margin, change, margin},
    text::grouped,
};

use crate::verdict::Verdict;
use crate::words::counted;

/// An argument, its value, and the nearest values that change how many blocks an SM holds.
#[cfg_attr(feature = "calculator", derive(serde::Serialize))]
pub(crate) struct Changes {
    pub(crate) argument: &'static str,
    /// Its value in words.
    pub(crate) stated: String,
    /// The nearest value with more blocks with which the configuration keeps its rules, and its result, in Markdown:
    /// "`regs = 48`: 5 blocks, 62.5 %".
    pub(crate) more: Option<String>,
    /// The nearest value with fewer blocks.
    pub(crate) fewer: Option<String>,
}

impl Verdict<'_> {
    /// The smallest change of each argument of the kernel that changes how many blocks an SM of this GPU holds.
    pub(crate) fn changes(&self) -> Vec<Changes> {
        let mut all = Vec::new();
        for argument in &MARGINS {
            let Margin { more, fewer, .. } = margin(self.configuration, self.arch, *argument);
            if let Some(stated) = self.stated(*argument)
                && (more.is_some() || fewer.is_some())
            {
                all.push(Changes {
                    argument: argument.key(),
                    stated,
                    more: more.map(|more| self.effect(more)),
                    fewer: fewer.map(|fewer| self.effect(fewer)),
                });
            }
        }
        all
    }

    /// The value of the argument; `None` if the kernel does not have it.
    fn stated(&self, argument: Argument) -> Option<String> {
        let number = self.configuration.integer(argument);
        match argument {
            Argument::Threads => Some(self.kernel.threads_per_block().to_string()),
            Argument::StaticSharedMemory | Argument::Barriers
                if number == argument.row().left_out =>
            {
                None
            }
            Argument::Registers | Argument::Barriers => number.map(|number| number.to_string()),
            _ => number.map(|number| grouped(number).to_string()),
        }
    }

    fn effect(&self, one: Change) -> String {
        let written = change(one);
        match Occupancy::new(self.cc, &one.apply(self.configuration).kernel) {
            Ok(occupancy) if occupancy.blocks_per_sm > 0 => {
                let blocks = counted(occupancy.blocks_per_sm.into(), "block");
                format!("`{written}`: {blocks}, {}", occupancy.ratio())
            }
            _ => format!("`{written}`: does not launch"),
        }
    }
}
