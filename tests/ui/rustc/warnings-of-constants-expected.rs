#![deny(unfulfilled_lint_expectations)]
use occupancy::launch_config;

const REGS: u32 = 32;

#[launch_config(arch = "h100", threads = 256, regs = REGS)]
#[expect(deprecated, reason = "33 is what it needs")]
fn nothing_is_worth_saying() {}

fn main() {}
