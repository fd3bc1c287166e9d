//! Launch structs beside grammar that an index which reads tokens can trip over, and those that it cannot
//! see.

#![cfg(any(unix, not(unix)))]
#![allow(clippy::unused_async, reason = "what counts is the grammar")]

use core::ptr;

use occupancy::launch_config;
use occupancy::launch_config as checked;

/// A value in angle brackets, and a `const` that is a parameter.
pub struct Tile<const N: usize = { 4 + 4 }> {
    /// Its lanes.
    pub lanes: [f32; N],
}

/// A pointer, whose `const` begins no constant.
#[launch_config(arch = "h100", threads = 128, regs = 32)]
pub fn pointer() -> *const u8 {
    ptr::null()
}

/// All qualifiers.
///
/// # Safety
///
/// It does nothing.
#[launch_config(arch = "h100", threads = 128, regs = 32)]
pub const unsafe extern "C" fn qualified(_: *const u8) {}

/// Of a type with braces.
#[launch_config(arch = "h100", threads = 128, regs = 32)]
pub async fn tiled(_: Tile<{ 2 + 2 }>, _: impl Fn() -> Tile) -> Tile<{ 1 + 1 }> {
    Tile { lanes: [0.0; 2] }
}

/// Applied under a condition that is met, and under one that is not.
#[cfg_attr(
    all(),
    inline,
    launch_config(arch = "h100", threads = 128, regs = 32),
    cfg_attr(any(), launch_config(arch = "h100", threads = 64, regs = 32, name = NeverLaunch))
)]
#[cfg_attr(any(), cfg(any()))]
pub fn applied() {}

/// Under another name.
#[checked(arch = "h100", threads = 128, regs = 32)]
pub fn renamed() {}

/// Source as text: `#[launch_config(arch = "h100", threads = 1, regs = 1)]`.
pub const TEXT: &str = r#"
    #[launch_config(arch = "h100", threads = 1, regs = 1)]
    fn text() {}
"#;

/// Functions behind pointers, and a block of them.
pub const POINTERS: [fn(u8) -> u8; 1] = {
    const fn same(value: u8) -> u8 {
        value
    }
    [same]
};

/// What stands for a kernel.
#[launch_config(arch = "h100", threads = 128, regs = 32)]
pub static KERNEL: &str = if cfg!(unix) { "unix" } else { "other" };

include!("included.rs");

/// Written once, used twice.
macro_rules! kernel {
    ($name:ident) => {
        /// Of a macro.
        #[launch_config(arch = "h100", threads = 128, regs = 32)]
        pub fn $name() {}
    };
}
kernel!(first);
kernel!(second);

/// As it is.
macro_rules! as_it_is {
    ($($item:item)*) => {
        $($item)*
    };
}
as_it_is! {
    /// Given to a macro.
    #[launch_config(arch = "h100", threads = 128, regs = 32)]
    pub fn given() {}
}

/// Two configurations of its own.
#[must_use]
pub fn function() -> u32 {
    #[launch_config(arch = "h100", threads = 128, regs = 32)]
    fn inner() {}
    #[launch_config(arch = "h100", threads = 64, regs = 32)]
    const fn other() {}
    inner();
    other();
    InnerLaunch::THREADS_PER_BLOCK + OtherLaunch::THREADS_PER_BLOCK
}

/// Under a condition of the file that is not met, with what it cannot see.
#[path = "nowhere.rs"]
mod nowhere;

/// The last of the file.
#[launch_config(arch = "h100", threads = 128, regs = 32)]
pub(crate) fn last() {}

const _: () = last_is_there(last);

const fn last_is_there(_: fn()) {}

/// Bytes of a stage.
const STAGE_BYTES_OF_THE_WHOLE_PIPELINE: usize = 4 * 1024;

/// Of an expression that is long, and has what ends a cell and what ends code.
#[launch_config(
    arch = ["h100", "a100"],
    threads = ((STAGE_BYTES_OF_THE_WHOLE_PIPELINE | 256) % 512) | (STAGE_BYTES_OF_THE_WHOLE_PIPELINE & 1),
    regs = 32,
    smem = STAGE_BYTES_OF_THE_WHOLE_PIPELINE * (STAGE_BYTES_OF_THE_WHOLE_PIPELINE / 1024) + "`|`".len(),
)]
pub fn long() {}
