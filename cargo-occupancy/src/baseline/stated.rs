//! A kernel as a baseline states it.

use std::collections::BTreeMap;

use occupancy_report::calculator::{Cell, Dims, Row};
use serde::{Deserialize, Deserializer};

use super::Kernel;
use super::kernel::{KEYS, Reason, figure_of};

/// The figures of a kernel, and what people write beside them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stated {
    name: String,
    target: String,
    library: String,
    registers: Option<u32>,
    spill_instructions: Option<u32>,
    stack: Option<u32>,
    static_shared_memory: Option<u32>,
    barriers: Option<u32>,
    code_bytes: Option<u64>,
    max_block: Option<Dims>,
    required_block: Option<Dims>,
    cluster: Option<Dims>,
    block: Option<Dims>,
    blocks_per_sm: Option<u32>,
    occupancy_percent: Option<f64>,
    accept: Option<String>,
    before: Option<BTreeMap<String, f64>>,
}

/// All kernels of a baseline.
pub(super) fn kernels<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Kernel>, D::Error> {
    let stated = Vec::<Stated>::deserialize(from)?;
    Ok(stated.into_iter().map(Kernel::from).collect())
}

impl From<Stated> for Kernel {
    fn from(stated: Stated) -> Self {
        let percent = |percent| figure_of("occupancy_percent", percent);
        let occupancy = stated.occupancy_percent.map_or(Cell::Unknown, percent);
        let figures = Row::default()
            .with_number("registers", stated.registers)
            .with_number("spill_instructions", stated.spill_instructions)
            .with_number("stack", stated.stack)
            .with_number("static_shared_memory", stated.static_shared_memory)
            .with_number("barriers", stated.barriers)
            .with_number("code_bytes", stated.code_bytes)
            .with_dims("max_block", stated.max_block)
            .with_dims("required_block", stated.required_block)
            .with_dims("cluster", stated.cluster)
            .with_dims("block", stated.block)
            .with_number("blocks_per_sm", stated.blocks_per_sm)
            .with("occupancy_percent", occupancy);
        Self {
            name: stated.name,
            target: stated.target,
            library: stated.library,
            figures: figures.only(&KEYS),
            reason: Reason {
                accept: stated.accept,
                before: stated.before,
            },
            ..Self::default()
        }
    }
}
