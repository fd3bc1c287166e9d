//! Softmax and layer norm.

use occupancy::launch_config;

/// A row stays in shared memory.
#[derive(Debug)]
pub struct Rows {
    /// Elements of a row.
    pub columns: usize,
}

#[launch_config]
impl Rows {
    const MOST_COLUMNS: usize = 16 * 1024;
    const THREADS: u32 = 1024;

    /// exp(x − max) over its sum, a row for each block.
    #[launch_config(
        arch = "h100",
        threads = Self::THREADS,
        regs = 32,
        smem = Self::MOST_COLUMNS * size_of::<f32>()
    )]
    pub fn softmax(&self) -> bool {
        self.columns <= Self::MOST_COLUMNS
    }
}

/// Something that normalizes.
pub trait Normalize {
    /// Normalizes rows.
    fn normalize(&self) -> u32;
}

#[launch_config]
impl Normalize for Rows {
    /// (x − mean) / deviation, one warp for each row.
    #[launch_config(
        arch = "h100",
        threads = (32, LayerNorm::ROWS),
        regs = LayerNorm::REGISTERS,
        min_blocks = LayerNorm::RESIDENT,
        name = LayerNormLaunch
    )]
    fn normalize(&self) -> u32 {
        LayerNormLaunch::BLOCKS_PER_SM
    }
}

#[derive(Debug)]
struct LayerNorm;

impl LayerNorm {
    const ROWS: u32 = 4;
    const REGISTERS: u32 = 40;
    const RESIDENT: u32 = 2048 / (32 * Self::ROWS) * 3 / 4;
}
