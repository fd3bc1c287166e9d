//! tmrlvi/kaspa-miner.

use occupancy::{GridError, launch_config};

use crate::entry::{Entries, Entry, checked};

/// The miner's persistent grid on an H100.
///
/// tmrlvi/kaspa-miner `bf361d02a` `plugins/cuda/src/worker.rs:36`: asks the driver for the block
/// and for the blocks that are resident, and fills every SM once. The same is known when this
/// compiles, as soon as block and registers are: 256 and a budget of 64 here. One function a GPU,
/// each with its own SM count.
#[launch_config(arch = "h100", threads = 256, regs = 64)]
pub(crate) fn heavy_hash_h100() -> HeavyHashH100Launch {
    HeavyHashH100Launch::persistent()
}

/// The miner's persistent grid on a GeForce RTX 3090.
#[launch_config(arch = "rtx3090", threads = 256, regs = 64)]
pub(crate) fn heavy_hash_rtx3090() -> HeavyHashRtx3090Launch {
    HeavyHashRtx3090Launch::persistent()
}

/// The gallery's entries.
pub(crate) fn entries() -> Entries {
    let h100 = checked!(HeavyHashH100Launch, Ok::<_, GridError>(heavy_hash_h100()));
    let rtx3090 = checked!(
        HeavyHashRtx3090Launch,
        Ok::<_, GridError>(heavy_hash_rtx3090())
    );
    let mut entry = Entry::kept(
        "kaspa-miner: one wave, the block from the driver",
        "tmrlvi/kaspa-miner bf361d02a plugins/cuda/src/worker.rs:36",
        h100,
    );
    entry.checked.push(rtx3090);
    Ok(vec![entry])
}
