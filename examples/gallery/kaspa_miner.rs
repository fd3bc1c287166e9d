//! tmrlvi/kaspa-miner.

use occupancy::{Grid, launch_config};

use crate::entry::Entry;

/// The miner's persistent grid on an H100.
///
/// tmrlvi/kaspa-miner `bf361d02a` `plugins/cuda/src/worker.rs:36`: asks the driver for the block
/// and for the blocks that are resident, and fills every SM once. The same is known when this
/// compiles, as soon as block and registers are: 256 and a budget of 64 here. One module a GPU,
/// each with its own SM count.
#[launch_config(arch = "h100", threads = 256, regs = 64)]
mod heavy_hash_h100 {}

/// The miner's persistent grid on a GeForce RTX 3090.
#[launch_config(arch = "rtx3090", threads = 256, regs = 64)]
mod heavy_hash_rtx3090 {}

/// The gallery's entries.
pub(crate) fn entries() -> Vec<Entry> {
    let h100 = Grid::Blocks(HeavyHashH100Launch::persistent().grid_dim());
    let rtx3090 = Grid::Blocks(HeavyHashRtx3090Launch::persistent().grid_dim());
    vec![
        Entry::new(
            "kaspa-miner",
            HeavyHashH100Launch::CONFIGURATION.with_grid(Some(h100)),
        )
        .and(HeavyHashRtx3090Launch::CONFIGURATION.with_grid(Some(rtx3090))),
    ]
}
