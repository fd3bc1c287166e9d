//! A module that `path` names.

use occupancy::launch_config;

/// Far away.
#[launch_config(arch = "l40s", threads = 256, regs = 40)]
pub fn r#move() {}
