//! AMD's boards, a constant each.

use super::targets::{GFX942, GFX950, GFX1100};
use crate::gpu::Device;
use crate::gpu::device::Published;

macro_rules! devices {
    ($($(#[$source:meta])* $constant:ident($name:literal, [$($alias:literal),+], $target:ident, $count:literal);)+) => {
        $(
            #[doc = concat!($name, ": [`", stringify!($target), "`].")]
            #[doc = ""]
            $(#[$source])*
            pub const $constant: Device = Device {
                name: $name,
                aliases: &[$($alias),+],
                constant: stringify!($constant),
                multiprocessor: &$target,
                sm_count: $count,
                published: &Published::NOTHING,
            };
        )+

        /// Every board, oldest architecture first.
        pub(in crate::gpu) const ALL: &[Device] = &[$($constant),+];

        /// Each board as a list of one.
        #[doc(hidden)]
        pub mod alone {
            use crate::gpu::Arch;

            $(
                #[doc = concat!("`", stringify!($constant), "`.")]
                pub static $constant: [Arch; 1] = [Arch::Device(super::$constant)];
            )+
        }
    };
}

devices! {
    MI300X("Instinct MI300X", ["mi300x"], GFX942, 304);
    MI355X("Instinct MI355X", ["mi355x"], GFX950, 256);
    RX7900XTX("Radeon RX 7900 XTX", ["rx7900xtx"], GFX1100, 48);
}
