//! AMD's boards, a constant each.

use super::targets::{GFX942, GFX950, GFX1100, in_mode};
use crate::gpu::device::{Device, Published};
use crate::gpu::nvidia;

devices! {
    "multiprocessor count", from nvidia::devices::ALL.len();

    /// ROCm.
    MI300X("Instinct MI300X", ["mi300x"], GFX942, 304; partitions "dpx" 152, "qpx" 76, "cpx" 38);
    /// ROCm.
    MI355X("Instinct MI355X", ["mi355x"], GFX950, 256);
    /// ROCm.
    RX7900XTX("Radeon RX 7900 XTX", ["rx7900xtx"], GFX1100, 48; modes);
}
