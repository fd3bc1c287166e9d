#![deny(deprecated)]
use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 256, regs = 64, grid = 600)]
fn last_wave() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, elements = 10_000)]
fn idle_sms() {}
